package memory

import (
	"cmp"
	"context"
	"maps"
	"sync/atomic"
	"time"

	"github.com/rearview-dev/rearview/memory/importance"
	"github.com/rearview-dev/rearview/memory/topic"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/text"
)

// summaryRunes is how long a summary may be.
const summaryRunes = 200

// counters count since the engine was made.
type counters struct {
	written atomic.Int64
	skipped atomic.Int64
}

// Remember writes one memory, or says why not. After it answers, the memory is durable and found by recall.
// Kinds of error: invalid, not_allowed (unknown agent), unavailable.
func (e *Engine) Remember(ctx context.Context, id Identity, r RememberRequest) (RememberResult, error) {
	policy, err := e.policyOf(id)
	if err != nil {
		return RememberResult{}, err
	}
	now := e.now()
	if err := validateRemember(r, now); err != nil {
		return RememberResult{}, err
	}
	r, found, refused := guard(r, policy.Sensitive)
	if refused {
		e.counters.skipped.Add(1)
		e.record(ctx, AuditEntry{Agent: id.Agent, Verb: "remember", Outcome: string(OutcomeSkipped), Reason: ReasonSensitive})
		return RememberResult{Outcome: OutcomeSkipped, Rule: ReasonSensitive, Reason: ReasonSensitive, Sensitive: found}, nil
	}
	opinion := importance.Opinion{Kind: importance.Kind(r.Type), Importance: r.Importance}
	verdict, dropped := e.obeyed.Load().declared[id.Agent].weigh(r.Content, opinion)
	unjudged := !dropped && e.toBeJudged(verdict, r, len(found) > 0, policy.Importance)
	if dropped || !unjudged && !worthKeeping(verdict, policy.Importance) {
		e.counters.skipped.Add(1)
		e.record(ctx, AuditEntry{Agent: id.Agent, Verb: "remember", Outcome: string(OutcomeSkipped), Reason: verdict.Rule})
		return skipped(verdict, dropped), nil
	}
	m := e.newMemory(id, r, verdict, unjudged, policy, now)
	m.Sensitive = len(found) > 0 && policy.Sensitive != namespace.SensitiveRedact
	if known := e.repeatOf(ctx, m); known != nil {
		if result, ok := e.repeated(ctx, m, *known); ok {
			return result, nil
		}
	}
	outcome, err := e.write(ctx, m)
	if err != nil {
		return RememberResult{}, err
	}
	e.counters.written.Add(1)
	e.record(ctx, AuditEntry{
		Agent: id.Agent, Verb: "remember", MemoryIDs: []string{m.ID}, Outcome: string(outcome), Reason: m.Rule,
	})
	e.judging.add(e.appraiser != nil && r.Type == "" && r.Importance == nil, m)
	var touched []string
	if r.Wait && outcome == OutcomeQueued {
		if m, outcome, touched, err = e.became(ctx, m); err != nil {
			e.log.WarnContext(ctx, "what became of a memory is not known yet; it is kept", "id", m.ID, "error", err)
		}
	}
	return RememberResult{
		ID:         m.ID,
		Outcome:    outcome,
		Touched:    touched,
		Layer:      m.Layer,
		Type:       m.Type,
		Scope:      m.Scope,
		Importance: m.Importance,
		Rule:       m.Rule,
		Reason:     layerReason(&m, verdict),
		Sensitive:  found,
	}, nil
}

// repeated counts an exact repeat for the memory that is known. It does not when that has ceased to be active
// meanwhile, or the store does not answer.
func (e *Engine) repeated(ctx context.Context, repeat, known Memory) (result RememberResult, ok bool) {
	raised := min(max(known.Importance, repeat.Importance)+reinforced, 1)
	ids, err := e.longTerm.Reinforce(ctx, Reinforcement{ID: known.ID, Importance: raised, At: repeat.CreatedAt, SaidAt: repeat.OccurredAt})
	if err != nil || len(ids) == 0 {
		return RememberResult{}, false
	}
	e.counters.written.Add(1)
	e.record(ctx, AuditEntry{
		Agent: known.Agent, Verb: "remember", MemoryIDs: []string{known.ID}, Outcome: string(OutcomeMerged), Reason: topic.RuleSameText,
	})
	return RememberResult{
		ID:         known.ID,
		Outcome:    OutcomeMerged,
		Touched:    []string{known.ID},
		Layer:      known.Layer,
		Type:       known.Type,
		Scope:      known.Scope,
		Importance: raised,
		Rule:       topic.RuleSameText,
		Reason:     "it is remembered already, word for word",
	}, true
}

// worthKeeping says whether a memory reaches the policy's threshold, or must be kept anyway.
func worthKeeping(v importance.Verdict, p namespace.Importance) bool {
	return v.Keep || v.Importance*100 >= float64(p.ThresholdPercent)
}

func skipped(v importance.Verdict, dropped bool) RememberResult {
	reason := ReasonLowImportance
	if dropped {
		reason = ReasonDropped
	}
	return RememberResult{
		Outcome:    OutcomeSkipped,
		Type:       Type(v.Kind),
		Importance: v.Importance,
		Rule:       v.Rule,
		Reason:     reason,
	}
}

func (e *Engine) newMemory(
	id Identity, r RememberRequest, v importance.Verdict, unjudged bool, p namespace.Policy, now time.Time,
) Memory {
	m := Memory{
		ID:         e.newID(),
		Agent:      id.Agent,
		Scope:      cmp.Or(r.Scope, ScopePrivate),
		Type:       Type(v.Kind),
		Content:    r.Content,
		Summary:    text.Summary(r.Content, summaryRunes),
		Task:       r.Task,
		Session:    r.Session,
		Topic:      r.Topic,
		Metadata:   maps.Clone(r.Metadata),
		Importance: v.Importance,
		Rule:       v.Rule,
		Status:     StatusActive,
		CreatedAt:  now,
		OccurredAt: r.OccurredAt.UTC().Truncate(time.Microsecond),
		AccessedAt: now,
	}
	if r.OccurredAt.IsZero() {
		m.OccurredAt = now
	}
	if unjudged {
		m.Rule = RuleUnjudged
	}
	m.Layer = chooseLayer(v, &m, r.Type != "")
	appraised := unjudged && e.appraiser != nil
	if m.Layer == LayerWorking && !v.Keep && !appraised {
		m.ExpiresAt = now.Add(time.Duration(p.Working.TTLSeconds) * time.Second)
	}
	return m
}

// write makes a memory durable, and leaves its vector to the worker.
func (e *Engine) write(ctx context.Context, m Memory) (Outcome, error) {
	if e.embedder != nil {
		e.pending.add(m.Agent, m.ID)
	}
	outcome, err := OutcomeQueued, error(nil)
	if m.Expires() {
		outcome, err = OutcomeStored, e.working.Append(ctx, Record{Memory: m})
	} else {
		err = e.queue.Add(ctx, m)
	}
	if err != nil {
		e.pending.settle(m.ID)
		return "", err
	}
	if m.Expires() && e.embedder != nil {
		e.pending.settle(e.backlog.push(m)...)
	}
	nudge(e.written)
	return outcome, nil
}
