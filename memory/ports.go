package memory

import (
	"context"
	"time"
)

// The ports: what the domain needs of the world. Each has one conformance suite in store/storetest (or
// embed/embedtest), which every implementation passes. All are safe for concurrent use, all are idempotent
// by memory id, and all return errors with a Kind. Stores keep times to the microsecond and give them back
// in UTC.

// Queue is the durable way into the long-term layers. A memory it has accepted is kept whatever happens,
// and is found by id, by task and by words from then on, although it is not embedded yet.
type Queue interface {
	// Add makes memories durable and findable by id and by words. When it returns nil they survive a crash;
	// when it returns an error none of them was accepted. Adding an id that was moved to cold storage
	// brings it back; adding one that is already there replaces it.
	Add(ctx context.Context, ms ...Memory) error
	// Claim leases up to n memories, oldest first, until the lease ends; then they can be claimed again.
	// It returns none, without waiting, when nothing is ready.
	Claim(ctx context.Context, n int, lease time.Duration) ([]Claim, error)
	// Done takes indexed memories off the queue.
	Done(ctx context.Context, ids ...string) error
	// Release ends the lease of claimed memories, so that they are claimed again once notBefore has passed.
	Release(ctx context.Context, notBefore time.Time, ids ...string) error
	// Park sets a memory aside that can not be indexed. It stays durable, findable by words, and counted.
	Park(ctx context.Context, id, reason string) error
	// Depth says how much waits.
	Depth(ctx context.Context) (QueueDepth, error)
}

// Claim is a queued memory under lease.
type Claim struct {
	Memory
	// Attempts counts claims of this memory, this one included.
	Attempts int
}

// QueueDepth is how much waits to be indexed.
type QueueDepth struct {
	Waiting int64 `json:"waiting"`
	Parked  int64 `json:"parked"`
	// Oldest is when the oldest waiting memory was accepted; zero when none waits.
	Oldest time.Time `json:"oldest,omitzero"`
}

// LongTerm holds the episodic and semantic layers.
type LongTerm interface {
	// Put writes memories with their chunks, instead of those that they had, so that SearchVector finds them.
	// One without chunks is left to SearchWords. What happened to a memory while it was embedded stays: one that
	// is there keeps its status and its accesses, one in cold storage is not brought back. Chunks that do not lie
	// within the content are invalid.
	Put(ctx context.Context, rs ...Record) error
	// SearchVector returns the active memories nearest to a query vector of unit length, best first; of
	// equal ones, as copies are, first those that the agent of v wrote itself, then the newest.
	// A memory is returned once, and counts once against the limit, however many of its chunks are near.
	// Score is the cosine of its best chunk, -1..1, and Chunk is that one.
	SearchVector(ctx context.Context, v Visibility, q VectorQuery) ([]Scored, error)
	// SearchWords returns the active memories that share words with the query, best first, equal ones as
	// SearchVector does.
	// Score is BM25 (k1 0.9, b 0.4), 0 or more.
	SearchWords(ctx context.Context, v Visibility, q WordQuery) (WordResult, error)
	// Get returns the hot memories with these ids that v sees, in any status, in the order asked for.
	// Ids that are unknown, hidden or in cold storage are left out.
	Get(ctx context.Context, v Visibility, ids ...string) ([]Record, error)
	// HasTask says whether any memory that v sees, hot or cold, belongs to the task.
	HasTask(ctx context.Context, v Visibility, task string) (bool, error)
	// Neighbours returns, for each query, which active memories of the same writer and scope are like a passage.
	// It costs little more than one search by vector for all of them. Memories without chunks are left out.
	Neighbours(ctx context.Context, qs ...NeighbourQuery) ([]Neighbours, error)
	// SetStatus makes hot memories active or archived and returns the ids that it changed.
	SetStatus(ctx context.Context, c StatusChange) ([]string, error)
	// Replace deprecates active memories in favour of others, one after the other, all or none durable, and
	// returns the ids that it deprecated. It leaves alone those that are not active any more, that were said again
	// since they were read, or whose replacement is not active: every pointer is made from an active memory to
	// an active one.
	Replace(ctx context.Context, rs ...Replacement) ([]string, error)
	// Reinforce records that memories were remembered again, and returns the ids of those that are active; the
	// others it leaves alone.
	Reinforce(ctx context.Context, rs ...Reinforcement) ([]string, error)
	// Revise changes what is thought of active memories and returns the ids that it changed. It leaves alone what
	// is to be archived and was recalled or remembered again since it was read.
	Revise(ctx context.Context, rs ...Revision) ([]string, error)
	// Touch records that memories were recalled. It may be durable a little later.
	Touch(ctx context.Context, at time.Time, ids ...string) error
	// Scan pages through hot memories in the order the query asks for.
	Scan(ctx context.Context, v Visibility, q ScanQuery) ([]Memory, error)
	// MoveToCold records where memories now lie in cold storage and removes them from the hot store, in one
	// step. The caller has made the segment durable before. It accepts ids that are not in the hot store.
	MoveToCold(ctx context.Context, es ...ColdEntry) error
	// ColdEntries looks up memories in cold storage that v sees.
	ColdEntries(ctx context.Context, v Visibility, ids ...string) ([]ColdEntry, error)
	// ColdSuperseded looks up the memories in cold storage that v sees and that one of the ids replaced, in
	// the order of their own ids.
	ColdSuperseded(ctx context.Context, v Visibility, ids ...string) ([]ColdEntry, error)
	// Counts says how many memories there are.
	Counts(ctx context.Context) (Counts, error)
}

// Filter narrows a search; its zero value narrows nothing. It is applied inside the search, so that the
// limit is filled.
type Filter struct {
	// Layers to search; empty for all.
	Layers []Layer
}

// VectorQuery asks for the nearest memories.
type VectorQuery struct {
	Vector []float32
	Filter Filter
	Limit  int
}

// WordQuery asks for memories that share words with a text.
type WordQuery struct {
	// Terms as package text makes them, with repeats.
	Terms  []string
	Filter Filter
	Limit  int
}

// Scored is a candidate.
type Scored struct {
	ID    string
	Score float64
	// Chunk is the stretch of the content that scored best by vector; zero in a search by words.
	Chunk Span
}

// WordResult is what a search by words found, with the statistics it was scored by, so that texts outside
// the index (the working layer) can be scored on the same scale.
type WordResult struct {
	Hits  []Scored
	Stats WordStats
}

// WordStats are the statistics that BM25 needs. They count only what the visibility and the filter select,
// so that what is hidden changes no score.
type WordStats struct {
	// Documents in the index and their mean length in terms.
	Documents  int64
	MeanLength float64
	// Frequency is how many documents hold each term of the query.
	Frequency map[string]int64
}

// StatusChange makes memories active or archived. Archived ones keep the pointer to what replaced them; active
// ones lose it.
type StatusChange struct {
	IDs    []string
	Status Status
	Reason string
	At     time.Time
}

// Replacement is a memory that becomes deprecated.
type Replacement struct {
	ID string
	// SaidAt is that of the memory when it was read.
	SaidAt time.Time
	// By is the memory that replaces it.
	By     string
	Reason string
	At     time.Time
	// Repeats, when By says the same, is how By is reinforced in the same step.
	Repeats *Reinforcement
}

// NeighbourQuery asks for what its writer has in store near a passage.
type NeighbourQuery struct {
	// Agent and Scope of the memories to search.
	Agent string
	Scope Scope
	// Vector of unit length, of Dimension values.
	Vector []float32
	Limit  int
	// Terms as package text makes them, and how many memories to find that share the rarest of them.
	Terms   []string
	Sharing int
}

// Neighbours are memories like a passage, best first, each once in a list.
type Neighbours struct {
	// Near are the nearest. Score is the cosine of the best chunk, -1..1, and Chunk is that one.
	Near []Scored
	// Sharing share its rarest words. Score is BM25 of those words, above 0.
	Sharing []Scored
}

// Reinforcement raises a memory that was remembered again: one access more at that time, and its importance
// to at least this.
type Reinforcement struct {
	ID         string
	Importance float64
	At         time.Time
	// SaidAt is when it was said again: its RepeatedAt becomes no earlier than this.
	SaidAt time.Time
}

// Revision is what is thought of a memory from now on. What is empty stays as it is.
type Revision struct {
	ID         string
	Importance *float64
	Rule       string
	Summary    string
	Type       Type
	Layer      Layer
	// Archive is the reason to archive it in the same step, and At since when. AccessCount is that of the memory
	// when it was read.
	Archive     string
	At          time.Time
	AccessCount int64
}

// Order is the order of a scan.
type Order string

// The orders.
const (
	// ByID is by age, oldest first, and ByNewest the other way.
	ByID     Order = "id"
	ByNewest Order = "newest"
	// ByImportance is least important first, then least recently recalled: the order of eviction.
	ByImportance Order = "importance"
)

// ScanQuery selects hot memories; empty fields select all, and a limit of 0 sets none.
type ScanQuery struct {
	Agent  string
	Scope  Scope
	Layer  Layer
	Status Status
	// Topic, when set, must be equal.
	Topic string
	// SupersededBy selects those that this memory replaced.
	SupersededBy string
	// AccessedBefore selects those last recalled before then; zero selects all.
	AccessedBefore time.Time
	Order          Order
	// After continues a ByID scan behind this id.
	After string
	Limit int
}

// ColdEntry says where in cold storage a memory lies.
type ColdEntry struct {
	ID    string `json:"id"`
	Agent string `json:"agent"`
	Scope Scope  `json:"scope"`
	Layer Layer  `json:"layer"`
	Task  string `json:"task,omitempty"`
	// SupersededBy is that of the memory.
	SupersededBy string    `json:"superseded_by,omitempty"`
	Segment      string    `json:"segment"`
	Reason       string    `json:"reason"`
	At           time.Time `json:"at"`
}

// Counts says how many memories there are.
type Counts struct {
	// Layers counts active memories, by agent and layer.
	Layers map[string]map[Layer]int64 `json:"layers"`
	// Deprecated counts hot memories that were superseded or merged, by agent.
	Deprecated map[string]int64 `json:"deprecated"`
	// Archived counts archived memories, hot and cold.
	Archived int64 `json:"archived"`
}

// Working holds the working layer: one session's context, until it expires.
type Working interface {
	// Append writes a working memory, durable when it returns. Appending an id again replaces it, which is
	// how its chunks are added later. Chunks that do not lie within the content are invalid.
	Append(ctx context.Context, r Record) error
	// Search returns the active, unexpired working memories that may answer a query, in no certain order: of
	// those that v sees, the nearest, the best by words, and the newest, each as many as the limit. Of equal
	// ones, and of the newest, the agent's own come first. Copies of one text count as one memory: the
	// agent's own, or else one with a vector, or else the newest.
	Search(ctx context.Context, v Visibility, q WorkingSearch) ([]Record, error)
	// Recent returns unexpired working memories in any status, newest first.
	Recent(ctx context.Context, v Visibility, q WorkingQuery) ([]Record, error)
	// Due returns working memories that have expired at now, or stand beyond the newest maxEntries of their
	// session, oldest first, at most limit.
	Due(ctx context.Context, agent string, now time.Time, maxEntries, limit int) ([]Memory, error)
	// Agents lists the agents that have working memories.
	Agents(ctx context.Context) ([]string, error)
	// Remove deletes working memories. The caller has moved them to cold storage before.
	Remove(ctx context.Context, ids ...string) error
}

// WorkingSearch asks for working memories.
type WorkingSearch struct {
	// Session to search; empty for every session of those that are visible.
	Session string
	// Now selects those that expire later.
	Now time.Time
	// Vector of unit length; nil to search by none.
	Vector []float32
	// Terms as package text makes them, with repeats, and the statistics to score them by.
	Terms []string
	Stats WordStats
	Limit int
}

// WorkingQuery selects working memories. A limit of 0 sets none.
type WorkingQuery struct {
	// ID selects one memory; empty for all.
	ID string
	// Now selects those that expire later. Zero selects also those that have expired and are not archived yet.
	Now   time.Time
	Limit int
}

// Cold is cold storage: immutable compressed segments, each written once and whole.
type Cold interface {
	// Write makes a segment durable under a name that is new.
	Write(ctx context.Context, segment string, ms []Memory) error
	// Read returns those of the ids that the segment holds.
	Read(ctx context.Context, segment string, ids ...string) ([]Memory, error)
}

// Audit keeps what was done, by whom, and why. It never holds content.
type Audit interface {
	// Append need not wait until the entries are durable, but they are so no later than the next write that
	// the same store acknowledges.
	Append(ctx context.Context, es ...AuditEntry) error
	// Trail returns the entries about a memory, oldest first, also those that are not durable yet.
	Trail(ctx context.Context, memoryID string) ([]AuditEntry, error)
	// Prune removes the entries that need not be kept.
	Prune(ctx context.Context, keep AuditKeep) error
}

// AuditKeep says which entries of the audit are kept.
type AuditKeep struct {
	// Since is how old an entry may be, and RecallsSince one of the verb recall, of which there are the most.
	Since, RecallsSince time.Time
	// Max is how many are kept, the newest of all; 0 sets no limit.
	Max int64
}

// AuditEntry is one line of the audit.
type AuditEntry struct {
	At    time.Time `json:"at"`
	Agent string    `json:"agent,omitempty"`
	// Verb is remember, recall, forget, index, judge, archive, restore.
	Verb      string   `json:"verb"`
	MemoryIDs []string `json:"memory_ids,omitempty"`
	Outcome   string   `json:"outcome"`
	Reason    string   `json:"reason,omitempty"`
}

// Embedder turns text into vectors of unit length.
type Embedder interface {
	// Model names the model; vectors of different models are not comparable.
	Model() string
	// Dimension is the length of its vectors.
	Dimension() int
	// Calibration maps this model's cosines to similarities, 0..1.
	Calibration() Calibration
	// EmbedPassages embeds texts to be found: one vector a text, in order.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuery embeds a text to search with.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
}
