package memory

import (
	"context"
	"slices"

	"github.com/rearview-dev/rearview/memory/topic"
	"github.com/rearview-dev/rearview/text"
)

// Why a memory is deprecated.
const (
	// ReasonSuperseded: a newer one of the same topic holds now.
	ReasonSuperseded = "superseded"
	// ReasonMerged: another one says the same.
	ReasonMerged = "merged"
)

const (
	// neighbours is how many of the nearest memories, and how many of the same topic, a new one is compared with.
	neighbours = 8
	// reinforced is by how much the importance of a memory rises when it is remembered again.
	reinforced = 0.05
)

// replacing is a batch of new memories that find their place among what is known.
type replacing struct {
	*Engine
	// known are all memories that take part, by id. What was replaced is no longer active.
	known map[string]*related
}

// settleTopics lets new memories, which are written already, replace what they supersede or repeat. Each step
// moves one memory from active to deprecated, and points at one that is active: no chain can become a ring.
// Doing it again, as after a crash in between, changes nothing that was done.
func (e *Engine) settleTopics(ctx context.Context, fresh []Record) error {
	r := replacing{Engine: e, known: make(map[string]*related, len(fresh))}
	near, err := r.gather(ctx, fresh)
	if err != nil {
		return err
	}
	order := slices.Clone(fresh)
	slices.SortFunc(order, func(a, b Record) int {
		if older(&a.Memory, &b.Memory) {
			return -1
		}
		return 1
	})
	for _, f := range order {
		if err := r.settle(ctx, r.known[f.ID], near[f.ID]); err != nil {
			return err
		}
	}
	return nil
}

// gather reads what the new memories are compared with: the nearest of the same writer and scope, and those
// of the same topic. It returns their ids by the id of the new one, nearest first.
func (r *replacing) gather(ctx context.Context, fresh []Record) (map[string][]string, error) {
	near := make(map[string][]string, len(fresh))
	var unread []string
	meet := func(of, id string) {
		if id == of || slices.Contains(near[of], id) {
			return
		}
		near[of] = append(near[of], id)
		if r.known[id] == nil && !slices.Contains(unread, id) {
			unread = append(unread, id)
		}
	}
	queries := make([]NeighbourQuery, len(fresh))
	for i, f := range fresh {
		known := newRelated(f)
		r.known[f.ID] = &known
		// One more, because the nearest to a memory is itself.
		queries[i] = NeighbourQuery{Agent: f.Agent, Scope: f.Scope, Vector: f.Vector, Limit: neighbours + 1}
	}
	found, err := r.longTerm.Neighbours(ctx, queries...)
	if err != nil {
		return nil, err
	}
	for i, f := range fresh {
		for _, s := range found[i] {
			meet(f.ID, s.ID)
		}
		if f.Topic == "" {
			continue
		}
		same, err := r.longTerm.Scan(ctx, Everything(), ScanQuery{Agent: f.Agent, Topic: f.Topic, Status: StatusActive, Limit: neighbours})
		if err != nil {
			return nil, err
		}
		for _, m := range same {
			meet(f.ID, m.ID)
		}
	}
	records, err := r.longTerm.Get(ctx, Everything(), unread...)
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		known := newRelated(record)
		r.known[record.ID] = &known
	}
	return near, nil
}

// settle compares a new memory with those near it. What it supersedes goes first; then the first that says
// the same takes it in, or is taken in.
func (r *replacing) settle(ctx context.Context, fresh *related, near []string) error {
	policy := r.obeyed.Load().PolicyOf(fresh.Agent)
	var same *related
	for _, id := range near {
		other := r.known[id]
		if fresh.Status != StatusActive {
			return nil
		}
		if other == nil || other.Status != StatusActive || !mayReplace(&fresh.Memory, &other.Memory) {
			continue
		}
		old, new, v := r.compare(fresh, other, policy.Duplicates)
		switch v.Relation {
		case topic.Supersedes:
			if err := r.deprecate(ctx, old, new, ReasonSuperseded, v); err != nil {
				return err
			}
		case topic.Duplicate:
			if same == nil {
				same = other
			}
		}
	}
	if same == nil || fresh.Status != StatusActive || same.Status != StatusActive {
		return nil
	}
	old, new, v := r.compare(fresh, same, policy.Duplicates)
	return r.merge(ctx, old, new, v)
}

// merge keeps the older of two memories that say the same, or the newer one when it says more.
func (r *replacing) merge(ctx context.Context, old, new *related, v topic.Verdict) error {
	survivor, repeat := old, new
	if saysMore(new.Content, old.Content) {
		survivor, repeat = new, old
	}
	survivor.Importance = min(max(survivor.Importance, repeat.Importance)+reinforced, 1)
	survivor.saidAgain(repeat)
	if err := r.longTerm.Reinforce(ctx, Reinforcement{ID: survivor.ID, Importance: survivor.Importance, At: r.now(), SaidAt: repeat.SaidAt()}); err != nil {
		return err
	}
	return r.deprecate(ctx, repeat, survivor, ReasonMerged, v)
}

func (r *replacing) deprecate(ctx context.Context, m, by *related, reason string, v topic.Verdict) error {
	change := StatusChange{IDs: []string{m.ID}, Status: StatusDeprecated, Reason: reason, At: r.now(), SupersededBy: by.ID}
	if _, err := r.longTerm.SetStatus(ctx, change); err != nil {
		return err
	}
	m.Status = StatusDeprecated
	r.record(ctx, AuditEntry{Agent: m.Agent, Verb: "index", MemoryIDs: []string{m.ID, by.ID}, Outcome: reason, Reason: v.Rule})
	return nil
}

// saysMore says whether a text has markedly more different words than another that means the same.
func saysMore(a, b string) bool {
	return 4*len(wordSet(a)) > 5*len(wordSet(b))
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range text.Words(s) {
		set[w] = true
	}
	return set
}
