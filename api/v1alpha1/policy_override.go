package v1alpha1

// PolicyOverride is a policy of which only the fields that differ are set; the others are the namespace's.
type PolicyOverride struct {
	// importance overrides the namespace's.
	// +optional
	Importance *ImportanceOverride `json:"importance,omitempty"`

	// working overrides the namespace's.
	// +optional
	Working *WorkingOverride `json:"working,omitempty"`

	// episodic overrides the namespace's.
	// +optional
	Episodic *EpisodicOverride `json:"episodic,omitempty"`

	// semantic overrides the namespace's.
	// +optional
	Semantic *SemanticOverride `json:"semantic,omitempty"`

	// recall overrides the namespace's.
	// +optional
	Recall *RecallOverride `json:"recall,omitempty"`

	// duplicates overrides the namespace's.
	// +optional
	Duplicates *DuplicatesOverride `json:"duplicates,omitempty"`

	// rules are added to the namespace's; one with the name of a namespace's rule of the same list stands in
	// its place.
	// +optional
	Rules *Rules `json:"rules,omitempty"`

	// sensitive overrides the namespace's.
	// +optional
	Sensitive Sensitive `json:"sensitive,omitempty"`
}

// ImportanceOverride overrides fields of Importance.
type ImportanceOverride struct {
	// thresholdPercent overrides policy.importance.thresholdPercent of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	ThresholdPercent *int32 `json:"thresholdPercent,omitempty"`

	// judge overrides policy.importance.judge of the namespace.
	// +optional
	Judge Judge `json:"judge,omitempty"`
}

// WorkingOverride overrides fields of Working.
type WorkingOverride struct {
	// ttlSeconds overrides policy.working.ttlSeconds of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=2592000
	TTLSeconds *int32 `json:"ttlSeconds,omitempty"`

	// maxEntries overrides policy.working.maxEntries of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// EpisodicOverride overrides fields of Episodic.
type EpisodicOverride struct {
	// archiveAfterDays overrides policy.episodic.archiveAfterDays of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=36500
	ArchiveAfterDays *int32 `json:"archiveAfterDays,omitempty"`

	// maxEntries overrides policy.episodic.maxEntries of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// SemanticOverride overrides fields of Semantic.
type SemanticOverride struct {
	// maxEntries overrides policy.semantic.maxEntries of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// RecallOverride overrides fields of Recall.
type RecallOverride struct {
	// weights override policy.recall.weights of the namespace, all four together.
	// +optional
	Weights *WeightsOverride `json:"weights,omitempty"`

	// recencyDecayPerDayPermille overrides policy.recall.recencyDecayPerDayPermille of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000
	RecencyDecayPerDayPermille *int32 `json:"recencyDecayPerDayPermille,omitempty"`

	// topK overrides policy.recall.topK of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	TopK *int32 `json:"topK,omitempty"`
}

// DuplicatesOverride overrides fields of Duplicates.
type DuplicatesOverride struct {
	// mergeSimilarityPercent overrides policy.duplicates.mergeSimilarityPercent of the namespace.
	// +optional
	// +kubebuilder:validation:Minimum=50
	// +kubebuilder:validation:Maximum=100
	MergeSimilarityPercent *int32 `json:"mergeSimilarityPercent,omitempty"`
}

// WeightsOverride are percentages that sum to 100. All four are given, so that an override cannot be read
// against a namespace's weights that change later.
// +kubebuilder:validation:XValidation:rule="self.vector + self.keyword + self.recency + self.task == 100",message="weights must sum to 100"
type WeightsOverride struct {
	// vector is the weight of similarity in meaning.
	// +required
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Vector *int32 `json:"vector,omitempty"`

	// keyword is the weight of shared words.
	// +required
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Keyword *int32 `json:"keyword,omitempty"`

	// recency is the weight of how recent a memory is.
	// +required
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Recency *int32 `json:"recency,omitempty"`

	// task is the weight of belonging to the asker's task.
	// +required
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Task *int32 `json:"task,omitempty"`
}
