package openai

import (
	"context"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

func TestCalibrate(t *testing.T) {
	e := newTestEmbedder(t, testOptions(newFakeServer(t), newClock()))
	before := e.Calibration()
	if before.Passages != (memory.PassageScales{}) {
		t.Errorf("scales before measuring: %+v", before.Passages)
	}
	if err := e.Calibrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	after := e.Calibration()
	if after.Scale != before.Scale {
		t.Errorf("the scale of a query and a passage became %+v", after.Scale)
	}
	for name, s := range map[string]memory.Scale{
		"alphabetic": after.Passages.Alphabetic, "unspaced": after.Passages.Unspaced, "across": after.Passages.Across,
	} {
		if s.Span <= 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestCalibrateKeepsWhatItHasWhenTheServerRefuses(t *testing.T) {
	e := newTestEmbedder(t, testOptions(newFakeServer(t, status(401, "who are you")), newClock()))
	if err := e.Calibrate(context.Background()); err == nil {
		t.Fatal("no error")
	}
	if got := e.Calibration().Passages; got != (memory.PassageScales{}) {
		t.Errorf("scales %+v", got)
	}
}
