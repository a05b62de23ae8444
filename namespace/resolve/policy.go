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

// defaultPolicy is the policy of a namespace that declares none, as the API's markers have it.
func defaultPolicy() namespace.Policy {
	return namespace.Policy{
		Importance: namespace.Importance{ThresholdPercent: 30},
		Working:    namespace.Working{TTLSeconds: 3600, MaxEntries: 200},
		Episodic:   namespace.Episodic{ArchiveAfterDays: 30, MaxEntries: 100_000},
		Semantic:   namespace.Semantic{MaxEntries: 20_000},
		Recall: namespace.Recall{
			Weights:                    namespace.Weights{Vector: 50, Keyword: 20, Recency: 20, Task: 10},
			RecencyDecayPerDayPermille: 10,
			TopK:                       5,
		},
	}
}

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
}

// withOverride is p with the fields that an agent overrides.
func withOverride(p namespace.Policy, o *v1alpha1.PolicyOverride) namespace.Policy {
	if o == nil {
		return p
	}
	if i := o.Importance; i != nil {
		set(&p.Importance.ThresholdPercent, i.ThresholdPercent)
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
	return p
}

func set(field, value *int32) {
	if value != nil {
		*field = *value
	}
}
