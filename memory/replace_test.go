package memory_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// said is one thing to remember in a story, and who says it.
type said struct {
	by memory.Identity
	memory.RememberRequest
}

func by(id memory.Identity, content string, change ...func(*memory.RememberRequest)) said {
	s := said{id, memory.RememberRequest{Content: content, Type: memory.TypeFact}}
	for _, c := range change {
		c(&s.RememberRequest)
	}
	return s
}

func preferring(r *memory.RememberRequest) { r.Type = memory.TypePreference }
func sharing(r *memory.RememberRequest)    { r.Scope = memory.ScopeShared }
func about(topic string) func(*memory.RememberRequest) {
	return func(r *memory.RememberRequest) { r.Topic = topic }
}

// TestWhatReplacesWhat tells stories, and looks at which memories are active in the end: all at once, one
// after the other, and before anything is indexed.
func TestWhatReplacesWhat(t *testing.T) {
	for _, c := range []struct {
		name  string
		story []said
		want  []string
	}{
		{"a newer value, in Chinese", []said{by(alice, "订单项目用MySQL"), by(alice, "订单项目改用PostgreSQL了")}, []string{"订单项目改用PostgreSQL了"}},
		{"a newer value, in English", []said{by(alice, "The orders project uses MySQL."), by(alice, "The orders project switched to PostgreSQL.")},
			[]string{"The orders project switched to PostgreSQL."}},
		{"word for word, three times", []said{by(alice, "用Python"), by(alice, "用Python"), by(alice, " 用Python")}, []string{"用Python"}},
		{"another agent's", []said{by(alice, "The orders project uses MySQL."), by(bob, "The orders project switched to PostgreSQL.")},
			[]string{"The orders project uses MySQL.", "The orders project switched to PostgreSQL."}},
		{"private and shared", []said{by(alice, "The orders project uses MySQL."), by(alice, "The orders project switched to PostgreSQL.", sharing)},
			[]string{"The orders project uses MySQL.", "The orders project switched to PostgreSQL."}},
		{"other topics", []said{by(alice, "The orders project uses MySQL.", about("orders database")), by(alice, "The orders project switched to PostgreSQL.", about("database of the archive"))},
			[]string{"The orders project uses MySQL.", "The orders project switched to PostgreSQL."}},
		{"nothing in common", []said{by(alice, "My manager is Priya."), by(alice, "The office closes at noon on Fridays.")},
			[]string{"My manager is Priya.", "The office closes at noon on Fridays."}},
	} {
		for _, indexed := range []string{"at once", "one by one", "not yet"} {
			t.Run(c.name+"/"+indexed, func(t *testing.T) {
				w := newWorld(t, nil)
				for _, s := range c.story {
					w.remembers(s.by, s.RememberRequest)
					if indexed == "one by one" {
						w.index()
					}
				}
				if indexed == "at once" {
					w.index()
				}
				var got []string
				for _, id := range []memory.Identity{alice, bob} {
					for _, content := range contents(w.recalls(id, memory.RecallRequest{Query: "orders project MySQL PostgreSQL Python office manager 订单项目用", TopK: 20})) {
						if !slices.Contains(got, content) {
							got = append(got, content)
						}
					}
				}
				if diff := cmp.Diff(c.want, got, sortedStrings); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// replaced tells alice's story of the database, and returns the ids of its three memories: the two that were
// replaced, and the one that holds.
func replaced(w *world) (mysql, again, postgres string) {
	mysql = w.remembers(alice, memory.RememberRequest{Content: "The orders project uses MySQL.", Type: "fact"}).ID
	w.index()
	again = w.remembers(alice, memory.RememberRequest{Content: "The orders project uses MySQL!", Type: "fact"}).ID
	w.index()
	w.clock.advance(time.Hour)
	postgres = w.remembers(alice, memory.RememberRequest{Content: "The orders project switched to PostgreSQL.", Type: "fact"}).ID
	w.index()
	return mysql, again, postgres
}

func TestTheChainCanBeRead(t *testing.T) {
	w := newWorld(t, nil)
	mysql, again, postgres := replaced(w)
	m := w.shows(mysql).Memory
	if m.Status != memory.StatusDeprecated || m.StatusReason != "superseded" || m.SupersededBy != postgres || !m.DeprecatedAt.Equal(w.clock.now()) {
		t.Errorf("%+v", m)
	}
	if m.AccessCount != 1 || m.Importance <= w.shows(again).Memory.Importance {
		t.Errorf("not raised by its repeat: read %d times, importance %v", m.AccessCount, m.Importance)
	}
	if m := w.shows(again).Memory; m.Status != memory.StatusDeprecated || m.StatusReason != "merged" || m.SupersededBy != mysql {
		t.Errorf("%+v", m)
	}
	for range 2 {
		wantChain(t, w, postgres, []string{mysql, again}, []string{})
		wantChain(t, w, mysql, []string{again}, []string{postgres})
		wantChain(t, w, again, []string{}, []string{mysql, postgres})
		// The same from cold storage.
		w.clock.advance(40 * day)
		w.recalls(alice, memory.RecallRequest{Query: "orders project"})
		w.maintains()
		for _, id := range []string{mysql, again} {
			if shown := w.shows(id); shown.Place != memory.PlaceCold || shown.Memory.SupersededBy == "" {
				t.Errorf("%+v", shown)
			}
		}
	}
	story, err := w.History(t.Context(), mysql)
	if err != nil || !slices.ContainsFunc(story.Entries, func(e memory.AuditEntry) bool {
		return e.Outcome == "superseded" && slices.Equal(e.MemoryIDs, []string{mysql, postgres}) && e.Reason != ""
	}) {
		t.Errorf("%+v, %v", story.Entries, err)
	}
}

func wantChain(t *testing.T, w *world, id string, replaced, replacedBy []string) {
	t.Helper()
	story, err := w.History(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	ids := func(ms []memory.Memory) []string {
		all := []string{}
		for _, m := range ms {
			all = append(all, m.ID)
		}
		return all
	}
	if diff := cmp.Diff([][]string{replaced, replacedBy}, [][]string{ids(story.Replaced), ids(story.ReplacedBy)}); diff != "" {
		t.Error(diff)
	}
}

// Whoever restores a memory has the last word: it stands beside everything that had replaced it.
func TestASupersessionCanBeUndone(t *testing.T) {
	w := newWorld(t, nil)
	mysql, again, postgres := replaced(w)
	m, err := w.Restore(t.Context(), again)
	if err != nil || m.Status != memory.StatusActive || m.SupersededBy != "" || !m.DeprecatedAt.IsZero() {
		t.Fatalf("%+v, %v", m, err)
	}
	if diff := cmp.Diff([]string{mysql, postgres}, m.KeptWith); diff != "" {
		t.Error(diff)
	}
	w.index()
	w.maintains()
	got := w.recalls(alice, memory.RecallRequest{Query: "orders project"})
	if diff := cmp.Diff([]string{"The orders project uses MySQL!", "The orders project switched to PostgreSQL."}, contents(got), sortedStrings); diff != "" {
		t.Error(diff)
	}
	later := w.remembers(alice, memory.RememberRequest{Content: "The orders project switched to CockroachDB.", Type: "fact"}).ID
	w.index()
	if m := w.shows(again).Memory; m.SupersededBy != later {
		t.Errorf("what is newer than the undoing does not replace it: %+v", m)
	}
}

func TestWhatWasRememberedLateDoesNotReplace(t *testing.T) {
	w := newWorld(t, nil)
	postgres := w.remembers(alice, memory.RememberRequest{Content: "The orders project switched to PostgreSQL.", Type: "fact"}).ID
	w.index()
	mysql := w.remembers(alice, memory.RememberRequest{
		Content: "The orders project uses MySQL.", Type: "fact", OccurredAt: beginning.Add(-time.Hour),
	}).ID
	w.index()
	if m := w.shows(mysql).Memory; m.SupersededBy != postgres {
		t.Errorf("%+v", m)
	}
	if m := w.shows(postgres).Memory; m.Status != memory.StatusActive {
		t.Errorf("%+v", m)
	}
}

func TestForgettingTheNewerBringsNothingBack(t *testing.T) {
	w := newWorld(t, nil)
	mysql, again, postgres := replaced(w)
	if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{postgres, again}}); err != nil {
		t.Fatal(err)
	}
	if m := w.shows(again).Memory; m.Status != memory.StatusArchived || m.SupersededBy != mysql {
		t.Errorf("%+v", m)
	}
	if got := w.recalls(alice, memory.RecallRequest{Query: "orders project"}); len(got.Memories) != 0 {
		t.Errorf("found %q", contents(got))
	}
}

func TestTheAnswerSaysWhatBecameOfIt(t *testing.T) {
	w := newWorld(t, nil)
	w.run()
	ask := func(content string) memory.RememberResult {
		t.Helper()
		return w.remembers(alice, memory.RememberRequest{Content: content, Type: "fact", Wait: true})
	}
	first := ask("The orders project uses MySQL.")
	if first.Outcome != memory.OutcomeStored || first.Touched != nil {
		t.Errorf("%+v", first)
	}
	if again := ask(" The orders project  uses MySQL."); again.Outcome != memory.OutcomeMerged || again.ID != first.ID || !slices.Equal(again.Touched, []string{first.ID}) {
		t.Errorf("word for word: %+v", again)
	}
	if again := ask("The orders project uses MySQL!"); again.Outcome != memory.OutcomeMerged || again.ID == first.ID || !slices.Equal(again.Touched, []string{first.ID}) {
		t.Errorf("in other words: %+v", again)
	}
	second := ask("The orders project switched to PostgreSQL.")
	if second.Outcome != memory.OutcomeSuperseded || !slices.Equal(second.Touched, []string{first.ID}) {
		t.Errorf("%+v", second)
	}
	got := w.recalls(alice, memory.RecallRequest{IDs: []string{first.ID, second.ID, first.ID}})
	if len(got.Memories) != 2 || got.Memories[0].Memory.Status != memory.StatusDeprecated || got.Memories[0].Memory.SupersededBy != second.ID {
		t.Errorf("%+v", got)
	}
	nobody, nothing := ulid.Make().String(), "no id"
	if got := w.recalls(alice, memory.RecallRequest{IDs: []string{nobody, second.ID, nothing}}); len(got.Memories) != 1 || got.Memories[0].Memory.ID != second.ID {
		t.Errorf("among unknown ids: %+v", got)
	}
	if got := w.recalls(bob, memory.RecallRequest{IDs: []string{first.ID, second.ID}}); len(got.Memories) != 0 {
		t.Errorf("another agent sees %q", contents(got))
	}
	_, err := w.Recall(t.Context(), alice, memory.RecallRequest{IDs: []string{second.ID}, Query: "x"})
	wantKind(t, err, memory.KindInvalid)
}

func TestWaitingEnds(t *testing.T) {
	w := newWorld(t, nil) // nobody indexes
	if got := w.remembers(alice, memory.RememberRequest{Content: "The orders project uses MySQL.", Type: "fact", Wait: true}); got.Outcome != memory.OutcomeQueued {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsLeftOutIsNamed(t *testing.T) {
	w := newWorld(t, nil)
	mysql := w.remembers(alice, memory.RememberRequest{Content: "The orders project uses MySQL.", Type: "fact"}).ID
	w.index()
	postgres := w.remembers(alice, memory.RememberRequest{Content: "The orders project switched to PostgreSQL.", Type: "fact"}).ID
	got := w.recalls(alice, memory.RecallRequest{Query: "orders project"})
	if len(got.Memories) != 1 || got.Memories[0].Memory.ID != postgres {
		t.Errorf("found %q", contents(got))
	}
	if len(got.Outranked) != 1 || got.Outranked[0].ID != mysql || got.Outranked[0].By != postgres || got.Outranked[0].Reason != "superseded" {
		t.Errorf("%+v", got.Outranked)
	}
}

// TestCrashWhileReplacing crashes at every step of merging and superseding.
func TestCrashWhileReplacing(t *testing.T) {
	t.Parallel()
	crashAnywhere(t,
		[]string{"I decided the bridge uses MySQL.", "I decided the bridge uses MySQL!", "I decided the bridge switched to PostgreSQL.", "Anna decided to paint the bridge."},
		[]string{"I decided the bridge switched to PostgreSQL.", "Anna decided to paint the bridge."})
}

// What was replaced goes to cold storage like what nobody reads, whatever its layer and whoever is left, and
// says there why.
func TestTheReplacedAreArchived(t *testing.T) {
	w := newWorld(t, nil)
	mysql, _, postgres := replaced(w)
	if _, err := w.Forget(t.Context(), alice, memory.ForgetRequest{IDs: []string{postgres}}); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(29 * day)
	if got := w.maintains().Archived; !maps.Equal(got, map[string]int64{"forgotten": 1}) {
		t.Errorf("after 29 days: %v", got)
	}
	w.clock.advance(2 * day)
	if got := w.maintains().Archived; !maps.Equal(got, map[string]int64{"superseded": 1, "merged": 1}) {
		t.Errorf("after 31 days: %v", got)
	}
	shown := w.shows(mysql)
	if m := shown.Memory; shown.Place != memory.PlaceCold || m.StatusReason != "superseded" || m.SupersededBy != postgres || m.DeprecatedAt.IsZero() {
		t.Errorf("%+v", shown)
	}
}

// TestOfWhatIsSharedTheNewestIsRecalled has two agents write for all: neither changes what the other wrote, but the
// newer one keeps the older one out of the answers to both.
func TestOfWhatIsSharedTheNewestIsRecalled(t *testing.T) {
	const mysql, postgres = "The orders project uses MySQL.", "The orders project switched to PostgreSQL."
	for _, c := range []struct {
		name     string
		old, new said
		want     []string
	}{
		{"a fact", by(alice, mysql, sharing), by(bob, postgres, sharing), []string{postgres}},
		{"the same again", by(alice, mysql, sharing), by(bob, "The orders project uses MySQL!", sharing), []string{"The orders project uses MySQL!"}},
		{"one's own first", by(alice, mysql), by(bob, postgres, sharing), []string{postgres, mysql}},
		{"two topics", by(alice, mysql, sharing, about("orders")), by(bob, postgres, sharing, about("archive")), []string{postgres, mysql}},
		{"a preference of each", by(alice, "I drink tea in the morning.", sharing, preferring), by(bob, "I switched to coffee in the morning.", sharing, preferring),
			[]string{"I switched to coffee in the morning.", "I drink tea in the morning."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			old := w.remembers(c.old.by, c.old.RememberRequest).ID
			w.clock.advance(day)
			newer := w.remembers(c.new.by, c.new.RememberRequest).ID
			for range 2 {
				got := w.recalls(alice, memory.RecallRequest{Query: "orders project in the morning"})
				if diff := cmp.Diff(c.want, contents(got), sortedStrings); diff != "" {
					t.Error(diff)
				}
				if len(c.want) == 1 && (len(got.Outranked) != 1 || got.Outranked[0].By != got.Memories[0].Memory.ID) {
					t.Errorf("left out: %+v", got.Outranked)
				}
				w.index()
			}
			for _, id := range []string{old, newer} {
				if m := w.shows(id).Memory; m.Status != memory.StatusActive {
					t.Errorf("%+v", m)
				}
			}
		})
	}
}

// TestWhatIsNotNearIsMet has many memories nearer to a new one than the one that it replaces, which has the same
// topic or a rare word.
func TestWhatIsNotNearIsMet(t *testing.T) {
	for _, c := range []struct{ name, old, crowd, new, topic string }{
		{"a topic", "Hosting provider: Hetzner", "Of everything on AWS and Hetzner nobody but %s spoke", "We moved everything from Hetzner to AWS", "hosting"},
		{"a rare word", "The gym code is 4471", "On the 9038 changed code nobody but %s spoke", "They changed the gym code, it's 9038 now", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			for i := range 30 {
				w.remembers(alice, memory.RememberRequest{
					Content: fmt.Sprintf(c.crowd, saint(i)), Type: "event", Task: "crowd", Topic: c.topic,
					Scope: memory.Scope([]string{"private", "shared"}[i%2]),
				})
			}
			old := w.remembers(alice, memory.RememberRequest{Content: c.old, Type: "fact", Topic: c.topic}).ID
			w.index()
			near, err := w.config.LongTerm.Neighbours(t.Context(), memory.NeighbourQuery{
				Agent: "alice", Scope: memory.ScopePrivate, Vector: vectorOf(c.new), Limit: 12,
			})
			if err != nil || len(near[0].Near) < 12 || slices.ContainsFunc(near[0].Near, func(s memory.Scored) bool { return s.ID == old }) {
				t.Fatalf("the old one is near by itself: %v, %v", near, err)
			}
			newer := w.remembers(alice, memory.RememberRequest{Content: c.new, Type: "fact", Topic: c.topic}).ID
			w.index()
			if m := w.shows(old).Memory; m.SupersededBy != newer {
				t.Errorf("%+v", m)
			}
		})
	}
}

// Saying again what stands beside a restored memory by a person's word does not replace that one.
func TestSayingItAgainDoesNotUndoTheUndoing(t *testing.T) {
	for _, again := range []string{"The orders project switched to PostgreSQL.", "The orders project switched to PostgreSQL!"} {
		w := newWorld(t, nil)
		mysql, _, _ := replaced(w)
		if _, err := w.Restore(t.Context(), mysql); err != nil {
			t.Fatal(err)
		}
		w.index()
		w.remembers(alice, memory.RememberRequest{Content: again, Type: "fact"})
		w.index()
		if m := w.shows(mysql).Memory; m.Status != memory.StatusActive {
			t.Errorf("%q: %+v", again, m)
		}
	}
}
