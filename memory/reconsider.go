package memory

import (
	"context"
)

const (
	// overruled is the importance below which an appraisal overrules a soft rule that keeps.
	overruled = 0.15
	// surelyElsewhere is from how sure it must be of another layer to overrule the rule's.
	surelyElsewhere = 0.8
)

// reconsider lets the embedder's appraisal look at what a soft rule kept: what it is quite sure is worth nothing is
// archived, and what is a demand or a fact goes where the appraisal says. Only what the agent said nothing of comes
// here. Should the process end before, the rule's word stands.
func (e *Engine) reconsider(ctx context.Context, as []awaiting) error {
	found := map[string]located{}
	ids := idsOfAwaiting(as)
	if err := e.locateHot(ctx, Everything(), ids, found); err != nil {
		return err
	}
	appraisals, err := e.appraise(ctx, as, nil, found)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if a := appraisals[id]; a != nil {
			if err := e.reconsiderOne(ctx, found[id].Memory, *a); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *Engine) reconsiderOne(ctx context.Context, read Memory, a Appraisal) error {
	e.lives.Lock()
	defer e.lives.Unlock()
	records, err := e.longTerm.Get(ctx, Everything(), read.ID)
	if err != nil || len(records) == 0 {
		return err
	}
	m := records[0].Memory
	if m.Status != StatusActive || m.Rule != read.Rule {
		return nil
	}
	d := decision{opinion: opinion{appraisal: &a}, importance: m.Importance, rule: m.Rule, keep: true, is: m.Type, layer: m.Layer}
	if a.Importance < overruled && m.AccessCount == 0 {
		replaced, err := e.longTerm.Scan(ctx, Everything(), ScanQuery{SupersededBy: m.ID, Limit: 1})
		if err != nil {
			return err
		}
		// What stands for others stays, or they would be gone with it.
		if d.keep = len(replaced) > 0; !d.keep {
			d.importance, d.rule = a.Importance, RuleLearned
		}
	}
	if d.keep && (m.Type == TypeConstraint || m.Type == TypeFact) && a.LayerChance >= surelyElsewhere {
		d.is, d.layer = a.Type, appraisedLayer(a, m.Task)
	}
	if d.keep && d.is == m.Type && d.layer == m.Layer {
		return nil
	}
	return e.decideLongTerm(ctx, m, d)
}
