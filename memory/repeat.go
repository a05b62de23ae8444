package memory

import (
	"context"
	"strings"
	"time"

	"github.com/rearview-dev/rearview/text"
)

const (
	// repeatBytes is the longest content whose exact repeats are looked for before it is written. Those of
	// longer ones are merged by the worker.
	repeatBytes = 512
	// settleWait is how long a caller that asked for it waits to hear what became of a memory.
	settleWait = 2 * time.Second
)

// repeatOf is the memory that says, word for word, what is to be written, for the same readers, of the same
// task and topic, and with no other metadata; nil when there is none, or the store does not say.
func (e *Engine) repeatOf(ctx context.Context, m Memory) *Memory {
	terms := text.Words(m.Content)
	if m.Expires() || len(m.Content) > repeatBytes || len(terms) == 0 {
		return nil
	}
	found, err := e.longTerm.SearchWords(ctx, Identity{Agent: m.Agent}.Visibility(), WordQuery{Terms: terms, Limit: neighbours})
	if err != nil {
		return nil
	}
	ids := make([]string, len(found.Hits))
	for i, h := range found.Hits {
		ids[i] = h.ID
	}
	records, err := e.longTerm.Get(ctx, Identity{Agent: m.Agent}.Visibility(), ids...)
	if err != nil {
		return nil
	}
	for _, r := range records {
		// What is unjudged may turn out not to be worth keeping, however often it is said.
		if r.Status == StatusActive && r.Rule != RuleUnjudged && r.Agent == m.Agent && r.Scope == m.Scope &&
			(r.Layer == m.Layer || m.Rule == RuleUnjudged) && r.Task == m.Task && r.Topic == m.Topic && holdsAll(r.Metadata, m.Metadata) &&
			sameText(r.Content, m.Content) {
			return &r.Memory
		}
	}
	return nil
}

// sameText says whether texts differ in white space at most.
func sameText(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// became says what became of a memory that was just written, once the worker and the judge have dealt with it or
// settleWait has passed: what it is now, and what it replaced, or what took it in.
func (e *Engine) became(ctx context.Context, m Memory) (now Memory, outcome Outcome, touched []string, err error) {
	limit, stop := context.WithTimeout(ctx, settleWait)
	defer stop()
	e.pending.await(limit, m.ID, settleWait)
	e.judging.await(limit, m.ID)
	records, err := e.longTerm.Get(ctx, Everything(), m.ID)
	if err != nil || len(records) == 0 {
		return m, OutcomeQueued, nil, err
	}
	now = records[0].Memory
	switch {
	case now.Status == StatusArchived && now.StatusReason == ReasonLowImportance:
		return now, OutcomeSkipped, nil, nil
	case now.Status == StatusDeprecated && now.StatusReason == ReasonMerged:
		return now, OutcomeMerged, []string{now.SupersededBy}, nil
	case len(records[0].Chunks) == 0:
		return now, OutcomeQueued, nil, nil
	}
	replaced, err := e.longTerm.Scan(ctx, Everything(), ScanQuery{SupersededBy: m.ID, Limit: maxLineage})
	switch {
	case err != nil:
		return now, OutcomeQueued, nil, err
	case len(replaced) == 0:
		return now, OutcomeStored, nil, nil
	default:
		return now, OutcomeSuperseded, idsOf(replaced), nil
	}
}
