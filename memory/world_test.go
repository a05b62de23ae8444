package memory_test

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
	"github.com/rearview-dev/rearview/text"
)

// world is an engine on real stores, with a clock and an embedder that a test controls.
type world struct {
	*memory.Engine
	t        testing.TB
	config   memory.Config
	clock    *clock
	embedder *embedder
	policy   *namespace.Effective
	// patience is how long the judge waits for its server.
	patience time.Duration
	// dir is where its stores are.
	dir string
}

// clock is a clock that a test sets.
type clock struct{ micros atomic.Int64 }

func (c *clock) now() time.Time          { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *clock) advance(d time.Duration) { c.micros.Add(d.Microseconds()) }

var beginning = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// alice and bob are the agents of every world.
var (
	alice = memory.Identity{Agent: "alice"}
	bob   = memory.Identity{Agent: "bob"}
)

func effective(p namespace.Policy) *namespace.Effective {
	return &namespace.Effective{
		Name:        "test",
		Namespace:   "default",
		Policy:      p,
		Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "Asia/Shanghai"},
		Agents:      []namespace.Agent{{Name: "alice", Policy: p}, {Name: "bob", Policy: p}},
	}
}

// newWorld makes a world whose worker does not run. change may alter the configuration and the policy.
func newWorld(t testing.TB, change func(*world)) *world {
	t.Helper()
	words := &embedder{}
	return newWorldWith(t, words, func(w *world) {
		w.embedder = words
		if change != nil {
			change(w)
		}
	})
}

// newWorldWith makes a world with another embedder.
func newWorldWith(t testing.TB, e memory.Embedder, change func(*world)) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{t: t, dir: dir, clock: &clock{}, policy: effective(namespace.DefaultPolicy())}
	w.clock.micros.Store(beginning.UnixMicro())
	store, err := embedded.Open(t.Context(), embedded.Options{
		Dir: dir, Model: e.Model(), Dimension: e.Dimension(), Now: w.clock.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	segments, err := cold.OpenDir(filepath.Join(dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	w.config = memory.Config{
		LongTerm:  store.LongTerm(),
		Queue:     store.Queue(),
		Working:   store.Working(),
		Audit:     store.Audit(),
		Cold:      segments,
		Embedder:  e,
		Namespace: w.policy,
		Now:       w.clock.now,
	}
	if change != nil {
		change(w)
	}
	w.restart()
	return w
}

// restart makes a new engine on the same stores, as a new process would.
func (w *world) restart() {
	w.t.Helper()
	engine, err := memory.New(w.config)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Engine = engine
}

// run runs the engine until the returned function has stopped it; the end of the test does so too.
func (w *world) run() (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := w.Run(ctx); err != nil {
			w.t.Errorf("Run: %v", err)
		}
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	w.t.Cleanup(stop)
	return stop
}

// index runs the engine until everything is indexed.
func (w *world) index() {
	w.t.Helper()
	stop := w.run()
	defer stop()
	w.drain()
}

func (w *world) drain() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	if err := w.Drain(ctx); err != nil {
		w.t.Fatalf("Drain: %v", err)
	}
}

// remembers writes a memory that must be accepted, and lets a moment pass so that ids are in order.
func (w *world) remembers(id memory.Identity, r memory.RememberRequest) memory.RememberResult {
	w.t.Helper()
	result, err := w.Remember(w.t.Context(), id, r)
	if err != nil {
		w.t.Fatalf("Remember(%q): %v", r.Content, err)
	}
	if result.Outcome == memory.OutcomeSkipped {
		w.t.Fatalf("Remember(%q) skipped it: %+v", r.Content, result)
	}
	w.clock.advance(time.Millisecond)
	return result
}

func (w *world) recalls(id memory.Identity, r memory.RecallRequest) memory.RecallResult {
	w.t.Helper()
	result, err := w.Recall(w.t.Context(), id, r)
	if err != nil {
		w.t.Fatalf("Recall(%q): %v", r.Query, err)
	}
	return result
}

func (w *world) maintains() memory.MaintainReport {
	w.t.Helper()
	report, err := w.Maintain(w.t.Context())
	if err != nil {
		w.t.Fatalf("Maintain: %v", err)
	}
	return report
}

func (w *world) shows(id string) memory.Shown {
	w.t.Helper()
	shown, err := w.Show(w.t.Context(), id)
	if err != nil {
		w.t.Fatalf("Show(%s): %v", id, err)
	}
	return shown
}

// contents are those of the hits, best first.
func contents(r memory.RecallResult) []string {
	all := []string{}
	for _, h := range r.Memories {
		all = append(all, h.Memory.Content)
	}
	return all
}

// eventually polls until ok says so, and fails after a generous time.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("it never happened: %s", what)
		}
		<-time.After(2 * time.Millisecond)
	}
}

func wantKind(t testing.TB, err error, kind memory.Kind) {
	t.Helper()
	if memory.KindOf(err) != kind {
		t.Errorf("error %v of kind %q, want %q", err, memory.KindOf(err), kind)
	}
}

// embedder turns words into vectors: texts that share words, or synonyms, are near each other.
type embedder struct {
	mu sync.Mutex
	// refuse decides which texts fail; nil for none.
	refuse func(texts []string) error
	// before is called ahead of every embedding of passages, outside the lock.
	before func()
	calls  int
}

const dimension = 64

var (
	errAway   = memory.Errorf(memory.KindUnavailable, "the test's embedder is away")
	errPoison = errors.New("the test's embedder chokes")
)

func (e *embedder) Model() string  { return "words" }
func (e *embedder) Dimension() int { return dimension }
func (e *embedder) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Span: 1}}
}

func (e *embedder) refuses(refuse func(texts []string) error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refuse = refuse
}

func (e *embedder) check(texts []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	if e.refuse == nil {
		return nil
	}
	return e.refuse(texts)
}

func (e *embedder) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	if e.before != nil {
		e.before()
	}
	if err := e.check(texts); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i] = vectorOf(s)
	}
	return vectors, nil
}

func (e *embedder) EmbedQuery(_ context.Context, s string) ([]float32, error) {
	if err := e.check([]string{s}); err != nil {
		return nil, err
	}
	return vectorOf(s), nil
}

// synonyms let a test ask in words that a memory does not hold.
var synonyms = map[string]string{"car": "automobil", "vehicl": "automobil", "aeroplan": "plane"}

func vectorOf(s string) []float32 {
	v := make([]float32, dimension)
	v[0] = 0.01
	for _, word := range text.Words(s) {
		if same, ok := synonyms[word]; ok {
			word = same
		}
		h := fnv.New32a()
		h.Write([]byte(word))
		v[1+h.Sum32()%(dimension-1)]++
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// brokenEmbedder returns what is no vector.
type brokenEmbedder struct {
	*embedder
	vectors [][]float32
}

func (e brokenEmbedder) EmbedPassages(context.Context, []string) ([][]float32, error) {
	return e.vectors, nil
}
