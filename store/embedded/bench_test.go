package embedded

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

const benchDimension = 384

var benchSizes = []int{1_000, 10_000, 100_000}

// corpus makes memories like those of real agents in size: some thirty words of a vocabulary in which a few
// are common and most are rare.
type corpus struct {
	r    *rand.Rand
	zipf *rand.Zipf
	n    uint64
}

func newCorpus() *corpus {
	r := rand.New(rand.NewPCG(1, 2))
	return &corpus{r: r, zipf: rand.NewZipf(r, 1.1, 20, 60_000)}
}

func (c *corpus) words(n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "w%x ", c.zipf.Uint64()*2654435761%1e9)
	}
	return b.String()
}

func (c *corpus) vector() []float32 {
	v := make([]float32, benchDimension)
	var sum float64
	for i := range v {
		v[i] = float32(c.r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func (c *corpus) memory() memory.Memory {
	c.n++
	var id ulid.ULID
	_ = id.SetTime(1_700_000_000_000 + c.n)
	at := time.UnixMilli(int64(id.Time())).UTC()
	return memory.Memory{
		ID: id.String(), Agent: fmt.Sprintf("agent-%d", c.n%2), Scope: memory.ScopePrivate, Layer: memory.LayerEpisodic,
		Type: memory.TypeEvent, Status: memory.StatusActive, Task: fmt.Sprintf("task-%d", c.n%500), Importance: 0.5,
		CreatedAt: at, OccurredAt: at, AccessedAt: at, Content: c.words(30),
	}
}

func (c *corpus) record() memory.Record { return memory.Record{Memory: c.memory(), Vector: c.vector()} }

// filled makes a data directory of n memories, once per size.
func filled(tb testing.TB, n int) Options {
	tb.Helper()
	filledMu.Lock()
	defer filledMu.Unlock()
	o := Options{Dir: fmt.Sprintf("%s/%d", benchDir(tb), n), Model: "bench", Dimension: benchDimension}
	s, err := Open(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	counts, err := s.LongTerm().Counts(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	if len(counts.Layers) > 0 {
		return o
	}
	c := newCorpus()
	for done := 0; done < n; {
		batch := make([]memory.Record, min(500, n-done))
		for i := range batch {
			batch[i] = c.record()
		}
		if err := s.LongTerm().Put(tb.Context(), batch...); err != nil {
			tb.Fatal(err)
		}
		done += len(batch)
	}
	return o
}

var (
	filledMu  sync.Mutex
	benchBase string
)

func benchDir(tb testing.TB) string {
	if benchBase == "" {
		var err error
		if benchBase, err = os.MkdirTemp("", "rearview-bench"); err != nil {
			tb.Fatal(err)
		}
	}
	return benchBase
}

func removeBenchDir() {
	if benchBase != "" {
		os.RemoveAll(benchBase)
	}
}

// atSizes runs a benchmark on stores of each size.
func atSizes(b *testing.B, run func(b *testing.B, s *Store, n int)) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("memories=%d", n), func(b *testing.B) {
			s, err := Open(b.Context(), filled(b, n))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			run(b, s, n)
		})
	}
}

// BenchmarkSearchVector alternates with the bare exact scan of as many vectors, and reports how many times
// as long the search takes.
func BenchmarkSearchVector(b *testing.B) {
	atSizes(b, func(b *testing.B, s *Store, n int) {
		c := newCorpus()
		matrix := make([]float32, 0, n*benchDimension)
		for range n {
			matrix = append(matrix, c.vector()...)
		}
		query := c.vector()
		var bare, search time.Duration
		for b.Loop() {
			start := time.Now()
			vector.Nearest(matrix, query, 15)
			bare += time.Since(start)
			start = time.Now()
			if _, err := s.LongTerm().SearchVector(b.Context(), memory.Everything(), memory.VectorQuery{Vector: query, Limit: 15}); err != nil {
				b.Fatal(err)
			}
			search += time.Since(start)
		}
		b.ReportMetric(float64(search.Microseconds())/float64(b.N), "search-µs/op")
		b.ReportMetric(float64(bare.Microseconds())/float64(b.N), "bare-µs/op")
		b.ReportMetric(float64(search)/float64(bare), "search/bare")
	})
}

func BenchmarkSearchWords(b *testing.B) {
	agent := memory.Identity{Agent: "agent-1"}.Visibility()
	atSizes(b, func(b *testing.B, s *Store, n int) {
		c := newCorpus()
		for b.Loop() {
			q := memory.WordQuery{Terms: s.words(c.words(8)), Limit: 15}
			if _, err := s.LongTerm().SearchWords(b.Context(), agent, q); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGet(b *testing.B) {
	atSizes(b, func(b *testing.B, s *Store, n int) {
		c := newCorpus()
		var ids []string
		for i := range 1000 {
			if m := c.memory(); i%33 == 0 {
				ids = append(ids, m.ID)
			}
		}
		for b.Loop() {
			if _, err := s.LongTerm().Get(b.Context(), memory.Everything(), ids...); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("memories=%d", n), func(b *testing.B) {
			o := filled(b, n)
			for b.Loop() {
				s, err := Open(context.Background(), o)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				s.Close()
				b.StartTimer()
			}
		})
	}
}

// BenchmarkAdd writes from callers that each wait for their acknowledgement.
func BenchmarkAdd(b *testing.B) {
	for _, callers := range []int{1, 16} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) { benchmarkAdd(b, callers) })
	}
}

func benchmarkAdd(b *testing.B, callers int) {
	s, err := Open(b.Context(), Options{Dir: b.TempDir(), Model: "bench", Dimension: benchDimension})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	c := newCorpus()
	ms := make([]memory.Memory, b.N)
	for i := range ms {
		ms[i] = c.memory()
	}
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				begin := time.Now()
				if err := s.Queue().Add(b.Context(), ms[i]); err != nil {
					b.Error(err)
				}
				took[i] = time.Since(begin)
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "memories/s")
	slices.Sort(took)
	b.ReportMetric(float64(took[b.N/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1000, "p99-ms")
}
