// Package namespace describes the effective namespace: one MemoryNamespace with its defaults and its
// MemoryClass resolved, which is what a memory server obeys. It holds plain values and imports nothing
// of ours, so that the runtime and the operator can share it. Package namespace/resolve makes one from
// the Kubernetes resources; package namespace/manifest reads and validates those from files.
package namespace

// Effective is everything a memory server needs to know. The operator hands it to `rearview serve` as a
// file; `rearview up` resolves the same from a manifest on disk.
type Effective struct {
	// Name and Namespace are those of the MemoryNamespace object.
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	// UID is the object's UID; empty off-cluster.
	UID string `json:"uid,omitempty"`
	// Generation of the MemoryNamespace that this was made from; 0 off-cluster.
	Generation int64 `json:"generation,omitempty"`
	// Policy is the namespace's own policy, complete. It governs memories of agents that are no longer listed.
	Policy Policy `json:"policy"`
	// Rules are the namespace's own, for every agent. RulesOf has those that govern one agent.
	Rules Rules `json:"rules,omitzero"`
	// Maintenance says when maintenance runs.
	Maintenance Maintenance `json:"maintenance"`
	// Agents are the identities of this namespace, sorted by name, each with its complete policy.
	Agents []Agent `json:"agents"`
	// Embedding is the class's embedding model.
	Embedding Embedding `json:"embedding"`
	// Model is the class's chat model, which judges and summarises; nil when it has none.
	Model *Model `json:"model,omitempty"`
}

// Agent is one identity and the policy it lives under: the namespace's with the agent's overrides merged over it.
type Agent struct {
	Name   string `json:"name"`
	Policy Policy `json:"policy"`
	// Rules are those that the agent adds to the namespace's. The namespace's are not repeated here, or a
	// hundred agents would carry them a hundred times.
	Rules Rules `json:"rules,omitzero"`
}

// Policy is how one agent remembers, but for the rules. Every field is set; there is nothing to default any more.
type Policy struct {
	Importance Importance `json:"importance"`
	Working    Working    `json:"working"`
	Episodic   Episodic   `json:"episodic"`
	Semantic   Semantic   `json:"semantic"`
	Recall     Recall     `json:"recall"`
	Duplicates Duplicates `json:"duplicates"`
	Sensitive  Sensitive  `json:"sensitive"`
}

// Importance decides what is worth keeping.
type Importance struct {
	// ThresholdPercent, 0–100: what scores below it (importance × 100) is skipped, unless a rule says it must be kept.
	ThresholdPercent int32 `json:"thresholdPercent"`
	// Judge says who decides what no rule decides.
	Judge Judge `json:"judge"`
}

// Judge says who decides what no rule decides.
type Judge string

// The judges.
const (
	// JudgeAuto is the class's model when it has one, and the rules' signals when it has none or it does not answer.
	JudgeAuto Judge = "Auto"
	// JudgeRules is the rules' signals, also when the class has a model.
	JudgeRules Judge = "Rules"
)

// Working governs the working layer of one session.
type Working struct {
	TTLSeconds int32 `json:"ttlSeconds"`
	MaxEntries int32 `json:"maxEntries"`
}

// Episodic governs the episodic layer. MaxEntries counts one agent's active memories.
type Episodic struct {
	ArchiveAfterDays int32 `json:"archiveAfterDays"`
	MaxEntries       int32 `json:"maxEntries"`
}

// Semantic governs the semantic layer. MaxEntries counts one agent's active memories.
type Semantic struct {
	MaxEntries int32 `json:"maxEntries"`
}

// Recall governs ranking.
type Recall struct {
	Weights Weights `json:"weights"`
	// RecencyDecayPerDayPermille is λ·1000 in recency = exp(-λ·days).
	RecencyDecayPerDayPermille int32 `json:"recencyDecayPerDayPermille"`
	// TopK is how many memories a recall returns when the caller does not say.
	TopK int32 `json:"topK"`
}

// Weights are percentages and sum to 100.
type Weights struct {
	Vector  int32 `json:"vector"`
	Keyword int32 `json:"keyword"`
	Recency int32 `json:"recency"`
	Task    int32 `json:"task"`
}

// Duplicates governs what is merged into a memory that says the same already.
type Duplicates struct {
	// MergeSimilarityPercent, 50–100: two texts at least this alike merge, on a scale that does not depend on
	// the embedding model.
	MergeSimilarityPercent int32 `json:"mergeSimilarityPercent"`
}

// Sensitive says what becomes of secrets and personal data.
type Sensitive string

// What can become of them.
const (
	// SensitiveKeep keeps them as they are, and marks the memory.
	SensitiveKeep Sensitive = "Keep"
	// SensitiveRedact keeps the memory without them.
	SensitiveRedact Sensitive = "Redact"
	// SensitiveRefuse refuses what holds them.
	SensitiveRefuse Sensitive = "Refuse"
)

// Maintenance is a five-field cron expression in an IANA time zone.
type Maintenance struct {
	Schedule string `json:"schedule"`
	TimeZone string `json:"timeZone"`
}

// EmbeddingType names a way of embedding.
type EmbeddingType string

// The ways of embedding.
const (
	EmbeddingBuiltIn          EmbeddingType = "BuiltIn"
	EmbeddingOpenAICompatible EmbeddingType = "OpenAICompatible"
)

// Embedding says which model turns text into vectors.
type Embedding struct {
	Type EmbeddingType `json:"type"`
	// OpenAICompatible is set for that type only.
	OpenAICompatible *OpenAICompatible `json:"openAICompatible,omitempty"`
}

// OpenAICompatible is an endpoint that speaks the OpenAI embeddings API.
type OpenAICompatible struct {
	// URL ends before /embeddings, as in http://ollama:11434/v1.
	URL   string `json:"url"`
	Model string `json:"model"`
	// Dimension is the length of its vectors; an answer of another length is an error.
	Dimension int32 `json:"dimension"`
	// APIKeyFile is a path that holds the key; empty for none. The key itself is never in this file.
	APIKeyFile string `json:"apiKeyFile,omitempty"`
}

// Model is a chat model behind an endpoint that speaks the OpenAI chat API.
type Model struct {
	// URL ends before /chat/completions, as in http://ollama:11434/v1.
	URL string `json:"url"`
	// Name that the endpoint knows the model by.
	Name string `json:"name"`
	// TimeoutSeconds bounds one call.
	TimeoutSeconds int32 `json:"timeoutSeconds"`
	// APIKeyFile is a path that holds the key; empty for none. The key itself is never in this file.
	APIKeyFile string `json:"apiKeyFile,omitempty"`
}

// PolicyOf returns the policy that governs an agent's memories: its own, or the namespace's when the
// agent is not (or no longer) listed.
func (e *Effective) PolicyOf(agent string) Policy {
	for _, a := range e.Agents {
		if a.Name == agent {
			return a.Policy
		}
	}
	return e.Policy
}

// HasAgent says whether the namespace lists the agent.
func (e *Effective) HasAgent(agent string) bool {
	for _, a := range e.Agents {
		if a.Name == agent {
			return true
		}
	}
	return false
}
