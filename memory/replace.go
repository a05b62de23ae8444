package memory

import (
	"context"
	"slices"

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
	// sharing is how many of those that share its rarest words: some of what it replaces is not near, such as the
	// old code of the gym when the new one is told at length.
	sharing = 4
	// reinforced is by how much the importance of a memory rises when it is remembered again.
	reinforced = 0.05
)

// replacing is a batch of new memories that find their place among what is known.
type replacing struct {
	*Engine
	// known are all memories that take part, by id. What is replaced is no longer active.
	known map[string]*related
	// steps are what the batch came to, in order, and rules what decided each.
	steps []Replacement
	rules []string
}

// settleTopics lets new memories, which are written already, replace what they supersede or repeat. Each step
// moves one memory from active to deprecated, and points at one that is active: no chain can become a ring.
// All steps become durable at once; after a crash before that they are found again. What is unjudged waits: it may
// not be worth keeping, and would take with it what it replaced.
func (e *Engine) settleTopics(ctx context.Context, fresh []Record) error {
	fresh = slices.DeleteFunc(slices.Clone(fresh), func(f Record) bool { return f.Rule == RuleUnjudged || len(f.Chunks) == 0 })
	if len(fresh) == 0 {
		return nil
	}
	r := replacing{Engine: e, known: make(map[string]*related, len(fresh))}
	near, err := r.gather(ctx, fresh)
	if err != nil {
		return err
	}
	slices.SortFunc(fresh, func(a, b Record) int { return age(&a.Memory, &b.Memory) })
	for _, f := range fresh {
		r.settle(r.known[f.ID], near[f.ID])
	}
	return r.commit(ctx)
}

// commit makes the steps durable. Those that no longer fit, because something was said again meanwhile, are
// left out: then both stay, and recall tells which is the newest.
func (r *replacing) commit(ctx context.Context) error {
	if len(r.steps) == 0 {
		return nil
	}
	done, err := r.longTerm.Replace(ctx, r.steps...)
	if err != nil {
		return err
	}
	for i, s := range r.steps {
		if slices.Contains(done, s.ID) {
			r.record(ctx, AuditEntry{
				Agent: r.known[s.ID].Agent, Verb: "index", MemoryIDs: []string{s.ID, s.By}, Outcome: s.Reason, Reason: r.rules[i],
			})
		}
	}
	return nil
}

// gather reads what the new memories are compared with, all of the same writer and scope: the nearest, those that
// share rare words, and those of the same topic. It returns their ids by the id of the new one, nearest first.
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
		r.known[f.ID] = &related{Record: f}
		// The first chunk finds what says all of a long memory again. One more, because the nearest is itself.
		queries[i] = NeighbourQuery{
			Agent: f.Agent, Scope: f.Scope, Vector: f.Chunks[0].Vector, Limit: neighbours + 1,
			Terms: text.Words(f.Content), Sharing: sharing + 1,
		}
	}
	found, err := r.longTerm.Neighbours(ctx, queries...)
	if err != nil {
		return nil, err
	}
	for i, f := range fresh {
		for _, s := range slices.Concat(found[i].Near, found[i].Sharing) {
			meet(f.ID, s.ID)
		}
		if f.Topic == "" {
			continue
		}
		same, err := r.longTerm.Scan(ctx, Everything(), ScanQuery{
			Agent: f.Agent, Scope: f.Scope, Topic: f.Topic, Status: StatusActive, Order: ByNewest, Limit: neighbours + 1,
		})
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
		r.known[record.ID] = &related{Record: record}
	}
	return near, nil
}

// settle compares a new memory with those near it. First it supersedes what it can; then it is superseded by
// what is newer, if anything is; else the nearest that says the same takes it in, or is taken in.
func (r *replacing) settle(fresh *related, near []string) {
	var others []*related
	for _, id := range near {
		other := r.known[id]
		if other == nil || other.Status != StatusActive || other.Rule == RuleUnjudged || !mayReplace(&fresh.Memory, &other.Memory) {
			continue
		}
		others = append(others, other)
	}
	met := r.meet(fresh, others, r.obeyed.Load().PolicyOf(fresh.Agent).Duplicates)
	for _, f := range met.replaced {
		if f.new == fresh {
			r.replace(f.old, fresh, ReasonSuperseded, f.Rule, nil)
		}
	}
	for _, f := range met.replaced {
		if f.old == fresh && fresh.Status == StatusActive {
			r.replace(fresh, f.new, ReasonSuperseded, f.Rule, nil)
		}
	}
	for _, f := range met.same {
		if fresh.Status == StatusActive && r.merge(f) {
			return
		}
	}
}

// merge keeps the older of two memories that say the same, or the newer one when it says more. It reports false
// when the other one has metadata that would be lost: then both stay, so that each is found by its own.
func (r *replacing) merge(f found) bool {
	survivor, repeat := f.old, f.new
	if saysMore(f.new.Content, f.old.Content) {
		survivor, repeat = f.new, f.old
	}
	if !holdsAll(survivor.Metadata, repeat.Metadata) {
		return false
	}
	survivor.Importance = min(max(survivor.Importance, repeat.Importance)+reinforced, 1)
	r.replace(repeat, survivor, ReasonMerged, f.Rule, &Reinforcement{
		ID: survivor.ID, Importance: survivor.Importance, At: r.now(), SaidAt: repeat.SaidAt(),
	})
	survivor.saidAgain(repeat)
	return true
}

func (r *replacing) replace(m, by *related, reason, rule string, repeats *Reinforcement) {
	r.steps = append(r.steps, Replacement{
		ID: m.ID, SaidAt: m.SaidAt(), By: by.ID, Reason: reason, At: r.now(), Repeats: repeats,
	})
	r.rules = append(r.rules, rule)
	m.Status = StatusDeprecated
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
