package memory

import (
	"context"
	"slices"
)

// ReasonForgotten is the status reason of memories that an agent forgot.
const ReasonForgotten = "forgotten"

// Forget archives the agent's own memories by id, or previews what a query would find. Shared memories are
// forgotten by their writer only. All ids are archived, or none; forgetting one again changes nothing.
// Kinds of error: invalid, not_allowed, not_found, unavailable.
func (e *Engine) Forget(ctx context.Context, id Identity, r ForgetRequest) (ForgetResult, error) {
	policy, err := e.policyOf(id)
	if err != nil {
		return ForgetResult{}, err
	}
	if err := validateForget(r); err != nil {
		return ForgetResult{}, err
	}
	if len(r.IDs) == 0 {
		found, err := e.find(ctx, id.Visibility(), RecallRequest{Query: r.Query, TopK: r.TopK}, policy)
		return ForgetResult{Archived: []string{}, Preview: found.Memories}, err
	}
	ids := unique(r.IDs)
	if err := e.archiveOwn(ctx, id, ids); err != nil {
		return ForgetResult{}, err
	}
	e.record(ctx, AuditEntry{
		Agent: id.Agent, Verb: "forget", MemoryIDs: ids, Outcome: string(StatusArchived), Reason: ReasonForgotten,
	})
	return ForgetResult{Archived: ids, Preview: []Hit{}}, nil
}

// archiveOwn archives memories of the agent, after it has made sure that all may be.
func (e *Engine) archiveOwn(ctx context.Context, id Identity, ids []string) error {
	e.lives.Lock()
	defer e.lives.Unlock()
	lying, err := e.locate(ctx, id.Visibility(), ids)
	if err != nil {
		return err
	}
	for _, l := range lying {
		if l.writer != id.Agent {
			return Errorf(KindNotAllowed, "memory %s is shared by another agent; only the agent that wrote it may forget it", l.id)
		}
	}
	var hot []string
	for _, l := range lying {
		if l.place == PlaceLongTerm && l.Status != StatusArchived {
			hot = append(hot, l.id)
		}
	}
	now := e.now()
	if len(hot) > 0 {
		change := StatusChange{IDs: hot, Status: StatusArchived, Reason: ReasonForgotten, At: now}
		if _, err := e.longTerm.SetStatus(ctx, change); err != nil {
			return err
		}
	}
	for _, l := range lying {
		if l.place != PlaceWorking || l.Status != StatusActive {
			continue
		}
		// It ends now, so that maintenance takes it to cold storage like any other that has expired.
		m := l.Memory
		m.Status, m.StatusReason, m.StatusAt, m.ExpiresAt = StatusArchived, ReasonForgotten, now, now
		if err := e.working.Append(ctx, Record{Memory: m}); err != nil {
			return err
		}
	}
	return nil
}

func unique(ids []string) []string {
	var once []string
	for _, id := range ids {
		if !slices.Contains(once, id) {
			once = append(once, id)
		}
	}
	return once
}
