package builtin

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/importance"
)

// TestAppraisalCarriesOver asks how the rules and the appraisal together judge lines that neither was made with.
func TestAppraisalCarriesOver(t *testing.T) {
	e := testEmbedder(t)
	lines := labelledLines(t, "heldout*.jsonl")
	var n tally
	for _, l := range lines {
		v := importance.Weigh(l.Content, importance.Opinion{})
		kept := v.Keep || v.Importance >= keptFrom
		if l.unsure {
			kept = appraise(e.appraisal, l.states).Importance >= keptFrom
		}
		if l.Expect == "keep" {
			n.keep++
			n.kept += count(kept)
		} else {
			n.drop++
			n.dropped += count(!kept)
		}
	}
	t.Logf("kept %d of %d, dropped %d of %d", n.kept, n.keep, n.dropped, n.drop)
	if 100*n.kept < 95*n.keep || 100*n.dropped < 80*n.drop {
		t.Errorf("want 95 %% kept and 80 %% dropped")
	}
}

func TestAppraiseKnowsWhatLinesAreFor(t *testing.T) {
	e := testEmbedder(t)
	for content, want := range map[string]memory.Appraisal{
		"lol the cat has opened the fridge again":                  {},
		"周末去爬山的人可真不少啊":                                             {},
		"The tiles for the bathroom must not be wider than 30 cm.": {Importance: 1, Type: memory.TypeConstraint, Layer: memory.LayerWorking},
		"我喝咖啡从来不加糖":                                                {Importance: 1, Type: memory.TypePreference, Layer: memory.LayerSemantic},
		"Upload failed, the server closed the connection twice.":   {Importance: 1, Type: memory.TypeError, Layer: memory.LayerEpisodic},
	} {
		got := appraiseOne(t, e, content)
		if (got.Importance >= keptFrom) != (want.Importance > 0) {
			t.Errorf("%s: importance %.2f", content, got.Importance)
		}
		if want.Importance > 0 && (got.Type != want.Type || got.Layer != want.Layer) {
			t.Errorf("%s: %s in %s, want %s in %s", content, got.Type, got.Layer, want.Type, want.Layer)
		}
	}
}

// TestAppraiseTakesAnyText asks for numbers, whatever the text.
func TestAppraiseTakesAnyText(t *testing.T) {
	e := testEmbedder(t)
	for _, content := range []string{"", " ", "\xff\xfe", strings.Repeat("long ", 5000), "\u200b", "🙂"} {
		if got := appraiseOne(t, e, content); !(got.Importance >= 0 && got.Importance <= 1) || math.IsNaN(got.Importance) {
			t.Errorf("%.20q: importance %v", content, got.Importance)
		}
	}
}

func TestAppraiseStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := testEmbedder(t).Appraise(ctx, []string{"hello"}); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("%v", err)
	}
}

func appraiseOne(t *testing.T, e *Embedder, content string) memory.Appraisal {
	t.Helper()
	got, err := e.Appraise(context.Background(), []string{content})
	if err != nil {
		t.Fatal(err)
	}
	return got[0]
}
