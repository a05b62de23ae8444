package resolve

import (
	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
)

// The defaults of maintenance, as the API's markers have them.
const (
	DefaultSchedule = "0 3 * * *"
	DefaultTimeZone = "UTC"
)

// mergePolicy sets the fields of p that the namespace declares.
func mergePolicy(p *namespace.Policy, m *v1alpha1.Policy) {
	set(&p.Importance.ThresholdPercent, m.Importance.ThresholdPercent)
	set(&p.Working.TTLSeconds, m.Working.TTLSeconds)
	set(&p.Working.MaxEntries, m.Working.MaxEntries)
	set(&p.Episodic.ArchiveAfterDays, m.Episodic.ArchiveAfterDays)
	set(&p.Episodic.MaxEntries, m.Episodic.MaxEntries)
	set(&p.Semantic.MaxEntries, m.Semantic.MaxEntries)
	set(&p.Recall.Weights.Vector, m.Recall.Weights.Vector)
	set(&p.Recall.Weights.Keyword, m.Recall.Weights.Keyword)
	set(&p.Recall.Weights.Recency, m.Recall.Weights.Recency)
	set(&p.Recall.Weights.Task, m.Recall.Weights.Task)
	set(&p.Recall.RecencyDecayPerDayPermille, m.Recall.RecencyDecayPerDayPermille)
	set(&p.Recall.TopK, m.Recall.TopK)
	set(&p.Duplicates.MergeSimilarityPercent, m.Duplicates.MergeSimilarityPercent)
	name(&p.Importance.Judge, m.Importance.Judge)
	name(&p.Sensitive, m.Sensitive)
}

// withOverride is p with the fields that an agent overrides.
func withOverride(p namespace.Policy, o *v1alpha1.PolicyOverride) namespace.Policy {
	if o == nil {
		return p
	}
	if i := o.Importance; i != nil {
		set(&p.Importance.ThresholdPercent, i.ThresholdPercent)
		name(&p.Importance.Judge, i.Judge)
	}
	if w := o.Working; w != nil {
		set(&p.Working.TTLSeconds, w.TTLSeconds)
		set(&p.Working.MaxEntries, w.MaxEntries)
	}
	if e := o.Episodic; e != nil {
		set(&p.Episodic.ArchiveAfterDays, e.ArchiveAfterDays)
		set(&p.Episodic.MaxEntries, e.MaxEntries)
	}
	if s := o.Semantic; s != nil {
		set(&p.Semantic.MaxEntries, s.MaxEntries)
	}
	if r := o.Recall; r != nil {
		set(&p.Recall.RecencyDecayPerDayPermille, r.RecencyDecayPerDayPermille)
		set(&p.Recall.TopK, r.TopK)
		if w := r.Weights; w != nil {
			set(&p.Recall.Weights.Vector, w.Vector)
			set(&p.Recall.Weights.Keyword, w.Keyword)
			set(&p.Recall.Weights.Recency, w.Recency)
			set(&p.Recall.Weights.Task, w.Task)
		}
	}
	if d := o.Duplicates; d != nil {
		set(&p.Duplicates.MergeSimilarityPercent, d.MergeSimilarityPercent)
	}
	name(&p.Sensitive, o.Sensitive)
	return p
}

// rules are the rules of one declaration.
func rules(m v1alpha1.Rules) namespace.Rules {
	return namespace.Rules{Keep: ruleList(m.Keep), Drop: ruleList(m.Drop)}
}

func ruleList(ms []v1alpha1.Rule) []namespace.Rule {
	var rs []namespace.Rule
	for _, m := range ms {
		rs = append(rs, namespace.Rule{Name: m.Name, Pattern: m.Pattern})
	}
	return rs
}

// rulesOfOverride are the rules that an agent adds.
func rulesOfOverride(o *v1alpha1.PolicyOverride) namespace.Rules {
	if o == nil || o.Rules == nil {
		return namespace.Rules{}
	}
	return rules(*o.Rules)
}

func set(field, value *int32) {
	if value != nil {
		*field = *value
	}
}

// name sets a field to one of the API's names, if one is given.
func name[F, V ~string](field *F, value V) {
	if value != "" {
		*field = F(value)
	}
}
