package memory

import (
	"context"
	"time"

	"github.com/rearview-dev/rearview/namespace"
)

// consolidate makes episodic what bound a task whose time in the working layer is over: nobody recalled it or said
// it again for that long. Nothing else of it changes. What is unjudged stays until it is judged.
func (m *maintenance) consolidate(ctx context.Context, agent string, p namespace.Working) error {
	q := ScanQuery{
		Agent:          agent,
		Layer:          LayerWorking,
		Status:         StatusActive,
		AccessedBefore: m.started.Add(-time.Duration(p.TTLSeconds) * time.Second),
		Order:          ByID,
		Limit:          archiveBatch,
	}
	for {
		page, err := m.consolidatePage(ctx, q)
		if err != nil || len(page) < q.Limit {
			return err
		}
		q.After = page[len(page)-1].ID
	}
}

func (m *maintenance) consolidatePage(ctx context.Context, q ScanQuery) ([]Memory, error) {
	if err := given(ctx); err != nil {
		return nil, err
	}
	m.lives.Lock()
	defer m.lives.Unlock()
	page, err := m.longTerm.Scan(ctx, Everything(), q)
	if err != nil {
		return nil, err
	}
	var revisions []Revision
	for _, held := range page {
		if held.Rule != RuleUnjudged {
			revisions = append(revisions, Revision{ID: held.ID, Layer: LayerEpisodic})
		}
	}
	ids, err := m.longTerm.Revise(ctx, revisions...)
	if err != nil || len(ids) == 0 {
		return page, err
	}
	m.report.Consolidated += int64(len(ids))
	m.record(ctx, AuditEntry{Agent: q.Agent, Verb: "consolidate", MemoryIDs: ids, Outcome: string(LayerEpisodic)})
	return page, nil
}
