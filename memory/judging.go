package memory

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/rearview-dev/rearview/memory/importance"
)

const (
	// judgedTogether is how many memories are rated in one call at most, and judgedWorth how many are worth a
	// call at once; fewer wait judgeLinger for more.
	judgedTogether = 16
	judgedWorth    = 8
	judgeLinger    = 250 * time.Millisecond
	// maxUnjudged bounds how many wait to be judged. The rules decide what comes beyond.
	maxUnjudged = 16384
	// maxUnsummarized bounds how many long memories wait for a better summary. The others keep the one they have.
	maxUnsummarized = 256
	// maxRated is how often a memory is given to a judge that does not answer, before the rules decide.
	maxRated = 3
	// The judge rests after a failure for firstRest, which doubles with each failure up to maxRest. After
	// opensAfter failures in a row the rules decide what waits, and what comes while it rests.
	firstRest  = 2 * time.Second
	maxRest    = 5 * time.Minute
	opensAfter = 3
	// restPoll is how often it is looked whether the rest has ended.
	restPoll = 250 * time.Millisecond
	// senselessAfter is after how many answers without sense in a row the judge counts as failing.
	senselessAfter = 5
)

// What does not work of the judge.
const (
	judgeAway      = "judge: the model does not answer; rules score"
	judgeSenseless = "judge: the model's answers make no sense; rules score"
)

// JudgeStats says what the judge did since the engine was made.
type JudgeStats struct {
	// Model names it.
	Model string `json:"model"`
	// Waiting is how many memories wait to be rated.
	Waiting int64 `json:"waiting"`
	// Rated counts its ratings, Learned the memories that the embedder's appraisal decided because there was none,
	// and ByRules those that the rules did because there was no appraisal either.
	Rated   int64 `json:"rated"`
	Learned int64 `json:"learned"`
	ByRules int64 `json:"by_rules"`
	// Promoted counts working memories that it moved to a lasting layer, and Archived what is not worth keeping.
	Promoted int64 `json:"promoted"`
	Archived int64 `json:"archived"`
	// Summarized counts its summaries.
	Summarized int64 `json:"summarized"`
}

// judging holds what waits for the judge, oldest first, and how the judge is. It need not be durable: an
// unjudged memory says so itself.
type judging struct {
	// wake tells that something waits, or has changed.
	wake chan struct{}

	mu sync.Mutex
	// found says that what an earlier process left is among the unjudged.
	found    bool
	unjudged []awaiting
	// soft are those that a soft rule kept.
	soft         []awaiting
	unsummarized []awaiting
	// inHand are the ids of what is being judged or summarised.
	inHand    []string
	failures  int
	senseless int
	rest      time.Time
	counts    JudgeStats
}

// awaiting is a memory that waits.
type awaiting struct {
	id, agent string
	since     time.Time
	attempts  int
}

// task is a piece of work.
type task struct {
	kind taskKind
	// memories of one agent, unless the rules decide.
	memories []awaiting
}

type taskKind int

const (
	noTask taskKind = iota
	rateTask
	rulesTask
	softTask
	summaryTask
)

func newJudging() *judging { return &judging{wake: make(chan struct{}, 1)} }

// hasRoom says whether one more memory may wait to be judged.
func (j *judging) hasRoom() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.unjudged) < maxUnjudged
}

// answers says whether the judge does, as far as is known.
func (j *judging) answers(now time.Time) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.failures < opensAfter || !now.Before(j.rest)
}

// foundLeft adds what an earlier process left, once it has been looked for.
func (j *judging) foundLeft(ms []Memory) {
	j.add(false, ms...)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.found = true
}

// add lets a memory wait that is written: for its rating, if there are doubts for a second opinion on a soft rule,
// or for a better summary.
func (j *judging) add(doubts bool, ms ...Memory) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, m := range ms {
		a := awaiting{id: m.ID, agent: m.Agent, since: time.Now()}
		if m.Rule == RuleUnjudged {
			j.unjudged = append(j.unjudged, a)
			continue
		}
		if doubts && importance.Soft(m.Rule) && len(j.soft) < maxUnjudged {
			j.soft = append(j.soft, a)
		}
		if m.Summary != "" && !m.Expires() && len(j.unsummarized) < maxUnsummarized {
			j.unsummarized = append(j.unsummarized, a)
		}
	}
	nudge(j.wake)
}

// next is what to do now, or how long there is nothing to do unless woken. What it returns is in hand until
// settled is called.
func (j *judging) next(now time.Time, judged bool) (t task, wait time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	resting := now.Before(j.rest)
	switch {
	case !judged:
		j.unsummarized = nil
		t, wait = task{rulesTask, j.take(j.unjudged[:min(judgedTogether, len(j.unjudged))])}, idlePoll
	case resting && j.failures >= opensAfter:
		t, wait = task{rulesTask, j.take(j.unjudged[:min(judgedTogether, len(j.unjudged))])}, idlePoll
	case resting:
		wait = restPoll
	default:
		var batch []awaiting
		if batch, wait = j.batch(); len(batch) > 0 {
			t = task{rateTask, j.take(batch)}
		} else if len(j.unsummarized) > 0 && len(j.inHand) == 0 { // Ratings go first.
			t = task{summaryTask, []awaiting{j.unsummarized[0]}}
			j.unsummarized = j.unsummarized[1:]
		}
	}
	if len(t.memories) == 0 && len(j.soft) > 0 {
		n := min(judgedTogether, len(j.soft))
		t = task{softTask, slices.Clone(j.soft[:n])}
		j.soft = slices.Delete(j.soft, 0, n)
	}
	if len(t.memories) == 0 {
		return task{}, max(wait, restPoll)
	}
	j.inHand = append(j.inHand, idsOfAwaiting(t.memories)...)
	return t, 0
}

// batch is what is worth a call: the memories of an agent that has enough of them, or whose oldest has waited
// long enough; or how long until there is one.
func (j *judging) batch() (batch []awaiting, wait time.Duration) {
	of := map[string][]awaiting{}
	for _, a := range j.unjudged {
		if len(of[a.agent]) < judgedTogether {
			of[a.agent] = append(of[a.agent], a)
		}
		if mine := of[a.agent]; len(mine) == judgedTogether {
			return mine, 0
		}
	}
	wait = idlePoll
	for _, mine := range of {
		waited := time.Since(mine[0].since)
		if len(mine) >= judgedWorth || waited >= judgeLinger {
			return mine, 0
		}
		wait = min(wait, judgeLinger-waited)
	}
	return nil, wait
}

// take removes some from those that wait.
func (j *judging) take(some []awaiting) []awaiting {
	taken := slices.Clone(some)
	j.unjudged = slices.DeleteFunc(j.unjudged, func(a awaiting) bool {
		return slices.ContainsFunc(taken, func(t awaiting) bool { return t.id == a.id })
	})
	return taken
}

// settled says that work is done, and which of its memories wait again.
func (j *judging) settled(t task, again ...awaiting) {
	j.mu.Lock()
	defer j.mu.Unlock()
	done := idsOfAwaiting(t.memories)
	j.inHand = slices.DeleteFunc(j.inHand, func(id string) bool { return slices.Contains(done, id) })
	if t.kind == rateTask || t.kind == rulesTask {
		j.unjudged = append(slices.Clone(again), j.unjudged...)
	}
	nudge(j.wake)
}

// answered notes how the judge answered: well, or with an error.
func (j *judging) answered(now time.Time, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case err == nil:
		j.failures, j.senseless, j.rest = 0, 0, time.Time{}
	case KindOf(err) == KindUnavailable:
		j.failures++
		j.rest = now.Add(min(firstRest<<min(j.failures-1, 10), maxRest))
	default:
		j.failures, j.rest = 0, time.Time{}
		j.senseless++
	}
}

// count changes the counts.
func (j *judging) count(change func(*JudgeStats)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.counts)
}

// await waits until a memory does not wait to be judged any more, or ctx ends.
func (j *judging) await(ctx context.Context, id string) {
	for j.holds(id) && ctx.Err() == nil {
		sleep(ctx, drainPoll, nil)
	}
}

func (j *judging) holds(id string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return containsID(j.unjudged, id) || containsID(j.soft, id) || slices.Contains(j.inHand, id)
}

// stats are the counts, and what is wrong with the judge; empty when all is well.
func (j *judging) stats(model string) (s JudgeStats, trouble string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	s = j.counts
	s.Model, s.Waiting = model, int64(len(j.unjudged)+len(j.inHand))
	switch {
	case j.failures > 0:
		trouble = judgeAway
	case j.senseless >= senselessAfter:
		trouble = judgeSenseless
	}
	return s, trouble
}

// idle says whether nothing waits or is in hand.
func (j *judging) idle() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.found && len(j.unjudged)+len(j.soft)+len(j.unsummarized)+len(j.inHand) == 0
}

func idsOfAwaiting(as []awaiting) []string {
	ids := make([]string, len(as))
	for i, a := range as {
		ids[i] = a.id
	}
	return ids
}
