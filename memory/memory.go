// Package memory is the domain: the three verbs (Remember, Recall, Forget), Maintain, and the ports they
// need. It knows no transport, no database and no Kubernetes.
package memory

import "time"

// Layer is where a memory lives, which decides how long.
type Layer string

// The three layers.
const (
	// LayerWorking holds the context of a session, which expires, and what binds the task at hand, which is kept.
	LayerWorking Layer = "working"
	// LayerEpisodic holds what happened: goals, steps, results, errors, feedback.
	LayerEpisodic Layer = "episodic"
	// LayerSemantic holds what is true across tasks: preferences, constraints, knowledge.
	LayerSemantic Layer = "semantic"
)

// Scope says who may see a memory.
type Scope string

// The scopes.
const (
	// ScopePrivate memories are seen by the agent that wrote them.
	ScopePrivate Scope = "private"
	// ScopeShared memories are seen by every agent of the namespace.
	ScopeShared Scope = "shared"
)

// Status is a memory's place in its life.
type Status string

// The statuses.
const (
	// StatusActive memories are recalled.
	StatusActive Status = "active"
	// StatusDeprecated memories were superseded by a newer one or merged into one that says the same; they are
	// kept for tracing and not recalled.
	StatusDeprecated Status = "deprecated"
	// StatusArchived memories were forgotten, evicted or grew old; they are kept and can be restored.
	StatusArchived Status = "archived"
)

// Type is what kind of thing a memory says.
type Type string

// The types. An agent may name one; otherwise the rules choose.
const (
	TypePreference Type = "preference"
	TypeConstraint Type = "constraint"
	TypeFact       Type = "fact"
	TypeDecision   Type = "decision"
	TypeResult     Type = "result"
	TypeError      Type = "error"
	TypeFeedback   Type = "feedback"
	TypeEvent      Type = "event"
)

// Memory is one remembered thing. It has the same shape in every layer and every store.
type Memory struct {
	// ID is a ULID.
	ID string `json:"id"`
	// Agent is the name of the agent that wrote it, and whose policy governs it.
	Agent string `json:"agent"`
	Scope Scope  `json:"scope"`
	Layer Layer  `json:"layer"`
	Type  Type   `json:"type"`
	// Content is the original text, always kept whole.
	Content string `json:"content"`
	// Summary is the content's first informative sentences; empty when the content is short enough to be its own.
	Summary string `json:"summary,omitempty"`
	Task    string `json:"task,omitempty"`
	Session string `json:"session,omitempty"`
	Topic   string `json:"topic,omitempty"`
	// Metadata are the writer's own labels, to filter by; what they say is not searched.
	Metadata map[string]string `json:"metadata,omitempty"`
	// Importance is 0–1: how likely a future agent needs this.
	Importance float64 `json:"importance"`
	// Rule names the write rule that decided, or "agent", "unsure", "unjudged", "learned" or "judge".
	Rule   string `json:"rule,omitempty"`
	Status Status `json:"status"`
	// StatusReason says why it has this status, such as "superseded", "merged", "forgotten", "unread",
	// "capacity"; empty when active.
	StatusReason string `json:"status_reason,omitempty"`
	// CreatedAt is when it was remembered, OccurredAt when it happened (as CreatedAt unless told otherwise).
	CreatedAt  time.Time `json:"created_at"`
	OccurredAt time.Time `json:"occurred_at"`
	// RepeatedAt is when it was last said again, after OccurredAt; zero while it never was.
	RepeatedAt time.Time `json:"repeated_at,omitzero"`
	// AccessedAt is when it was last recalled, CreatedAt until then.
	AccessedAt  time.Time `json:"accessed_at"`
	AccessCount int64     `json:"access_count"`
	// StatusAt is when the status last changed; zero while it never has.
	StatusAt time.Time `json:"status_at,omitzero"`
	// SupersededBy is the id of the memory that replaced it, and DeprecatedAt since when: set by a newer one of
	// the same topic, or by one that says the same. They stay when it is archived later.
	SupersededBy string    `json:"superseded_by,omitempty"`
	DeprecatedAt time.Time `json:"deprecated_at,omitzero"`
	// KeptWith are ids of memories beside which a person let it stand: neither replaces the other.
	KeptWith []string `json:"kept_with,omitempty"`
	// Sensitive says that the content or the metadata hold a key, a password, or another thing not to be shown to everyone.
	Sensitive bool `json:"sensitive,omitempty"`
	// ExpiresAt is when the context of a session ends; zero for all that lasts.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}

// Expires says whether it is context of a session, and lives in the working store. All else lasts, and lives in
// the long-term store.
func (m *Memory) Expires() bool { return !m.ExpiresAt.IsZero() }

// SaidAt is when it was said last: what is said again holds again.
func (m *Memory) SaidAt() time.Time {
	if m.RepeatedAt.After(m.OccurredAt) {
		return m.RepeatedAt
	}
	return m.OccurredAt
}
