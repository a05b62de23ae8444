package model

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// batches groups texts for one request each, by their place: within the limits, and each that seems to talk to
// a judge alone, so that it can only plead for itself.
func batches(texts []string) [][]int {
	var all [][]int
	var batch []int
	size := 0
	for i, text := range texts {
		if pleads(text) {
			all = append(all, []int{i})
			continue
		}
		length := min(len(text), headBytes+tailBytes)
		if len(batch) == maxTexts || len(batch) > 0 && size+length > maxRequestBytes {
			all, batch, size = append(all, batch), nil, 0
		}
		batch, size = append(batch, i), size+length
	}
	if len(batch) > 0 {
		all = append(all, batch)
	}
	return all
}

// pleading recognises what may be meant for a judge. It need not know every trick: the controls tell whether
// one worked.
var pleading = regexp.MustCompile(`(?is)` + strings.Join([]string{
	`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|above|previous|prior|system)\b`,
	`\b(?:rate|rated|rating|ratings|score|scores|grade|grades|verdict|verdicts)\b`,
	`\b(?:give|assign|return|answer|respond|reply|output)\b.{0,60}\b(?:[1-5]|five|json|keys?|objects?|maximum|highest)\b`,
	`\b(?:system|developer)\s+(?:prompt|message|instruction)`, `\b(?:judge|grader|evaluator)\b`,
	`<\|`, `\[/?INST\]`, `"\w+"\s*:\s*"?[1-5]\b`,
	`忽略|无视|不要理会|评分|打分|分数|系统提示|评审|裁判`, `给.{0,12}[1-5一二三四五满]分`,
	`(?:ignora|olvida)\b.{0,40}instruc`, `(?:ignoriere|vergiss)\b.{0,40}(?:anweisung|regel)`, `puntua|bewert`, `無視|評価|採点|点数`,
}, "|"))

func pleads(text string) bool { return pleading.MatchString(text) }

// Controls are texts whose rating is known. One of each kind is in every request: when the model does not tell
// them apart, because a text talked it out of it or because it cannot judge, none of its ratings counts.
var (
	needless = []string{
		"haha ok, brb, getting another coffee", "lol that meme again, too funny", "哈哈，今天这天气真是的，先摸会儿鱼", "hmm, nothing much, just bored over here",
	}
	needed = []string{
		"The production database moves to PostgreSQL 16 on Monday; nobody may deploy before that.",
		"The customer is allergic to peanuts: never book catering that uses peanut oil.",
		"客户要求所有报表必须用人民币计价，并且每周五下午四点前交付。",
		"Decision: payments time out after 30 s because the gateway retries twice; keep the limit at 45 s.",
	}
)

// leastApart is how much higher the needed control must be rated than the needless one.
const leastApart = 2

// pickControls chooses one of each kind.
func pickControls() (low, high string) {
	//nolint:gosec // Which control it is need not be a secret: it must differ from call to call.
	return needless[rand.IntN(len(needless))], needed[rand.IntN(len(needed))]
}
