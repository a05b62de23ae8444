package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

// unscaled is an embedder that must measure its scales. Until then all texts seem alike.
type unscaled struct {
	*embedder
	scales memory.PassageScales
	errs   []error
}

func (u *unscaled) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Floor: -10, Span: 1}, Passages: u.scales}
}

func (u *unscaled) Calibrate(context.Context) error {
	if len(u.errs) > 0 {
		err := u.errs[0]
		u.errs = u.errs[1:]
		return err
	}
	scale := memory.Scale{Span: 1}
	u.scales = memory.PassageScales{Alphabetic: scale, Unspaced: scale, Across: scale}
	return nil
}

// The same story whether the embedder can be calibrated at once, late, or never: nothing merges because a scale
// is not known.
func TestTheEmbedderIsCalibratedBeforeMemoriesAreCompared(t *testing.T) {
	for name, errs := range map[string][]error{
		"at once": nil, "after an outage": {errAway, errAway}, "never": {errors.New("the model takes no such text")},
	} {
		t.Run(name, func(t *testing.T) {
			u := &unscaled{embedder: &embedder{}, errs: errs}
			w := newWorldWith(t, u, func(w *world) { w.embedder = u.embedder })
			w.run()
			said := []string{"My manager is Priya.", "The office closes at noon.", "Anna paints the old bridge."}
			for _, content := range said {
				w.remembers(alice, memory.RememberRequest{Content: content, Type: "fact"})
			}
			w.drain()
			got := w.recalls(alice, memory.RecallRequest{Query: "manager office bridge"})
			if diff := cmp.Diff(said, contents(got), sortedStrings); diff != "" || len(u.errs) > 0 {
				t.Errorf("%s, %d errors left", diff, len(u.errs))
			}
		})
	}
}
