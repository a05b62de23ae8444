package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

// known is what the model knows of an acknowledged memory.
type known struct {
	id        string
	agent     string
	scope     memory.Scope
	content   string
	forgotten bool
}

// sayings are about bridges; some repeat, contradict and replace others.
var sayings = rapid.SampledFrom([]string{
	"The bridge waits in the rain.", "The bridge waits in the rain, again.", "The old bridge is closed.", "The old bridge is open again.",
	"The bridge is painted with MySQL.", "The bridge is now painted with PostgreSQL.", "用MySQL建桥bridge", "改用PostgreSQL建桥bridge",
	"The bridge opens at 9.", "The bridge opens at 10 from now on.", "Anna walks over the bridge.", "A fish swims below the bridge.",
})

// TestAnySequence does anything in any order. A memory that was acknowledged is there by its id for ever, is
// never recalled by who may not see it or after it was forgotten, and comes back when it is restored.
func TestAnySequence(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		w := newWorld(t, func(w *world) {
			for i := range w.policy.Agents {
				p := &w.policy.Agents[i].Policy
				p.Working.MaxEntries, p.Episodic.MaxEntries, p.Semantic.MaxEntries = 2, 3, 3
			}
			if rapid.Bool().Draw(r, "appraised") {
				appraised(w)
			}
			if rapid.Bool().Draw(r, "judged") {
				w.policy.Model = &namespace.Model{URL: "http://localhost/v1", Name: "moody"}
				w.config.OpenJudge = func(namespace.Model) (memory.Judge, error) { return &moody{}, nil }
			}
		})
		ctx := t.Context()
		var all []*known
		pick := func(r *rapid.T) *known {
			if len(all) == 0 {
				r.Skip("nothing is remembered yet")
			}
			return rapid.SampledFrom(all).Draw(r, "memory")
		}
		agent := rapid.SampledFrom([]memory.Identity{alice, bob})
		r.Repeat(map[string]func(*rapid.T){
			"remember": func(r *rapid.T) {
				id := agent.Draw(r, "agent")
				request := memory.RememberRequest{
					Content: sayings.Draw(r, "content"),
					Type:    rapid.SampledFrom([]memory.Type{"", "preference", "fact", "event"}).Draw(r, "type"),
					Scope:   rapid.SampledFrom([]memory.Scope{"private", "shared"}).Draw(r, "scope"),
					Task:    rapid.SampledFrom([]string{"", "roads"}).Draw(r, "task"),
					Session: rapid.SampledFrom([]string{"", "s"}).Draw(r, "session"),
				}
				result, err := w.Remember(ctx, id, request)
				if err != nil {
					r.Fatal(err)
				}
				w.clock.advance(time.Millisecond)
				if result.Outcome == memory.OutcomeMerged {
					i := slices.IndexFunc(all, func(k *known) bool { return k.id == result.ID })
					if i < 0 || all[i].content != request.Content || all[i].agent != id.Agent || all[i].forgotten {
						r.Fatalf("merged into %s", result.ID)
					}
					return
				}
				all = append(all, &known{id: result.ID, agent: id.Agent, scope: request.Scope, content: request.Content})
			},
			"forget": func(r *rapid.T) {
				id, k := agent.Draw(r, "agent"), pick(r)
				_, err := w.Forget(ctx, id, memory.ForgetRequest{IDs: []string{k.id}})
				want := memory.Kind("")
				switch {
				case id.Agent == k.agent:
					k.forgotten = true
				case k.scope == memory.ScopeShared:
					want = memory.KindNotAllowed
				default:
					want = memory.KindNotFound
				}
				if memory.KindOf(err) != want {
					r.Fatalf("%s forgets %+v: %v", id.Agent, k, err)
				}
			},
			"restore": func(r *rapid.T) {
				k := pick(r)
				m, err := w.Restore(ctx, k.id)
				if err != nil || m.Content != k.content || m.Status != memory.StatusActive {
					r.Fatalf("%+v, %v", m, err)
				}
				k.forgotten = false
				got, err := w.Search(ctx, memory.Everything(), memory.RecallRequest{Query: k.content, TopK: 100})
				// Of copies only one is looked at, and it may be left out.
				outranked := func(o memory.Outranked) bool {
					return slices.ContainsFunc(all, func(copied *known) bool { return copied.id == o.ID && copied.content == k.content })
				}
				if err != nil || !slices.Contains(contents(got), k.content) && !slices.ContainsFunc(got.Outranked, outranked) {
					r.Fatalf("restored, but not found: %q, %v", contents(got), err)
				}
			},
			"history": func(r *rapid.T) {
				k := pick(r)
				story, err := w.History(ctx, k.id)
				if err != nil || len(story.ReplacedBy) > len(all) || len(story.Replaced) > len(all) {
					r.Fatalf("the chain of %+v: %d before it, %d after it, %v", k, len(story.Replaced), len(story.ReplacedBy), err)
				}
			},
			"index":    func(*rapid.T) { w.index() },
			"maintain": func(*rapid.T) { w.maintains() },
			"restart":  func(*rapid.T) { w.restart() },
			"wait": func(r *rapid.T) {
				w.clock.advance(rapid.SampledFrom([]time.Duration{time.Minute, 2 * time.Hour, 40 * day}).Draw(r, "time"))
			},
			"recall": func(r *rapid.T) {
				id := agent.Draw(r, "agent")
				got := w.recalls(id, memory.RecallRequest{Query: "bridge", TopK: 100})
				seen := map[string]bool{}
				for _, h := range got.Memories {
					if seen[h.Memory.ID] {
						r.Fatalf("found twice: %q", h.Memory.Content)
					}
					seen[h.Memory.ID] = true
					i := slices.IndexFunc(all, func(k *known) bool { return k.id == h.Memory.ID })
					if i < 0 {
						r.Fatalf("found what nobody remembered: %q", h.Memory.Content)
					}
					if k := all[i]; k.forgotten || k.scope == memory.ScopePrivate && k.agent != id.Agent {
						r.Fatalf("%s may not see %+v", id.Agent, k)
					}
				}
			},
			"": func(r *rapid.T) {
				for _, k := range all {
					shown, err := w.Show(ctx, k.id)
					if err != nil || shown.Memory.Content != k.content {
						r.Fatalf("%+v is out of reach: %+v, %v", k, shown, err)
					}
					if k.forgotten && shown.Memory.Status != memory.StatusArchived {
						r.Fatalf("%+v is %s", k, shown.Memory.Status)
					}
				}
			},
		})
	})
}

// saint is a name like no other number's.
func saint(n int) string {
	var b strings.Builder
	for _, digit := range fmt.Sprintf("%03d", n) {
		b.WriteString([]string{"ba", "do", "ki", "lu", "me", "ra", "so", "ti", "vu", "ze"}[digit-'0'])
	}
	return b.String()
}

// TestEverythingAtOnce calls every verb from many goroutines while the engine runs.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	stop := w.run()
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		ids []string
	)
	remember := func(id memory.Identity, n int) {
		for i := range 25 {
			result, err := w.Remember(t.Context(), id, memory.RememberRequest{
				Content: fmt.Sprintf("The bridge of %s waits for %s.", saint(i), saint(n+100)),
				Task:    []string{"", "roads"}[i%2],
			})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			ids = append(ids, result.ID)
			mu.Unlock()
			if i%5 == 0 {
				if _, err := w.Forget(t.Context(), id, memory.ForgetRequest{IDs: []string{result.ID}}); err != nil {
					t.Error(err)
				}
				if _, err := w.Restore(t.Context(), result.ID); err != nil {
					t.Error(err)
				}
			}
		}
	}
	for n := range 4 {
		wg.Go(func() { remember([]memory.Identity{alice, bob}[n%2], n) })
	}
	for range 2 {
		wg.Go(func() {
			for range 20 {
				if _, err := w.Recall(t.Context(), alice, memory.RecallRequest{Query: "bridge"}); err != nil {
					t.Error(err)
				}
				if _, err := w.Stats(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 5 {
			w.clock.advance(time.Minute)
			if _, err := w.Maintain(t.Context()); err != nil {
				t.Error(err)
			}
			if err := w.Apply(effective(namespace.DefaultPolicy())); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	w.drain()
	stop()
	for _, id := range ids {
		if shown := w.shows(id); shown.Memory.Status != memory.StatusActive {
			t.Errorf("%s is %s", id, shown.Memory.Status)
		}
	}
}

// TestAcknowledgedThroughStop stops the engine while callers write, and goes on with another on the same
// stores: whatever was acknowledged is indexed in the end.
func TestAcknowledgedThroughStop(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var ids []string
	for round := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = w.Run(ctx)
		}()
		for i := range 40 {
			ids = append(ids, w.remembers(alice, memory.RememberRequest{Content: "Decision: paint the bridge of " + saint(100*round+i)}).ID)
			if i == 20 {
				cancel()
			}
		}
		cancel()
		<-ended
		w.restart()
	}
	w.index()
	for _, id := range ids {
		if w.vectorOfMemory(id) == nil {
			t.Errorf("%s was not indexed", id)
		}
	}
}
