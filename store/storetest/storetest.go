// Package storetest says what a store must do: one conformance suite for each port of package memory, to
// be passed by every implementation, with real servers where it needs some.
package storetest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

// T is what the suites need of a test; *testing.T and *rapid.T are one.
type T interface {
	Helper()
	Context() context.Context
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Harness is an empty store with its ports over the same data, and the means to test it.
type Harness struct {
	Queue    memory.Queue
	LongTerm memory.LongTerm
	Working  memory.Working
	Audit    memory.Audit
	// Dimension is the length of the vectors that the store was made for: at least 4.
	Dimension int
	// Clock is the store's clock.
	Clock *Clock
	// Reopen closes the store and opens it again over the same data, as a restart does.
	Reopen func() Harness
}

// Open makes an empty store, which is closed when the test ends. A suite calls it many times.
type Open func(t T) Harness

// Clock is a clock that stands still until it is moved.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock that shows some time in 2026, with microseconds.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 3, 14, 1, 59, 26, 535_897_000, time.UTC)} }

// Now is the time that it shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves it.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// maker makes memories, each a millisecond younger than the one before.
type maker struct {
	mu sync.Mutex
	n  uint64
	at time.Time
	r  *rand.Rand
}

func newMaker(c *Clock) *maker { return &maker{at: c.Now(), r: rand.New(rand.NewPCG(3, 14))} }

func (k *maker) id() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.n++
	var id ulid.ULID
	if err := id.SetTime(ulid.Timestamp(k.at) + k.n); err != nil {
		panic(err)
	}
	// The entropy runs against the time, so that ids are not sorted by it.
	id[15] = byte(255 - k.n%256)
	return id.String()
}

// memory is an active private episodic memory of agent "ann", unless the changes say otherwise.
func (k *maker) memory(content string, changes ...func(*memory.Memory)) memory.Memory {
	m := memory.Memory{
		ID: k.id(), Agent: "ann", Scope: memory.ScopePrivate, Layer: memory.LayerEpisodic, Type: memory.TypeFact,
		Content: content, Importance: 0.5, Status: memory.StatusActive,
		CreatedAt: k.at, OccurredAt: k.at, AccessedAt: k.at,
	}
	for _, change := range changes {
		change(&m)
	}
	return m
}

func by(agent string) func(*memory.Memory)       { return func(m *memory.Memory) { m.Agent = agent } }
func in(layer memory.Layer) func(*memory.Memory) { return func(m *memory.Memory) { m.Layer = layer } }
func ofTask(task string) func(*memory.Memory)    { return func(m *memory.Memory) { m.Task = task } }
func ofSession(session string) func(*memory.Memory) {
	return func(m *memory.Memory) { m.Session = session }
}
func about(topic string) func(*memory.Memory)    { return func(m *memory.Memory) { m.Topic = topic } }
func important(i float64) func(*memory.Memory)   { return func(m *memory.Memory) { m.Importance = i } }
func accessed(at time.Time) func(*memory.Memory) { return func(m *memory.Memory) { m.AccessedAt = at } }
func expiring(at time.Time) func(*memory.Memory) { return func(m *memory.Memory) { m.ExpiresAt = at } }
func labelled(pairs map[string]string) func(*memory.Memory) {
	return func(m *memory.Memory) { m.Metadata = pairs }
}
func shared(m *memory.Memory)   { m.Scope = memory.ScopeShared }
func archived(m *memory.Memory) { m.Status = memory.StatusArchived }

// vector is a random vector of unit length.
func (k *maker) vector(dimension int) []float32 {
	k.mu.Lock()
	defer k.mu.Unlock()
	v := make([]float32, dimension)
	sum := 0.0
	for i := range v {
		v[i] = float32(k.r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// axis is the unit vector along one axis, turned by some angle towards the next.
func axis(dimension, n int, angle float64) []float32 {
	v := make([]float32, dimension)
	v[n], v[n+1] = float32(math.Cos(angle)), float32(math.Sin(angle))
	return v
}

// seenBy is an agent's visibility.
func seenBy(agent string) memory.Visibility { return memory.Identity{Agent: agent}.Visibility() }

// cold is where a memory would lie after it was moved to a segment.
func coldEntry(m memory.Memory, segment string) memory.ColdEntry {
	return memory.ColdEntry{
		ID: m.ID, Agent: m.Agent, Scope: m.Scope, Layer: m.Layer, Task: m.Task,
		Segment: segment, Reason: "unread", At: m.CreatedAt,
	}
}

func words(s string, limit int) memory.WordQuery {
	return memory.WordQuery{Terms: text.Words(s), Limit: limit}
}

// noError fails the test on an error.
func noError(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// must is the value of a call that may not fail, as in must(store.Get(ctx, id))(t).
func must[V any](v V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		noError(t, err)
		return v
	}
}

// same compares what the store gave with what is wanted; none and empty are the same.
func same(t T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// wantKind fails the test when an error has another kind.
func wantKind(t T, err error, kind memory.Kind) {
	t.Helper()
	if memory.KindOf(err) != kind {
		t.Errorf("got error %v of kind %q, want kind %q", err, memory.KindOf(err), kind)
	}
}

// soon repeats a check until it holds, for what a port promises only a little later.
func soon(t T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within ten seconds", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func idsOf(ms []memory.Memory) []string {
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	return ids
}

func idsOfRecords(rs []memory.Record) []string {
	ids := make([]string, len(rs))
	for i, r := range rs {
		ids[i] = r.ID
	}
	return ids
}

func idsOfScored(hits []memory.Scored) []string {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	return ids
}

func sorted(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return ids
}

// awkward are texts that have broken stores before.
var awkward = map[string]string{
	"quotes":        `it's "quoted" \'escaped\' and %s; DROP TABLE memories; --`,
	"controls":      "tab\tbell\aescape\x1b[31m newline\r\n unit\x1f delete\x7f",
	"emoji":         "🧠👩‍👩‍👧‍👦 family 🇨🇳 flag",
	"rtl":           "مرحبا \u202Eתפוס\u202C world",
	"combining":     "e\u0301 and é",
	"separators":    "line\u2028para\u2029bom\ufeffzero\u200bwidth",
	"chinese":       "用 Python 3.11 别用 3.12，数据库是 PostgreSQL",
	"noncharacters": fmt.Sprintf("%c%c", 0xFFFE, 0x10FFFF),
	"json":          `{"id": null, "$where": "1==1"}`,
}

// parallel runs n functions side by side and waits for all.
func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// subtest names a part of a suite.
type subtest struct {
	name string
	run  func(t *testing.T, h Harness)
}

func runAll(t *testing.T, open Open, tests []subtest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}
