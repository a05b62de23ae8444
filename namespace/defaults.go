package namespace

// DefaultPolicy is the policy of a namespace that declares none, as the API's markers have it.
func DefaultPolicy() Policy {
	return Policy{
		Importance: Importance{ThresholdPercent: 30, Judge: JudgeAuto},
		Working:    Working{TTLSeconds: 3600, MaxEntries: 200},
		Episodic:   Episodic{ArchiveAfterDays: 30, MaxEntries: 100_000},
		Semantic:   Semantic{MaxEntries: 20_000},
		Recall: Recall{
			Weights:                    Weights{Vector: 50, Keyword: 20, Recency: 20, Task: 10},
			RecencyDecayPerDayPermille: 10,
			TopK:                       5,
		},
		Duplicates: Duplicates{MergeSimilarityPercent: 92},
		Sensitive:  SensitiveKeep,
	}
}

// fillMissing sets what a file of an older version does not have, and what no policy can have as its zero
// value. Without it a newer server would refuse the configuration that an older operator wrote.
func (p *Policy) fillMissing() {
	d := DefaultPolicy()
	if p.Importance.Judge == "" {
		p.Importance.Judge = d.Importance.Judge
	}
	if p.Duplicates.MergeSimilarityPercent == 0 {
		p.Duplicates = d.Duplicates
	}
	if p.Sensitive == "" {
		p.Sensitive = d.Sensitive
	}
}
