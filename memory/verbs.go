package memory

import "time"

// RememberRequest is one thing to remember.
type RememberRequest struct {
	Content string
	// Type is what kind of thing it is; empty lets the rules choose.
	Type Type
	// Scope is ScopePrivate when empty.
	Scope   Scope
	Task    string
	Session string
	Topic   string
	// Metadata are labels to filter by: at most MaxMetadata pairs, of keys made of letters, digits, _, . and -.
	Metadata map[string]string
	// Importance is the agent's own opinion, 0–1; nil for none.
	Importance *float64
	// OccurredAt is when it happened; zero for now.
	OccurredAt time.Time
	// Wait lets the answer wait up to two seconds for what becomes of it: whether it merges into what is known,
	// or replaces something.
	Wait bool
}

// Outcome is what became of something to remember.
type Outcome string

// The outcomes.
const (
	// OutcomeStored: written to the working layer, and found from now on.
	OutcomeStored Outcome = "stored"
	// OutcomeQueued: durable and found from now on; its vector follows.
	OutcomeQueued Outcome = "queued"
	// OutcomeMerged: another memory says the same already, and counts for it from now on.
	OutcomeMerged Outcome = "merged"
	// OutcomeSuperseded: stored, and it replaced older memories of its topic.
	OutcomeSuperseded Outcome = "superseded"
	// OutcomeSkipped: not worth keeping; nothing was written.
	OutcomeSkipped Outcome = "skipped"
)

// Why writes are skipped.
const (
	// ReasonLowImportance is why most are.
	ReasonLowImportance = "low_importance"
	// ReasonDropped is why those are that a rule of the policy drops.
	ReasonDropped = "dropped_by_policy"
)

// RememberResult says what became of it and why.
type RememberResult struct {
	// ID is empty when skipped, and that of the memory that was known already when an exact repeat merged.
	ID      string  `json:"id,omitempty"`
	Outcome Outcome `json:"outcome"`
	// Touched are the memories that it replaced or, when merged, the one that took it in.
	Touched    []string `json:"touched,omitempty"`
	Layer      Layer    `json:"layer,omitempty"`
	Type       Type     `json:"type,omitempty"`
	Scope      Scope    `json:"scope,omitempty"`
	Importance float64  `json:"importance"`
	// Rule names the rule that decided.
	Rule string `json:"rule"`
	// Sensitive are the kinds of secrets and personal data that were found: kept, redacted or refused, as the
	// policy says.
	Sensitive []string `json:"sensitive,omitempty"`
	// Reason is a short code such as low_importance, for a skipped write; otherwise a sentence.
	Reason string `json:"reason"`
}

// RecallRequest asks for memories.
type RecallRequest struct {
	Query string
	// IDs of memories to look at, in any status, instead of searching. Exclusive with Query.
	IDs []string
	// TopK is how many to return; 0 for the policy's.
	TopK    int
	Task    string
	Session string
	// Layers to search; empty for all three.
	Layers []Layer
	// Explain asks which words of the query each memory holds.
	Explain bool
}

// RecallResult is what was found, best first.
type RecallResult struct {
	Memories []Hit `json:"memories"`
	// Outranked are memories that matched and were left out, because a newer one of the same topic holds or
	// another says the same.
	Outranked []Outranked `json:"outranked,omitempty"`
	// Degraded names the parts that did not take part, such as "vector: the embedder does not answer".
	Degraded []string `json:"degraded,omitempty"`
	// Considered is how many candidates were ranked.
	Considered int `json:"considered"`
}

// Hit is a recalled memory and why it was recalled.
type Hit struct {
	Memory Memory `json:"memory"`
	// Score is the weighted sum of the parts, 0..1.
	Score float64 `json:"score"`
	Parts []Part  `json:"parts"`
	// BestPart is what of a long memory answers best; nil when it has one vector for all of it, or none.
	BestPart *Excerpt `json:"best_part,omitempty"`
	// Matched are the query's words found in it, when the request asked to explain.
	Matched []string `json:"matched,omitempty"`
	// ConflictsWith are other memories of the answer that may contradict it; which of them holds is not known.
	ConflictsWith []string `json:"conflicts_with,omitempty"`
}

// Excerpt is a stretch of a memory's content.
type Excerpt struct {
	Span
	Text string `json:"text"`
}

// Outranked is a memory that was left out of an answer, and what stands for it.
type Outranked struct {
	ID string `json:"id"`
	By string `json:"by"`
	// Reason is superseded or merged, and Rule names the rule that decided.
	Reason string `json:"reason"`
	Rule   string `json:"rule"`
}

// Part is one part of a score. Weight × Value, summed over the parts, is the score.
type Part struct {
	// Name is vector, keyword, recency or task.
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Value  float64 `json:"value"`
}

// ForgetRequest names memories to archive by id, or asks which ones a query would find.
type ForgetRequest struct {
	// IDs to archive. Exclusive with Query.
	IDs []string
	// Query previews: it returns what was found and archives nothing.
	Query string
	// TopK is how many a preview shows; 0 for the policy's.
	TopK int
}

// ForgetResult is what was archived, or what a query would find.
type ForgetResult struct {
	Archived []string `json:"archived"`
	Preview  []Hit    `json:"preview"`
}

// MaintainReport is what one run of maintenance did.
type MaintainReport struct {
	StartedAt time.Time `json:"started_at"`
	EndedAt   time.Time `json:"ended_at"`
	// Archived counts memories moved to cold storage, by reason: unread, capacity, forgotten, expired.
	Archived map[string]int64 `json:"archived"`
	// Consolidated counts what bound a task and is episodic from now on.
	Consolidated int64 `json:"consolidated"`
	// Segments written.
	Segments []string `json:"segments"`
}
