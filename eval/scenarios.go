package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/rearview-dev/rearview/memory"
)

// Scenario is the history of two agents, and what they ask about it.
type Scenario struct {
	ID       string           `json:"id"`
	Lang     string           `json:"lang"`
	Title    string           `json:"title"`
	Now      moment           `json:"now"`
	Memories []ScenarioMemory `json:"memories"`
	// Duplicates are pairs of ids that say the same: either satisfies a query, and both count once.
	Duplicates [][2]string     `json:"duplicates"`
	Queries    []ScenarioQuery `json:"queries"`
}

// ScenarioMemory is one memory of a history.
type ScenarioMemory struct {
	ID      string `json:"id"`
	Content string `json:"content"`
	Type    string `json:"type"`
	Task    string `json:"task_id"`
	Session string `json:"session_id"`
	// Agent that wrote it; empty for somebody else.
	Agent string `json:"agent"`
	Scope string `json:"scope"`
	At    moment `json:"at"`
}

// ScenarioQuery is one question about a history.
type ScenarioQuery struct {
	Query string `json:"query"`
	// Agent that asks; empty for somebody else.
	Agent string `json:"agent"`
	Task  string `json:"task_id"`
	At    moment `json:"at"`
	// Relevant are the ids that answer it; none when nothing that the agent may see does.
	Relevant []string `json:"relevant"`
	// MustNot are the ids that must not come back: what is private to another agent, and what was replaced.
	MustNot []string `json:"must_not"`
}

// somebody is the agent of memories and queries that name none.
const somebody = "somebody"

// ScenariosResult is what recall brought back of histories.
type ScenariosResult struct {
	Queries int `json:"queries"`
	// RecallAt is the mean share of the relevant memories among the first 5, over queries that have an answer.
	RecallAt struct {
		At5 float64 `json:"5"`
	} `json:"recall_at"`
	// HitAt5 is the share of those queries with any relevant memory among the first 5.
	HitAt5 float64 `json:"hit_at_5"`
	// SupersededReturned counts queries that brought back a memory that must not come back because it was
	// replaced; Forbidding counts the queries that forbid any such.
	SupersededReturned int `json:"superseded_returned"`
	Forbidding         int `json:"forbidding"`
	// PrivateLeaks counts memories that came back and are private to another agent.
	PrivateLeaks int `json:"private_leaks"`

	answered int
	mistakes []scenarioMistake
}

type scenarioMistake struct {
	scenario, query string
	missed, bad     []string
}

// Scenarios replays histories, each in a store of its own and at its own times, and asks their queries for
// five memories. Maintenance does not run: what is measured is recall and supersession, not how memories age.
func Scenarios(ctx context.Context, c Config) (ScenariosResult, error) {
	seen := ids{}
	scenarios, err := readJSONLines(c.Data, func(s *Scenario) error { return errors.Join(seen.add(s.ID), s.check()) })
	if err != nil {
		return ScenariosResult{}, err
	}
	var r ScenariosResult
	for i, s := range scenarios {
		if err := c.replayScenario(ctx, s, &r); err != nil {
			return r, memory.Wrap(memory.KindOf(err), err, "scenario "+s.ID)
		}
		c.report(Progress{File: c.Data, Stage: StageAsk, Done: i + 1, Total: len(scenarios)})
	}
	if r.answered > 0 {
		r.RecallAt.At5 /= float64(r.answered)
		r.HitAt5 /= float64(r.answered)
	}
	return r, nil
}

func (s *Scenario) check() error {
	known := ids{}
	for _, m := range s.Memories {
		if err := errors.Join(known.add(m.ID), oneOf("scope", m.Scope, "private", "shared")); err != nil {
			return fmt.Errorf("memory %q: %w", m.ID, err)
		}
	}
	for i, q := range s.Queries {
		for _, id := range slices.Concat(q.Relevant, q.MustNot) {
			if !known[id] {
				return fmt.Errorf("queries[%d]: %q is no memory of this scenario", i, id)
			}
		}
	}
	if len(s.Memories) == 0 || len(s.Queries) == 0 {
		return errors.New("there must be memories and queries")
	}
	return nil
}

func (c Config) replayScenario(ctx context.Context, s Scenario, r *ScenariosResult) error {
	agents := []string{somebody}
	for _, m := range s.Memories {
		if a := cmp.Or(m.Agent, somebody); !slices.Contains(agents, a) {
			agents = append(agents, a)
		}
	}
	for _, q := range s.Queries {
		if a := cmp.Or(q.Agent, somebody); !slices.Contains(agents, a) {
			agents = append(agents, a)
		}
	}
	memories := slices.SortedStableFunc(slices.Values(s.Memories), func(a, b ScenarioMemory) int { return a.At.Compare(b.At.Time) })
	return c.try(ctx, memories[0].At.Time, agents, func(t *trial) error {
		lines := make(map[string]string, len(memories))
		for _, m := range memories {
			got, err := t.remember(ctx, cmp.Or(m.Agent, somebody), m.At.Time, memory.RememberRequest{
				Content: m.Content, Type: memory.Type(m.Type), Scope: memory.Scope(m.Scope), Task: m.Task, Session: m.Session,
			})
			if err != nil {
				return memory.Wrap(memory.KindOf(err), err, "memory "+m.ID)
			}
			if lines[got.ID] == "" {
				lines[got.ID] = m.ID
			}
		}
		if err := t.index(ctx, s.Now.Time); err != nil {
			return err
		}
		for _, q := range s.Queries {
			if err := t.askScenario(ctx, s, q, lines, r); err != nil {
				return memory.Wrap(memory.KindOf(err), err, fmt.Sprintf("query %q", q.Query))
			}
		}
		return nil
	})
}

func (t *trial) askScenario(ctx context.Context, s Scenario, q ScenarioQuery, lines map[string]string, r *ScenariosResult) error {
	const first = 5
	t.clock.set(q.At.Time)
	found, err := t.engine.Recall(ctx, memory.Identity{Agent: cmp.Or(q.Agent, somebody)}, memory.RecallRequest{Query: q.Query, Task: q.Task, TopK: first})
	if err != nil {
		return err
	}
	got := make([]string, len(found.Memories))
	for i, h := range found.Memories {
		got[i] = lines[h.Memory.ID]
	}
	r.add(s, q, got)
	return nil
}

// add counts what came back for a query.
func (r *ScenariosResult) add(s Scenario, q ScenarioQuery, got []string) {
	r.Queries++
	mistake := scenarioMistake{scenario: s.ID, query: q.Query}
	private := func(id string) bool {
		return slices.ContainsFunc(s.Memories, func(m ScenarioMemory) bool { return m.ID == id && m.Scope == "private" && m.Agent != q.Agent })
	}
	superseded, forbids := false, false
	for _, id := range q.MustNot {
		if private(id) {
			continue
		}
		forbids = true
		if slices.Contains(got, id) {
			superseded = true
			mistake.bad = append(mistake.bad, id)
		}
	}
	for _, id := range got {
		if private(id) {
			r.PrivateLeaks++
			mistake.bad = append(mistake.bad, id)
		}
	}
	if forbids {
		r.Forbidding++
	}
	if superseded {
		r.SupersededReturned++
	}
	r.addRecall(s, q, got, &mistake)
	if len(mistake.bad)+len(mistake.missed) > 0 {
		r.mistakes = append(r.mistakes, mistake)
	}
}

func (r *ScenariosResult) addRecall(s Scenario, q ScenarioQuery, got []string, mistake *scenarioMistake) {
	wanted := s.withoutDuplicates(q.Relevant)
	if len(wanted) == 0 {
		return
	}
	r.answered++
	hits := 0
	for _, id := range wanted {
		if slices.ContainsFunc(s.sameAs(id), func(same string) bool { return slices.Contains(got, same) }) {
			hits++
		} else {
			mistake.missed = append(mistake.missed, id)
		}
	}
	r.RecallAt.At5 += float64(hits) / float64(len(wanted))
	if hits > 0 {
		r.HitAt5++
	}
}

// sameAs is an id and those that say the same.
func (s Scenario) sameAs(id string) []string {
	same := []string{id}
	for _, pair := range s.Duplicates {
		switch id {
		case pair[0]:
			same = append(same, pair[1])
		case pair[1]:
			same = append(same, pair[0])
		}
	}
	return same
}

// withoutDuplicates is ids with only the first of those that say the same.
func (s Scenario) withoutDuplicates(all []string) []string {
	var once []string
	for _, id := range all {
		if !slices.ContainsFunc(s.sameAs(id), func(same string) bool { return slices.Contains(once, same) }) {
			once = append(once, id)
		}
	}
	return once
}

// WriteTable writes the scores, and the queries that did not come out right, for people.
func (r ScenariosResult) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "queries\t%d, of which %d have an answer\n", r.Queries, r.answered)
	fmt.Fprintf(t, "R@5\t%.1f %%\n", 100*r.RecallAt.At5)
	fmt.Fprintf(t, "hit@5\t%.1f %%\n", 100*r.HitAt5)
	fmt.Fprintf(t, "superseded returned\t%d of %d queries that forbid some\n", r.SupersededReturned, r.Forbidding)
	fmt.Fprintf(t, "private leaks\t%d\n", r.PrivateLeaks)
	for i, m := range r.mistakes {
		if i == 0 {
			fmt.Fprintln(t, "\nscenario\tmissed\tmust not come back\tquery")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", m.scenario, strings.Join(m.missed, " "), strings.Join(m.bad, " "), oneLine(m.query))
	}
	return t.Flush()
}
