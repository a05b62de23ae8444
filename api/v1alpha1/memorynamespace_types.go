package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MemoryNamespaceSpec declares how the agents of one namespace remember.
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.className) || has(self.className)",message="className cannot be removed once set",fieldPath=".className"
type MemoryNamespaceSpec struct {
	// className names the MemoryClass that says where memory is kept. When omitted, the class annotated as
	// the default is used, and status.className says which one that was. Memory does not move between classes
	// by itself, so className cannot be changed or removed once set, and it can be added later only with the
	// class that is in use already.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="className is immutable"
	ClassName string `json:"className,omitempty"`

	// policy holds for every agent of the namespace.
	// +optional
	// +kubebuilder:default={}
	Policy Policy `json:"policy,omitzero"`

	// maintenance says when old memories are archived and full layers are evicted.
	// +optional
	// +kubebuilder:default={}
	Maintenance Maintenance `json:"maintenance,omitzero"`

	// agents each get an identity, a private memory, a token and, if they like, a policy of their own. Names are
	// unique. What an agent remembered stays when it is taken off the list, under the namespace's policy.
	// +required
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=100
	Agents []Agent `json:"agents,omitempty"`

	// deletionPolicy says what becomes of the stored memory when this object is deleted: Retain keeps the
	// volume, Delete deletes it.
	// +optional
	// +kubebuilder:default=Retain
	DeletionPolicy DeletionPolicy `json:"deletionPolicy,omitempty"`

	// suspend stops the operator from changing anything for this object; what runs goes on running.
	// +optional
	Suspend bool `json:"suspend,omitempty"`
}

// DeletionPolicy says what becomes of the stored memory.
// Retain keeps the volume; Delete deletes it.
// +kubebuilder:validation:Enum=Retain;Delete
type DeletionPolicy string

const (
	// DeletionPolicyRetain keeps the volume.
	DeletionPolicyRetain DeletionPolicy = "Retain"
	// DeletionPolicyDelete deletes the volume with the object.
	DeletionPolicyDelete DeletionPolicy = "Delete"
)

// Policy is how the agents of a namespace remember. All fields have defaults.
type Policy struct {
	// importance decides what is worth keeping.
	// +optional
	// +kubebuilder:default={}
	Importance Importance `json:"importance,omitzero"`

	// working governs the working layer: the context of one session.
	// +optional
	// +kubebuilder:default={}
	Working Working `json:"working,omitzero"`

	// episodic governs the episodic layer: what happened.
	// +optional
	// +kubebuilder:default={}
	Episodic Episodic `json:"episodic,omitzero"`

	// semantic governs the semantic layer: what holds across tasks.
	// +optional
	// +kubebuilder:default={}
	Semantic Semantic `json:"semantic,omitzero"`

	// recall governs ranking.
	// +optional
	// +kubebuilder:default={}
	Recall Recall `json:"recall,omitzero"`

	// duplicates governs what is merged.
	// +optional
	// +kubebuilder:default={}
	Duplicates Duplicates `json:"duplicates,omitzero"`

	// rules keep or drop what they match, before the rules that are built in.
	// +optional
	Rules Rules `json:"rules,omitzero"`

	// sensitive says what becomes of secrets and personal data: Keep keeps them as they are and marks the memory,
	// Redact keeps the memory without them, Refuse refuses what holds them.
	// +optional
	// +kubebuilder:default=Keep
	Sensitive Sensitive `json:"sensitive,omitempty"`
}

// Importance decides what is worth keeping.
type Importance struct {
	// thresholdPercent is the importance, in percent, below which something is not kept, unless a rule says
	// that it must be. 0 keeps everything that no rule drops.
	// +optional
	// +kubebuilder:default=30
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	ThresholdPercent *int32 `json:"thresholdPercent,omitempty"`

	// judge decides what no rule decides: Auto is the class's model when it has one, and Rules the rules' own
	// signals, which also stand in while the model does not answer.
	// +optional
	// +kubebuilder:default=Auto
	Judge Judge `json:"judge,omitempty"`
}

// Judge says who decides what no rule decides.
// +kubebuilder:validation:Enum=Auto;Rules
type Judge string

// The judges.
const (
	JudgeAuto  Judge = "Auto"
	JudgeRules Judge = "Rules"
)

// Working governs the working layer.
type Working struct {
	// ttlSeconds is how long a working memory lives, in seconds; then it is archived. At most 30 days.
	// +optional
	// +kubebuilder:default=3600
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=2592000
	TTLSeconds *int32 `json:"ttlSeconds,omitempty"`

	// maxEntries is how many working memories one session holds; the oldest beyond that are archived.
	// +optional
	// +kubebuilder:default=200
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// Episodic governs the episodic layer.
type Episodic struct {
	// archiveAfterDays is after how many days without being recalled an episodic memory is archived. At most
	// 36500, a hundred years.
	// +optional
	// +kubebuilder:default=30
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=36500
	ArchiveAfterDays *int32 `json:"archiveAfterDays,omitempty"`

	// maxEntries is how many active episodic memories an agent may have; the least important
	// beyond that are archived.
	// +optional
	// +kubebuilder:default=100000
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// Semantic governs the semantic layer.
type Semantic struct {
	// maxEntries is how many active semantic memories an agent may have; the least important
	// beyond that are archived.
	// +optional
	// +kubebuilder:default=20000
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000000
	MaxEntries *int32 `json:"maxEntries,omitempty"`
}

// Recall governs ranking.
type Recall struct {
	// weights of the parts of a score, in percent. They sum to 100, and one that is not given has its default,
	// so give all four to change any.
	// +optional
	// +kubebuilder:default={vector: 50, keyword: 20, recency: 20, task: 10}
	Weights Weights `json:"weights,omitzero"`

	// recencyDecayPerDayPermille is λ in thousandths a day, in recency = exp(-λ·days): 10 halves the recency of
	// a memory in 69 days, 0 makes all memories equally recent.
	// +optional
	// +kubebuilder:default=10
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000
	RecencyDecayPerDayPermille *int32 `json:"recencyDecayPerDayPermille,omitempty"`

	// topK is how many memories a recall returns when the agent does not say.
	// +optional
	// +kubebuilder:default=5
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	TopK *int32 `json:"topK,omitempty"`
}

// Weights are percentages that sum to 100.
// +kubebuilder:validation:XValidation:rule="self.vector + self.keyword + self.recency + self.task == 100",message="weights must sum to 100; one that is not given has its default: vector 50, keyword 20, recency 20, task 10"
type Weights struct {
	// vector is the weight of similarity in meaning.
	// +optional
	// +kubebuilder:default=50
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Vector *int32 `json:"vector,omitempty"`

	// keyword is the weight of shared words.
	// +optional
	// +kubebuilder:default=20
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Keyword *int32 `json:"keyword,omitempty"`

	// recency is the weight of how recent a memory is.
	// +optional
	// +kubebuilder:default=20
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Recency *int32 `json:"recency,omitempty"`

	// task is the weight of belonging to the asker's task.
	// +optional
	// +kubebuilder:default=10
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	Task *int32 `json:"task,omitempty"`
}

// Duplicates governs what is merged into a memory that says the same already.
type Duplicates struct {
	// mergeSimilarityPercent is how alike, in percent, a new memory must be to an old one to be merged into it,
	// on a scale that does not depend on the embedding model. 100 merges only what is the same. Whatever the
	// similarity, different numbers, names, dates or a negation keep two memories apart.
	// +optional
	// +kubebuilder:default=92
	// +kubebuilder:validation:Minimum=50
	// +kubebuilder:validation:Maximum=100
	MergeSimilarityPercent *int32 `json:"mergeSimilarityPercent,omitempty"`
}

// Rules keep or drop what they match. What both a keep and a drop rule match is kept. An agent's rules are
// added to the namespace's; one with the name of a namespace's rule of the same list stands in its place.
type Rules struct {
	// keep has the rules that keep what they match, however low its importance.
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=64
	Keep []Rule `json:"keep,omitempty"`

	// drop has the rules that skip what they match, also when a built-in rule would keep it.
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=64
	Drop []Rule `json:"drop,omitempty"`
}

// Rule is a named pattern.
type Rule struct {
	// name of the rule, unique in its list: lower-case letters, digits and hyphens. The answer to a write that
	// the rule decided names it.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`

	// pattern is a regular expression in the syntax of RE2, sought anywhere in the content as it was written:
	// (?i) ignores case, \b is a word's border between Latin letters. The API server cannot judge it, so an
	// invalid one is accepted and then reported by the condition Ready.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	Pattern string `json:"pattern,omitempty"`
}

// Sensitive says what becomes of secrets and personal data.
// +kubebuilder:validation:Enum=Keep;Redact;Refuse
type Sensitive string

// What can become of secrets and personal data.
const (
	SensitiveKeep   Sensitive = "Keep"
	SensitiveRedact Sensitive = "Redact"
	SensitiveRefuse Sensitive = "Refuse"
)

// Maintenance says when maintenance runs: once at every time that the schedule names.
type Maintenance struct {
	// schedule is a cron expression of five fields, one space apart: minute, hour, day of month, month, day of
	// week, as in "0 3 * * *".
	// +optional
	// +kubebuilder:default="0 3 * * *"
	// +kubebuilder:validation:MinLength=9
	// +kubebuilder:validation:MaxLength=100
	// +kubebuilder:validation:Pattern=`^[0-9A-Za-z*/,?-]+( [0-9A-Za-z*/,?-]+){4}$`
	Schedule string `json:"schedule,omitempty"`

	// timeZone is the IANA time zone of the schedule, such as Asia/Shanghai.
	// +optional
	// +kubebuilder:default=UTC
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$`
	TimeZone string `json:"timeZone,omitempty"`
}

// Agent is one identity of a namespace.
type Agent struct {
	// name of the agent, unique in the namespace: lower-case letters, digits and hyphens.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`

	// policy overrides the namespace's, field by field; its rules are added to the namespace's.
	// +optional
	Policy *PolicyOverride `json:"policy,omitempty"`
}

// MemoryNamespace declares one isolated memory: its agents, how they remember, and for how long. Its name is a
// DNS label of at most 52 characters, because the objects that the operator makes are named after it.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=memorynamespaces,scope=Namespaced,shortName=mns,categories=rearview
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]{0,50}[a-z0-9])?$')",message="name must be at most 52 lower-case letters, digits and hyphens, start with a letter and not end with a hyphen",fieldPath=".metadata"
// +kubebuilder:validation:XValidation:rule="self.metadata.name != 'default'",message="name must not be default: Kubernetes has a ServiceAccount of that name in every namespace, and the server needs its own",fieldPath=".metadata"
// +kubebuilder:validation:XValidation:rule="has(oldSelf.spec.className) || !has(self.spec.className) || !has(oldSelf.status) || !has(oldSelf.status.className) || self.spec.className == oldSelf.status.className",message="className can be added only with the class in use, which status.className names",fieldPath=".spec.className"
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name="Reason",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].reason`
// +kubebuilder:printcolumn:name="Class",type=string,JSONPath=`.status.className`
// +kubebuilder:printcolumn:name="Agents",type=integer,JSONPath=`.status.agents`
// +kubebuilder:printcolumn:name="Endpoint",type=string,JSONPath=`.status.endpoint.url`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type MemoryNamespace struct {
	metav1.TypeMeta `json:",inline"`

	// metadata is standard object metadata.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec declares how the agents of this namespace remember.
	// +required
	Spec MemoryNamespaceSpec `json:"spec,omitzero"`

	// status is what the operator last observed.
	// +optional
	Status MemoryNamespaceStatus `json:"status,omitzero"`
}

// MemoryNamespaceList is a list of MemoryNamespaces.
// +kubebuilder:object:root=true
type MemoryNamespaceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitzero"`
	Items           []MemoryNamespace `json:"items"`
}
