package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

// These are faults that users of other memory systems report: writes that are lost, and truths that are
// replaced by what does not contradict them. Judges that answer with broken JSON have their tests in
// judge_test.go, and two processes on one directory in store/embedded.

// A backlog that is longer than many batches, with an outage at its beginning, poison in its middle and
// a restart, drains until nothing is left but the poison, which is still found by its words.
func TestALargeBacklogDrains(t *testing.T) {
	t.Parallel()
	const writes, poisonous = 1500, 100 // one in so many
	w := newWorld(t, nil)
	var outage atomic.Int64
	w.embedder.refuses(func(texts []string) error {
		if outage.Add(1) <= 2 {
			return errAway
		}
		if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "poison") }) {
			return memory.Errorf(memory.KindInvalid, "too strange")
		}
		return nil
	})
	ids := map[string]string{}
	for i := range writes {
		content := fmt.Sprintf("Decision: crate %d goes to harbour %d.", i, i%97)
		if i%poisonous == poisonous/2 {
			content = fmt.Sprintf("Decision: crate %d holds poison.", i)
		}
		ids[w.remembers(alice, memory.RememberRequest{Content: content}).ID] = content
	}
	stop := w.run()
	eventually(t, "a third is indexed", func() bool { return w.depth().Waiting < writes*2/3 })
	stop()
	w.restart()
	w.index()

	if d := w.depth(); d.Waiting != 0 || d.Parked != writes/poisonous {
		t.Errorf("%+v, want %d parked", d, writes/poisonous)
	}
	for id, content := range ids {
		poison := strings.Contains(content, "poison")
		if (w.vectorOfMemory(id) == nil) != poison {
			t.Errorf("%q: vector %v", content, !poison)
		}
		shown := w.shows(id).Memory
		if shown.Content != content || shown.Status != memory.StatusActive {
			t.Fatalf("%+v, want %q", shown, content)
		}
	}
	for _, query := range []string{"crate 350", "crate 351"} { // the one is poison, the other is not
		got := contents(w.recalls(alice, memory.RecallRequest{Query: query, TopK: 1}))
		if len(got) != 1 || !strings.HasPrefix(got[0], "Decision: "+query+" ") {
			t.Errorf("%q recalls %q", query, got)
		}
	}
}

// A contradiction deprecates the old fact and keeps the new one: neither is deleted, and the old one says
// what took its place.
func TestAContradictionKeepsBoth(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"Ana lives in Lisbon.", "Ana moved to Porto."},
		{"The billing service listens on port 8080.", "The billing service now listens on port 9090."},
		{"小李住在上海", "小李搬到杭州了"},
	} {
		t.Run(c.after, func(t *testing.T) {
			w := newWorld(t, nil)
			before := w.remembers(alice, memory.RememberRequest{Content: c.before, Type: memory.TypeFact, Topic: "x"}).ID
			w.index()
			w.clock.advance(time.Hour)
			after := w.remembers(alice, memory.RememberRequest{Content: c.after, Type: memory.TypeFact, Topic: "x"}).ID
			w.index()
			if m := w.shows(after).Memory; m.Status != memory.StatusActive || m.Content != c.after {
				t.Errorf("the newer: %+v", m)
			}
			m := w.shows(before).Memory
			if m.Status != memory.StatusDeprecated || m.SupersededBy != after || m.DeprecatedAt.IsZero() || m.Content != c.before {
				t.Errorf("the older: %+v", m)
			}
			got := contents(w.recalls(alice, memory.RecallRequest{Query: c.before}))
			if diff := cmp.Diff([]string{c.after}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The same text again never deletes it: not three times over, not after it was forgotten, and not after it
// was superseded.
func TestTheSameTextAgainIsKept(t *testing.T) {
	const content = "The orders project uses MySQL."
	again := memory.RememberRequest{Content: content, Type: memory.TypeFact}
	for _, c := range []struct {
		name    string
		between func(w *world, id string)
	}{
		{"nothing between", func(*world, string) {}},
		{"forgotten", func(w *world, id string) {
			if _, err := w.Forget(w.t.Context(), alice, memory.ForgetRequest{IDs: []string{id}}); err != nil {
				w.t.Fatal(err)
			}
		}},
		{"superseded", func(w *world, _ string) {
			w.remembers(alice, memory.RememberRequest{Content: "The orders project switched to PostgreSQL.", Type: memory.TypeFact})
		}},
		{"restarted", func(w *world, _ string) { w.restart() }},
	} {
		for _, indexed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/indexed=%v", c.name, indexed), func(t *testing.T) {
				w := newWorld(t, nil)
				settle := func() {
					if indexed {
						w.index()
					}
					w.clock.advance(time.Hour)
				}
				for range 4 {
					id := w.remembers(alice, again).ID
					settle()
					c.between(w, id)
					settle()
				}
				w.remembers(alice, again)
				settle()
				got := contents(w.recalls(alice, memory.RecallRequest{Query: "Which database does the orders project use?"}))
				if n := len(slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s != content })); n != 1 {
					t.Errorf("it is recalled %d times: %q", n, got)
				}
			})
		}
	}
}

// alike is an embedder to which all texts are the same.
type alike struct{ *embedder }

func (alike) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = vectorOf("alike")
	}
	return vectors, nil
}

func (alike) EmbedQuery(context.Context, string) ([]float32, error) { return vectorOf("alike"), nil }

// However near an embedder puts them, distinct facts do not supersede each other and do not merge.
func TestNearnessAloneReplacesNothing(t *testing.T) {
	facts := []string{
		"Ana's birthday is on the 4th of May.",
		"Ben's birthday is on the 9th of June.",
		"Ana is allergic to peanuts.",
		"Ana plays the cello.",
		"The staging cluster runs in Frankfurt.",
		"The production cluster runs in Dublin.",
		"The billing service listens on port 8443.",
		"The search service listens on port 9200.",
		"Deployments need the approval of two people.",
		"Backups are taken at 02:00 UTC.",
		"The logo is set in Inter.",
		"Invoices above 10000 EUR go to Carla.",
		"订单项目用MySQL",
		"报表项目用ClickHouse",
		"小李负责前端",
		"小王负责后端",
	}
	for _, oneByOne := range []bool{false, true} {
		t.Run(fmt.Sprintf("one by one=%v", oneByOne), func(t *testing.T) {
			w := newWorldWith(t, alike{&embedder{}}, nil)
			var ids []string
			for _, fact := range facts {
				ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: fact, Type: memory.TypeFact}).ID)
				w.clock.advance(time.Hour)
				if oneByOne {
					w.index()
				}
			}
			w.index()
			for i, id := range ids {
				if m := w.shows(id).Memory; m.Status != memory.StatusActive {
					t.Errorf("%q is %s, by %q", facts[i], m.Status, w.shows(m.SupersededBy).Memory.Content)
				}
			}
			got := contents(w.recalls(alice, memory.RecallRequest{Query: "everything that is known", TopK: len(facts)}))
			if diff := cmp.Diff(facts, got, sortedStrings); diff != "" {
				t.Error(diff)
			}
		})
	}
}
