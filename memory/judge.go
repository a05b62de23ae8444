package memory

import (
	"context"

	"github.com/rearview-dev/rearview/memory/importance"
	"github.com/rearview-dev/rearview/namespace"
)

const (
	// RuleUnjudged stands in the place of a rule until a judge has rated the memory.
	RuleUnjudged = "unjudged"
	// RuleJudge says that a judge decided.
	RuleJudge = "judge"
	// RuleLearned says that the embedder's appraisal did.
	RuleLearned = "learned"
)

// promotedFrom is the rating from which a working memory is kept for longer than its session.
const promotedFrom = 4

// Judge is a model that says what rules cannot. It is safe for concurrent use. What it is given is data, and
// never changes what it is asked; the rating of one agent's text does not depend on another agent's texts.
// Errors are of KindUnavailable when it does not answer, and of KindInternal when its answer is none.
type Judge interface {
	// Model names it.
	Model() string
	// Rate says of each text of one agent how likely a future agent is to need it: 1, never, to 5, certainly;
	// 0 where it gave no rating that makes sense. There is one a text, in order; beside an error there may be some.
	Rate(ctx context.Context, agent string, texts []string) ([]int, error)
	// Summarize says shortly what a long text says, in the text's own language. It is empty when there is no
	// good summary.
	Summarize(ctx context.Context, text string) (string, error)
}

// rated is a rating of 1–5 as an importance of 0–1.
func rated(rating int) float64 { return float64(rating-1) / 4 }

// toBeJudged says whether what the rules say leaves the decision to a model, and whether there is one: the judge,
// who sees nothing that is sensitive, or the embedder's appraisal, for what the agent said nothing of.
func (e *Engine) toBeJudged(v importance.Verdict, r RememberRequest, sensitive bool, p namespace.Importance) bool {
	switch {
	case v.Rule != importance.RuleUnsure, r.Type != "", !e.judging.hasRoom():
		return false
	case e.appraiser != nil:
		return true
	}
	return !sensitive && p.Judge == namespace.JudgeAuto && e.obeyed.Load().judge != nil && e.judging.answers(e.now())
}

// judgeOf is the judge of a configuration: the one in force, if its model is the same.
func (e *Engine) judgeOf(ns *namespace.Effective) (Judge, error) {
	if ns.Model == nil || e.openJudge == nil {
		return nil, nil
	}
	if old := e.obeyed.Load(); old != nil && old.Model != nil && *old.Model == *ns.Model {
		return old.judge, nil
	}
	return e.openJudge(*ns.Model)
}
