package memory

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/namespace"
)

const (
	// judgesAtOnce is how many calls of the judge go on at a time.
	judgesAtOnce = 2
	// judgeLimit bounds one call. A judge has shorter limits of its own.
	judgeLimit = 5 * time.Minute
	// unjudgedSince is how old a memory may be that an earlier process left unjudged.
	unjudgedSince = 7 * 24 * time.Hour
	unjudgedPage  = 1024
)

// runJudge judges what waits, until ctx ends and the calls in hand are finished. Nobody waits for it: an
// unjudged memory is found like any other.
func (e *Engine) runJudge(ctx context.Context) {
	e.findUnjudged(ctx)
	var calls sync.WaitGroup
	defer calls.Wait()
	slots := make(chan struct{}, judgesAtOnce)
	for ctx.Err() == nil {
		slots <- struct{}{}
		work, wait := e.judging.next(e.now(), e.obeyed.Load().judge != nil)
		if work.kind == noTask {
			<-slots
			sleep(ctx, wait, e.judging.wake)
			continue
		}
		calls.Go(func() {
			defer func() { <-slots }()
			e.doTask(ctx, work)
		})
	}
}

// findUnjudged looks for memories that an earlier process left unjudged.
func (e *Engine) findUnjudged(ctx context.Context) {
	left, err := e.unjudgedWorking(ctx)
	if err == nil && (e.obeyed.Load().judge != nil || e.appraiser != nil) {
		var lasting []Memory
		lasting, err = e.unjudgedLasting(ctx)
		left = append(left, lasting...)
	}
	if err != nil {
		e.log.WarnContext(ctx, "which memories are unjudged is not known; they stay as the rules scored them", "error", err)
	}
	e.judging.foundLeft(left)
}

func (e *Engine) unjudgedWorking(ctx context.Context) ([]Memory, error) {
	rs, err := e.working.Recent(ctx, Everything(), WorkingQuery{Now: e.now()})
	if err != nil {
		return nil, err
	}
	var left []Memory
	for _, r := range rs {
		if r.Rule == RuleUnjudged && r.Status == StatusActive {
			left = append(left, r.Memory)
		}
	}
	e.lives.Lock()
	defer e.lives.Unlock()
	return left, e.leaveWorking(ctx, idsOf(left)...)
}

func (e *Engine) unjudgedLasting(ctx context.Context) (left []Memory, err error) {
	var since ulid.ULID
	if err := since.SetTime(ulid.Timestamp(e.now().Add(-unjudgedSince))); err != nil {
		return nil, err
	}
	q := ScanQuery{Status: StatusActive, Order: ByID, After: since.String(), Limit: unjudgedPage}
	for {
		page, err := e.longTerm.Scan(ctx, Everything(), q)
		if err != nil {
			return left, err
		}
		for _, m := range page {
			if m.Rule == RuleUnjudged {
				left = append(left, m)
			}
		}
		if len(page) < q.Limit {
			return left, nil
		}
		q.After = page[len(page)-1].ID
	}
}

// doTask does a piece of work. Whatever goes wrong, its memories wait again or are decided by the rules.
func (e *Engine) doTask(ctx context.Context, t task) {
	var again []awaiting
	defer func() { e.judging.settled(t, again...) }()
	defer func() {
		if p := recover(); p != nil {
			e.log.ErrorContext(ctx, "judging panicked and goes on", "panic", p, "stack", string(debug.Stack()))
			again = oneMoreAttempt(t.memories)
		}
	}()
	longer, cancel := lingering(ctx, grace)
	defer cancel()
	switch t.kind {
	case softTask:
		if err := e.reconsider(longer, t.memories); err != nil {
			e.log.WarnContext(ctx, "what rules kept stays as it is: there is no second opinion", "error", err)
		}
		return
	case summaryTask:
		if err := e.summarize(longer, t.memories[0]); err != nil {
			e.log.WarnContext(ctx, "a long memory keeps its summary: the model gave none", "error", err)
		}
		return
	}
	var err error
	if again, err = e.judge(longer, t); err != nil {
		e.log.WarnContext(ctx, "memories could not be judged; nothing is lost", "error", err, "retry_in", firstBackoff)
		sleep(ctx, firstBackoff, nil)
	}
}

// judge rates memories and applies the ratings. It returns those that are to be judged again. An error is of the
// store; what is rated by then is known when it is asked for again.
func (e *Engine) judge(ctx context.Context, t task) (again []awaiting, err error) {
	found := map[string]located{}
	var rateable []awaiting
	for _, a := range t.memories {
		if err := e.locateUnjudged(ctx, a.id, found); err != nil {
			return t.memories, err
		}
		if l, ok := found[a.id]; ok && t.kind == rateTask && a.attempts < maxRated && e.mayShow(&l.Memory) {
			rateable = append(rateable, a)
		}
	}
	ratings, failed := e.rate(ctx, rateable, found)
	if failed != nil {
		e.log.WarnContext(ctx, "the judge failed; nothing is lost", "error", failed)
	}
	if KindOf(failed) == KindUnavailable {
		unrated := slices.DeleteFunc(rateable, func(a awaiting) bool { return ratings[a.id] != 0 })
		again = oneMoreAttempt(unrated)
	}
	appraisals, err := e.appraise(ctx, t.memories, again, found)
	if err != nil {
		return t.memories, err
	}
	for i, a := range t.memories {
		if containsID(again, a.id) {
			continue
		}
		if err := e.decide(ctx, a.id, opinion{ratings[a.id], appraisals[a.id]}); err != nil {
			return append(again, othersThan(t.memories[i:], again)...), err
		}
	}
	return again, nil
}

// mayShow says whether the judge may see a memory: the policy wants its opinion, and it holds no secret.
func (e *Engine) mayShow(m *Memory) bool {
	return !m.Sensitive && e.obeyed.Load().PolicyOf(m.Agent).Importance.Judge == namespace.JudgeAuto
}

// rate asks the judge, and returns the ratings by id.
func (e *Engine) rate(ctx context.Context, as []awaiting, found map[string]located) (map[string]int, error) {
	judge := e.obeyed.Load().judge
	if len(as) == 0 || judge == nil {
		return nil, nil
	}
	texts := make([]string, len(as))
	for i, a := range as {
		texts[i] = found[a.id].Content
	}
	ctx, cancel := context.WithTimeout(ctx, judgeLimit)
	defer cancel()
	given, err := judge.Rate(ctx, as[0].agent, texts)
	e.judging.answered(e.now(), err)
	ratings := map[string]int{}
	for i, rating := range given {
		if i < len(as) && 1 <= rating && rating <= 5 {
			ratings[as[i].id] = rating
		}
	}
	return ratings, err
}

// appraise asks the embedder, if it can appraise, and returns what it makes of those that are not rated again
// later.
func (e *Engine) appraise(ctx context.Context, as, again []awaiting, found map[string]located) (map[string]*Appraisal, error) {
	if e.appraiser == nil {
		return nil, nil
	}
	var ids, texts []string
	for _, a := range othersThan(as, again) {
		if l, ok := found[a.id]; ok {
			ids, texts = append(ids, a.id), append(texts, l.Content)
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	made, err := within(ctx, embedTimeout, func(ctx context.Context) ([]Appraisal, error) {
		return e.appraiser.Appraise(ctx, texts)
	})
	if err != nil {
		return nil, err
	}
	appraisals := map[string]*Appraisal{}
	for i := range made {
		appraisals[ids[i]] = &made[i]
	}
	return appraisals, nil
}

// summarize gives a long memory the model's summary, if that is one.
func (e *Engine) summarize(ctx context.Context, a awaiting) error {
	judge, found := e.obeyed.Load().judge, map[string]located{}
	if err := e.locateHot(ctx, Everything(), []string{a.id}, found); err != nil || judge == nil {
		return err
	}
	m := found[a.id].Memory
	if m.Status != StatusActive || !e.mayShow(&m) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, judgeLimit)
	defer cancel()
	summary, err := judge.Summarize(ctx, m.Content)
	e.judging.answered(e.now(), err)
	if err != nil || !goodSummary(summary, m.Content) {
		return err
	}
	e.lives.Lock()
	defer e.lives.Unlock()
	changed, err := e.longTerm.Revise(ctx, Revision{ID: m.ID, Summary: summary})
	e.judging.count(func(s *JudgeStats) { s.Summarized += int64(len(changed)) })
	return err
}

// oneMoreAttempt counts an attempt for each memory.
func oneMoreAttempt(as []awaiting) []awaiting {
	more := make([]awaiting, len(as))
	for i, a := range as {
		a.attempts++
		more[i] = a
	}
	return more
}

// othersThan are those of as that are not among others.
func othersThan(as, others []awaiting) []awaiting {
	return slices.DeleteFunc(slices.Clone(as), func(a awaiting) bool { return containsID(others, a.id) })
}

func containsID(as []awaiting, id string) bool {
	for _, a := range as {
		if a.id == id {
			return true
		}
	}
	return false
}
