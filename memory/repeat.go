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

// repeatOf is the memory that says, word for word, what is to be written, for the same readers and of the same
// task and topic; nil when there is none, or the store does not say.
func (e *Engine) repeatOf(ctx context.Context, m Memory) *Memory {
	terms := text.Words(m.Content)
	if m.Layer == LayerWorking || len(m.Content) > repeatBytes || len(terms) == 0 {
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
		if r.Status == StatusActive && r.Agent == m.Agent && r.Scope == m.Scope && r.Layer == m.Layer &&
			r.Task == m.Task && r.Topic == m.Topic && sameText(r.Content, m.Content) {
			return &r.Memory
		}
	}
	return nil
}

// sameText says whether texts differ in white space at most.
func sameText(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// became says what became of a memory that was just written, once the worker has dealt with it or settleWait
// has passed: what it replaced, or what took it in.
func (e *Engine) became(ctx context.Context, m Memory) (Outcome, []string, error) {
	e.pending.await(ctx, m.ID, settleWait)
	records, err := e.longTerm.Get(ctx, Everything(), m.ID)
	if err != nil || len(records) == 0 {
		return OutcomeQueued, nil, err
	}
	switch now := records[0]; {
	case now.Status == StatusDeprecated && now.StatusReason == ReasonMerged:
		return OutcomeMerged, []string{now.SupersededBy}, nil
	case len(now.Chunks) == 0:
		return OutcomeQueued, nil, nil
	}
	replaced, err := e.longTerm.Scan(ctx, Everything(), ScanQuery{SupersededBy: m.ID, Limit: maxLineage})
	switch {
	case err != nil:
		return OutcomeQueued, nil, err
	case len(replaced) == 0:
		return OutcomeStored, nil, nil
	default:
		return OutcomeSuperseded, idsOf(replaced), nil
	}
}
