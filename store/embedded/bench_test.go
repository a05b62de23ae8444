package embedded

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/text"
)

const benchDimension = 384

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

// fill writes n memories with their vectors.
func fill(b *testing.B, s *Store, n int) {
	b.Helper()
	c := newCorpus()
	for done := 0; done < n; {
		batch := make([]memory.Record, min(500, n-done))
		for i := range batch {
			batch[i] = memory.Embedded(c.memory(), c.vector())
		}
		if err := s.LongTerm().Put(b.Context(), batch...); err != nil {
			b.Fatal(err)
		}
		done += len(batch)
	}
}

func openBench(b *testing.B, dir string) *Store {
	b.Helper()
	s, err := Open(context.Background(), Options{Dir: dir, Model: "bench", Dimension: benchDimension})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func closeBench(b *testing.B, s *Store) {
	b.Helper()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkStore measures reading at several sizes.
func BenchmarkStore(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("memories=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			s := openBench(b, dir)
			fill(b, s, n)
			b.Run("SearchVector", func(b *testing.B) { benchmarkSearchVector(b, s, n) })
			b.Run("SearchWords", func(b *testing.B) { benchmarkSearchWords(b, s) })
			b.Run("Get", func(b *testing.B) { benchmarkGet(b, s) })
			closeBench(b, s)
			b.Run("Open", func(b *testing.B) { benchmarkOpen(b, dir) })
		})
	}
}

// benchmarkSearchVector alternates with the bare exact scan of as many vectors, and compares the medians.
func benchmarkSearchVector(b *testing.B, s *Store, n int) {
	c := newCorpus()
	matrix := make([]float32, 0, n*benchDimension)
	for range n {
		matrix = append(matrix, c.vector()...)
	}
	query := memory.VectorQuery{Vector: c.vector(), Limit: 15}
	var bare, search []time.Duration
	for b.Loop() {
		start := time.Now()
		vector.Nearest(matrix, query.Vector, query.Limit)
		bare = append(bare, time.Since(start))
		start = time.Now()
		if _, err := s.LongTerm().SearchVector(b.Context(), memory.Everything(), query); err != nil {
			b.Fatal(err)
		}
		search = append(search, time.Since(start))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(percentile(bare, 50), "bare-p50-ms")
	b.ReportMetric(percentile(search, 50), "p50-ms")
	b.ReportMetric(percentile(search, 99), "p99-ms")
	b.ReportMetric(percentile(search, 50)/percentile(bare, 50), "p50/bare")
}

// percentile is in milliseconds.
func percentile(took []time.Duration, percent int) float64 {
	slices.Sort(took)
	return took[len(took)*percent/100].Seconds() * 1000
}

// benchmarkSearchWords asks for eight words as one of two agents.
func benchmarkSearchWords(b *testing.B, s *Store) {
	c := newCorpus()
	agent := memory.Identity{Agent: "agent-1"}.Visibility()
	for b.Loop() {
		q := memory.WordQuery{Terms: s.words(c.words(8)), Limit: 15}
		if _, err := s.LongTerm().SearchWords(b.Context(), agent, q); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkGet reads thirty memories, as a recall does.
func benchmarkGet(b *testing.B, s *Store) {
	c := newCorpus()
	ids := make([]string, 30)
	for i := range ids {
		ids[i] = c.memory().ID
	}
	for b.Loop() {
		if _, err := s.LongTerm().Get(b.Context(), memory.Everything(), ids...); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkOpen(b *testing.B, dir string) {
	for b.Loop() {
		s := openBench(b, dir)
		b.StopTimer()
		closeBench(b, s)
		b.StartTimer()
	}
}

// BenchmarkWorkingSearch searches the working memories of many sessions.
func BenchmarkWorkingSearch(b *testing.B) {
	for _, n := range []int{200, 2_000, 20_000} {
		b.Run(fmt.Sprintf("memories=%d", n), func(b *testing.B) { benchmarkWorkingSearch(b, n) })
	}
}

func benchmarkWorkingSearch(b *testing.B, n int) {
	s := openBench(b, b.TempDir())
	defer closeBench(b, s)
	c := newCorpus()
	for range n {
		r := memory.Embedded(c.memory(), c.vector())
		r.Layer, r.Session = memory.LayerWorking, "s"
		if err := s.Working().Append(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
	q := memory.WorkingSearch{Now: time.Now(), Vector: c.vector(), Terms: text.Words(c.memory().Content), Limit: 15}
	for b.Loop() {
		if _, err := s.Working().Search(b.Context(), memory.Everything(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAdd writes from callers that each wait for their acknowledgement.
func BenchmarkAdd(b *testing.B) {
	for _, callers := range []int{1, 16} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) { benchmarkAdd(b, callers) })
	}
}

func benchmarkAdd(b *testing.B, callers int) {
	s := openBench(b, b.TempDir())
	defer closeBench(b, s)
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
	b.ReportMetric(percentile(took, 50), "p50-ms")
	b.ReportMetric(percentile(took, 99), "p99-ms")
}
