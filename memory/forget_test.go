package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestForgetAndRestore(t *testing.T) {
	for _, c := range []struct {
		name string
		// after happens between forgetting and restoring.
		after func(w *world)
		place memory.Place
	}{
		{"at once", func(*world) {}, ""},
		{"indexed in between", (*world).index, ""},
		{"maintained in between", func(w *world) { w.maintains() }, memory.PlaceCold},
		{"maintained and restarted in between", func(w *world) { w.maintains(); w.restart() }, memory.PlaceCold},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			before := map[string]memory.Memory{}
			var ids []string
			for _, r := range []memory.RememberRequest{
				{Content: "I prefer the old bridge.", Topic: "bridge"},
				{Content: "The bridge was closed.", Task: "roads"},
				{Content: "The bridge waits in the rain.", Session: "s"},
			} {
				id := w.remembers(alice, r).ID
				ids = append(ids, id)
				before[id] = w.shows(id).Memory
			}
			got, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: ids})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(ids, got.Archived); diff != "" {
				t.Error(diff)
			}
			c.after(w)
			if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != 0 {
				t.Errorf("forgotten memories are recalled: %q", contents(got))
			}
			for _, id := range ids {
				shown := w.shows(id)
				if shown.Memory.Status != memory.StatusArchived || shown.Memory.StatusReason != memory.ReasonForgotten {
					t.Errorf("status %s because %s", shown.Memory.Status, shown.Memory.StatusReason)
				}
				if c.place != "" && (shown.Place != c.place || shown.Segment == "") {
					t.Errorf("it lies in %s %s", shown.Place, shown.Segment)
				}
				restored, err := w.Restore(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				want := before[id]
				want.StatusAt, want.AccessedAt, want.ExpiresAt = w.clock.now(), w.clock.now(), time.Time{}
				if want.Layer == memory.LayerWorking {
					want.Layer = memory.LayerEpisodic
				}
				if diff := cmp.Diff(want, restored, equalTimes); diff != "" {
					t.Error(diff)
				}
				if diff := cmp.Diff(memory.Shown{Memory: want, Place: memory.PlaceLongTerm}, w.shows(id), equalTimes); diff != "" {
					t.Error(diff)
				}
			}
			w.maintains()
			if got := w.recalls(alice, memory.RecallRequest{Query: "bridge"}); len(got.Memories) != 3 {
				t.Errorf("after restoring and maintenance there are %q", contents(got))
			}
		})
	}
}

func TestForgettingAgainChangesNothing(t *testing.T) {
	w := newWorld(t, nil)
	id := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	forget := memory.ForgetRequest{IDs: []string{id, id}}
	for _, between := range []func(){func() {}, func() {}, func() { w.maintains() }} {
		between()
		got, err := w.Forget(t.Context(), alice, forget)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{id}, got.Archived); diff != "" {
			t.Error(diff)
		}
	}
}

func TestForgetPreviews(t *testing.T) {
	w := newWorld(t, nil)
	id := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	got, err := w.Forget(t.Context(), alice, memory.ForgetRequest{Query: "bridge"})
	if err != nil || len(got.Preview) != 1 || got.Preview[0].Memory.ID != id || len(got.Archived) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if m := w.shows(id).Memory; m.Status != memory.StatusActive || m.AccessCount != 0 {
		t.Errorf("the preview left a trace: %+v", m)
	}
}

func TestOnlyTheWriterForgetsShared(t *testing.T) {
	w := newWorld(t, nil)
	shared := w.remembers(alice, memory.RememberRequest{Content: "The bridge opens at 9, remember it.", Scope: memory.ScopeShared}).ID
	own := w.remembers(bob, memory.RememberRequest{Content: "I prefer the tunnel."}).ID
	_, err := w.Forget(t.Context(), bob, memory.ForgetRequest{IDs: []string{own, shared}})
	wantKind(t, err, memory.KindNotAllowed)
	for _, id := range []string{shared, own} {
		if w.shows(id).Memory.Status != memory.StatusActive {
			t.Errorf("%s was forgotten although the call failed", id)
		}
	}
	if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{shared}}); err != nil {
		t.Error(err)
	}
}

func TestForgetRefuses(t *testing.T) {
	w := newWorld(t, nil)
	kept := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	many := make([]string, 101)
	for i := range many {
		many[i] = fmt.Sprintf("%026d", i)
	}
	for _, c := range []struct {
		name    string
		request memory.ForgetRequest
		kind    memory.Kind
	}{
		{"nothing", memory.ForgetRequest{}, memory.KindInvalid},
		{"both", memory.ForgetRequest{IDs: []string{kept}, Query: "bridge"}, memory.KindInvalid},
		{"too many", memory.ForgetRequest{IDs: many}, memory.KindInvalid},
		{"blank query", memory.ForgetRequest{Query: "  "}, memory.KindInvalid},
		{"huge top_k", memory.ForgetRequest{Query: "bridge", TopK: 1000}, memory.KindInvalid},
		{"forged id", memory.ForgetRequest{IDs: []string{kept, "../../etc/passwd"}}, memory.KindNotFound},
		{"empty id", memory.ForgetRequest{IDs: []string{""}}, memory.KindNotFound},
		{"huge id", memory.ForgetRequest{IDs: []string{strings.Repeat("A", 1<<20)}}, memory.KindNotFound},
		{"unknown id", memory.ForgetRequest{IDs: []string{kept, "01ARZ3NDEKTSV4RRFFQ69G5FAV"}}, memory.KindNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.Forget(t.Context(), alice, c.request)
			wantKind(t, err, c.kind)
			if err != nil && len(err.Error()) > 300 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
		})
	}
	if w.shows(kept).Memory.Status != memory.StatusActive {
		t.Error("a call that failed forgot something")
	}
}

func TestHiddenAndMissingLookTheSame(t *testing.T) {
	w := newWorld(t, nil)
	hidden := w.remembers(alice, memory.RememberRequest{Content: "I prefer the old bridge."}).ID
	const missing = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	say := func(id string) string {
		_, err := w.Forget(t.Context(), bob, memory.ForgetRequest{IDs: []string{id}})
		return strings.ReplaceAll(fmt.Sprint(memory.KindOf(err), err), id, "ID")
	}
	if a, b := say(hidden), say(missing); a != b {
		t.Errorf("%q differs from %q", a, b)
	}
}

func TestPeopleFindNothing(t *testing.T) {
	w := newWorld(t, nil)
	for _, id := range []string{"", "x", "01ARZ3NDEKTSV4RRFFQ69G5FAV"} {
		_, err := w.Show(t.Context(), id)
		wantKind(t, err, memory.KindNotFound)
		_, err = w.History(t.Context(), id)
		wantKind(t, err, memory.KindNotFound)
		_, err = w.Restore(t.Context(), id)
		wantKind(t, err, memory.KindNotFound)
	}
}

func TestRestoringActiveChangesNothing(t *testing.T) {
	w := newWorld(t, nil)
	for _, r := range []memory.RememberRequest{{Content: "I prefer the old bridge."}, {Content: "The bridge waits in the rain."}} {
		id := w.remembers(alice, r).ID
		before := w.shows(id)
		w.clock.advance(time.Minute)
		if _, err := w.Restore(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, w.shows(id)); diff != "" {
			t.Error(diff)
		}
	}
}
