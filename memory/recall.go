package memory

import (
	"context"

	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/namespace"
)

// Recall finds the agent's own memories and the shared ones, and records that they were read.
// Kinds of error: invalid, not_allowed (unknown agent), not_found (unknown task), unavailable.
func (e *Engine) Recall(ctx context.Context, id Identity, r RecallRequest) (RecallResult, error) {
	policy, err := e.policyOf(id)
	if err != nil {
		return RecallResult{}, err
	}
	found, err := e.find(ctx, id.Visibility(), r, policy)
	if err != nil {
		return RecallResult{}, err
	}
	ids := make([]string, len(found.Memories))
	var longTerm []string
	for i, h := range found.Memories {
		ids[i] = h.Memory.ID
		if !h.Memory.Expires() {
			longTerm = append(longTerm, h.Memory.ID)
		}
	}
	if len(longTerm) > 0 {
		if err := e.longTerm.Touch(ctx, e.now(), longTerm...); err != nil {
			e.log.WarnContext(ctx, "recalled memories are not marked as read", "error", err)
		}
	}
	e.record(ctx, AuditEntry{Agent: id.Agent, Verb: "recall", MemoryIDs: ids, Outcome: outcomeOf(found)})
	return found, nil
}

func outcomeOf(r RecallResult) string {
	switch {
	case len(r.Degraded) > 0:
		return "degraded"
	case len(r.Memories) == 0:
		return "nothing"
	default:
		return "found"
	}
}

// Search is Recall for the person who owns the data, or for what v sees. It leaves no trace: access times
// stay as they are. It always explains.
func (e *Engine) Search(ctx context.Context, v Visibility, r RecallRequest) (RecallResult, error) {
	r.Explain = true
	return e.find(ctx, v, r, e.obeyed.Load().PolicyOf(v.Agent()))
}

// find answers a request from what v sees.
func (e *Engine) find(ctx context.Context, v Visibility, r RecallRequest, p namespace.Policy) (RecallResult, error) {
	if err := validateRecall(r); err != nil {
		return RecallResult{}, err
	}
	if len(r.IDs) > 0 {
		return e.recallByID(ctx, v, r.IDs)
	}
	if r.TopK == 0 {
		r.TopK = int(p.Recall.TopK)
	}
	if err := e.knowsTask(ctx, v, r.Task); err != nil {
		return RecallResult{}, err
	}
	g, err := e.gather(ctx, v, r)
	if err != nil {
		return RecallResult{}, err
	}
	candidates := g.candidates()
	query := g.rankQuery(p.Recall)
	hits, outranked := g.newest(rank.Rank(query, candidates), r.TopK, p.Duplicates)
	for i := range hits {
		if err := given(ctx); err != nil {
			return RecallResult{}, err
		}
		g.show(&hits[i], query)
	}
	return RecallResult{Memories: hits, Outranked: outranked, Degraded: g.degraded, Considered: len(candidates)}, nil
}

// knowsTask fails when no memory that v sees belongs to the task.
func (e *Engine) knowsTask(ctx context.Context, v Visibility, task string) error {
	if task == "" {
		return nil
	}
	known, err := e.longTerm.HasTask(ctx, v, task)
	switch {
	case KindOf(err) == KindUnavailable:
		return nil // What can be found is worth more than this check.
	case err != nil:
		return err
	case !known:
		return Errorf(KindNotFound, "no memory belongs to task_id %q; leave task_id out, or use one that was remembered", clip(task))
	}
	return nil
}

func (g *gathering) rankQuery(p namespace.Recall) rank.Query {
	q := rank.Query{
		Now:  g.now(),
		Task: g.request.Task,
		Weights: rank.Weights{
			Vector:  percent(p.Weights.Vector),
			Keyword: percent(p.Weights.Keyword),
			Recency: percent(p.Weights.Recency),
			Task:    percent(p.Weights.Task),
		},
		DecayPerDay: float64(p.RecencyDecayPerDayPermille) / 1000,
		Reach:       rank.Reach(g.terms, rank.Stats(g.words.Stats)),
		Limit:       g.request.TopK + spares,
	}
	if g.embedder != nil {
		q.Calibration = rank.Calibration(g.embedder.Calibration().Scale)
	}
	return q
}

func percent(p int32) float64 { return float64(p) / 100 }

func parts(of []rank.Part) []Part {
	ps := make([]Part, len(of))
	for i, p := range of {
		ps[i] = Part(p)
	}
	return ps
}
