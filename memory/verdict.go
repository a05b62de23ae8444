package memory

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/memory/importance"
)

// maxSummaryRunes is how long a model's summary may be.
const maxSummaryRunes = 600

// locateUnjudged finds a memory that may be unjudged: in the long-term store, or else in the working layer.
func (e *Engine) locateUnjudged(ctx context.Context, id string, found map[string]located) error {
	if err := e.locateHot(ctx, Everything(), []string{id}, found); err != nil {
		return err
	}
	return e.locateWorking(ctx, Everything(), missing([]string{id}, found), found)
}

// opinion is what models think of a memory: the judge's rating of 1–5, 0 for none, and the embedder's appraisal,
// nil for none.
type opinion struct {
	rating    int
	appraisal *Appraisal
}

// decide applies an opinion, or what the rules said when there is none. It destroys nothing: what is not worth
// keeping is archived. Doing it again changes nothing.
func (e *Engine) decide(ctx context.Context, id string, o opinion) error {
	e.lives.Lock()
	defer e.lives.Unlock()
	if err := e.leaveWorking(ctx, id); err != nil {
		return err
	}
	found := map[string]located{}
	if err := e.locateUnjudged(ctx, id, found); err != nil {
		return err
	}
	l, there := found[id]
	if !there || l.Status != StatusActive || l.Rule != RuleUnjudged {
		return nil
	}
	d := e.decisionOn(l.Memory, o)
	if l.place == PlaceLongTerm {
		return e.decideLongTerm(ctx, l.Memory, d)
	}
	return e.decideWorking(ctx, l.Memory, d)
}

// leaveWorking ends what a crash, or an error, left undone between writing memories to a lasting layer and
// removing them from the working layer. Else one that is forgotten later would still be found there.
func (e *Engine) leaveWorking(ctx context.Context, ids ...string) error {
	lasting, working := map[string]located{}, map[string]located{}
	if err := e.locateWorking(ctx, Everything(), ids, working); err != nil || len(working) == 0 {
		return err
	}
	if err := e.locateHot(ctx, Everything(), ids, lasting); err != nil {
		return err
	}
	if err := e.locateCold(ctx, Everything(), ids, lasting); err != nil {
		return err
	}
	var both []string
	for id := range working {
		if _, ok := lasting[id]; ok {
			both = append(both, id)
		}
	}
	if len(both) == 0 {
		return nil
	}
	return e.working.Remove(ctx, both...)
}

// decision is what becomes of a memory, which is of that type and layer if it is kept.
type decision struct {
	opinion
	importance float64
	rule       string
	keep       bool
	is         Type
	layer      Layer
}

func (e *Engine) decisionOn(m Memory, o opinion) decision {
	d := decision{opinion: o, importance: m.Importance, rule: importance.RuleUnsure, is: m.Type, layer: m.Layer}
	if a := o.appraisal; a != nil {
		d.importance, d.rule, d.is, d.layer = a.Importance, RuleLearned, a.Type, appraisedLayer(*a, m.Task)
	}
	if o.rating != 0 {
		d.importance, d.rule = rated(o.rating), RuleJudge
	}
	if m.AccessCount > 0 { // What is recalled or said again is needed, whatever was expected of it.
		d.importance, d.keep = max(d.importance, m.Importance), true
	}
	threshold := e.obeyed.Load().PolicyOf(m.Agent).Importance.ThresholdPercent
	d.keep = d.keep || d.importance*100 >= float64(threshold)
	return d
}

func (e *Engine) decideLongTerm(ctx context.Context, m Memory, d decision) error {
	r := Revision{ID: m.ID, Importance: &d.importance, Rule: d.rule, Type: d.is, Layer: d.layer}
	if !d.keep {
		r.Archive, r.At, r.AccessCount = ReasonLowImportance, e.now(), m.AccessCount
	}
	changed, err := e.longTerm.Revise(ctx, r)
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return Errorf(KindConflict, "memory %s changed while it was judged; it is looked at again", m.ID)
	}
	if d.keep {
		e.decided(ctx, m, d, "kept")
		m.Rule = d.rule
		e.judging.add(false, m)
		return e.settleKept(ctx, m.ID)
	}
	e.decided(ctx, m, d, string(StatusArchived))
	return nil
}

// settleKept lets a memory that is judged worth keeping find its place among what is known, if it is embedded; else
// the worker does.
func (e *Engine) settleKept(ctx context.Context, id string) error {
	records, err := e.longTerm.Get(ctx, Everything(), id)
	if err != nil {
		return err
	}
	return e.settleTopics(ctx, records)
}

func (e *Engine) decideWorking(ctx context.Context, m Memory, d decision) error {
	now := e.now()
	m.Importance, m.Rule = d.importance, d.rule
	outcome := "kept"
	switch {
	case (d.rating >= promotedFrom || d.appraisal != nil) && d.keep:
		return e.promote(ctx, m, d)
	case !d.keep:
		// It ends now, so that maintenance takes it to cold storage like any other that has expired.
		m.Status, m.StatusReason, m.StatusAt, m.ExpiresAt = StatusArchived, ReasonLowImportance, now, now
		outcome = string(StatusArchived)
	}
	rs, err := e.working.Recent(ctx, Everything(), WorkingQuery{ID: m.ID, Limit: 1})
	if err != nil || len(rs) == 0 {
		return err
	}
	rs[0].Memory = m
	if err := e.working.Append(ctx, rs[0]); err != nil {
		return err
	}
	e.decided(ctx, m, d, outcome)
	return nil
}

// promote moves a working memory to the layer that its type belongs to: first it is written there, then it
// leaves the working layer. A crash in between leaves it in both, where it counts once, until it is judged again.
func (e *Engine) promote(ctx context.Context, m Memory, d decision) error {
	m.Type, m.Layer, m.ExpiresAt = d.is, d.layer, time.Time{}
	if d.appraisal == nil {
		m.Layer = lastingLayer(m.Type)
	}
	if e.embedder != nil {
		e.pending.add(m.Agent, m.ID)
	}
	if err := e.queue.Add(ctx, m); err != nil {
		e.pending.settle(m.ID)
		return err
	}
	nudge(e.written)
	if err := e.working.Remove(ctx, m.ID); err != nil {
		return err
	}
	e.decided(ctx, m, d, "promoted")
	e.judging.add(false, m)
	return nil
}

// decided counts and records a decision.
func (e *Engine) decided(ctx context.Context, m Memory, d decision, outcome string) {
	e.judging.count(func(s *JudgeStats) {
		switch d.rule {
		case RuleJudge:
			s.Rated++
		case RuleLearned:
			s.Learned++
		default:
			s.ByRules++
		}
		switch outcome {
		case "promoted":
			s.Promoted++
		case string(StatusArchived):
			s.Archived++
		}
	})
	reason := fmt.Sprintf("%s: %.2f", d.rule, d.importance)
	if d.rating != 0 {
		reason = fmt.Sprintf("%s: %d of 5", d.rule, d.rating)
	}
	e.record(ctx, AuditEntry{Agent: m.Agent, Verb: "judge", MemoryIDs: []string{m.ID}, Outcome: outcome, Reason: reason})
}

// goodSummary says whether a summary stands for a content: it is shorter, and there is one.
func goodSummary(summary, content string) bool {
	n := utf8.RuneCountInString(summary)
	return n > 0 && n <= maxSummaryRunes && n < utf8.RuneCountInString(content)
}
