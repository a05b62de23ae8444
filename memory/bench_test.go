package memory_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
)

// cannedEmbedder embeds in no time, so that a benchmark measures everything else.
type cannedEmbedder struct{ next atomic.Uint64 }

const cannedDimension = 384

func (*cannedEmbedder) Model() string  { return "canned" }
func (*cannedEmbedder) Dimension() int { return cannedDimension }
func (*cannedEmbedder) Calibration() memory.Calibration {
	return memory.Calibration{Scale: memory.Scale{Span: 1}}
}

func (e *cannedEmbedder) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = randomVector(e.next.Add(1))
	}
	return vectors, nil
}

func (e *cannedEmbedder) EmbedQuery(context.Context, string) ([]float32, error) {
	return randomVector(e.next.Add(1)), nil
}

func randomVector(seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	v := make([]float32, cannedDimension)
	sum := 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// sentence is twelve words of a vocabulary in which, as in language, few words are frequent.
func sentence(r *rand.Rand) string {
	zipf := rand.NewZipf(r, 1.2, 4, 20000)
	s := ""
	for range 12 {
		s += fmt.Sprintf("w%d ", zipf.Uint64())
	}
	return s
}

// BenchmarkRecall measures a recall without its embedding against the exact scan inside it.
func BenchmarkRecall(b *testing.B) {
	for _, size := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			w := newWorldWith(b, &cannedEmbedder{}, nil)
			fill(b, w, size)
			r := rand.New(rand.NewPCG(1, 2))
			query := randomVector(1 << 40)
			b.Run("scan", func(b *testing.B) {
				for b.Loop() {
					_, err := w.config.LongTerm.SearchVector(b.Context(), alice.Visibility(), memory.VectorQuery{Vector: query, Limit: 15})
					if err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("recall", func(b *testing.B) {
				for b.Loop() {
					if _, err := w.Recall(b.Context(), alice, memory.RecallRequest{Query: sentence(r)}); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// fill puts indexed memories into the stores.
func fill(b *testing.B, w *world, size int) {
	b.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for done := 0; done < size; {
		var records []memory.Record
		for ; len(records) < 1000 && done < size; done++ {
			at := beginning.Add(-time.Duration(size-done) * time.Minute)
			records = append(records, memory.Embedded(memory.Memory{
				ID: ulid.MustNew(ulid.Timestamp(at), ulid.DefaultEntropy()).String(), Agent: "alice", Scope: memory.ScopePrivate,
				Layer: memory.LayerEpisodic, Type: memory.TypeEvent, Content: sentence(r), Status: memory.StatusActive,
				CreatedAt: at, OccurredAt: at, AccessedAt: at,
			}, randomVector(uint64(done))))
		}
		if err := w.config.LongTerm.Put(b.Context(), records...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRemember measures the acknowledgement of durable writes, from one caller and from sixteen.
func BenchmarkRemember(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	content := "I prefer " + sentence(r)
	for _, callers := range []int{1, 16} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			w := newWorldWith(b, &cannedEmbedder{}, nil)
			b.SetParallelism(callers)
			remember := func() {
				if _, err := w.Remember(b.Context(), alice, memory.RememberRequest{Content: content}); err != nil {
					b.Error(err)
				}
			}
			if callers == 1 {
				for b.Loop() {
					remember()
				}
				return
			}
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					remember()
				}
			})
		})
	}
}

// clusteredEmbedder gives each matter a direction of its own, and what is said of it vectors nearby: the first
// word of a text names the matter.
type clusteredEmbedder struct{ *cannedEmbedder }

func (e clusteredEmbedder) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, s := range texts {
		vectors[i] = e.near(s)
	}
	return vectors, nil
}

func (e clusteredEmbedder) near(s string) []float32 {
	h := fnv.New64a()
	h.Write([]byte(s[:strings.IndexByte(s, ' ')]))
	v, own := randomVector(h.Sum64()), randomVector(e.next.Add(1))
	sum := 0.0
	for i := range v {
		v[i] += own[i] / 2
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// stored is how many memories the worker's benchmarks begin with.
const stored = 20000

// statements are what the worker's benchmarks say: "apart" has matters of eight statements that stand beside each
// other; in "replacing" each statement supersedes or repeats another one.
var statements = map[string]func(n int) string{
	"apart": func(n int) string {
		return fmt.Sprintf("project-%d: %s reads what the group of %s found, and writes to %s about it",
			n%(stored/8), saint(n), saint(n*7), saint(n*13))
	},
	"replacing": func(n int) string {
		return fmt.Sprintf("service-%d now listens on port %d, and so do its replicas in the second zone", n%stored, 1000+n/stored)
	},
}

// told are n memories of a history, from a place in it.
func told(say func(n int) string, from, n int) []memory.Memory {
	ms := make([]memory.Memory, n)
	for i := range ms {
		at := beginning.Add(time.Duration(from+i-stored) * time.Second)
		ms[i] = memory.Memory{
			ID: ulid.MustNew(ulid.Timestamp(at), ulid.DefaultEntropy()).String(), Agent: "alice", Scope: memory.ScopePrivate,
			Layer: memory.LayerEpisodic, Type: memory.TypeFact, Content: say(from + i), Status: memory.StatusActive,
			CreatedAt: at, OccurredAt: at, AccessedAt: at,
		}
	}
	return ms
}

// withVectors gives memories their vectors, and topics as change sets them.
func withVectors(e clusteredEmbedder, ms []memory.Memory, change func(*memory.Memory)) []memory.Record {
	rs := make([]memory.Record, len(ms))
	for i, m := range ms {
		if change != nil {
			change(&m)
		}
		rs[i] = memory.Embedded(m, e.near(m.Content))
	}
	return rs
}

// tell writes the memories known before.
func tell(b *testing.B, w *world, e clusteredEmbedder, say func(n int) string, change func(*memory.Memory)) {
	b.Helper()
	for n := 0; n < stored; n += 1000 {
		if err := w.config.LongTerm.Put(b.Context(), withVectors(e, told(say, n, 1000), change)...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWorker measures how many memories a second find their place among those known before, when their vectors
// cost nothing: look-up, comparison and the durable writes. Run it with -cpu 1 for the figure of one core.
func BenchmarkWorker(b *testing.B) {
	const fresh = 512
	for _, name := range []string{"apart", "replacing"} {
		b.Run(name, func(b *testing.B) {
			say, e := statements[name], clusteredEmbedder{&cannedEmbedder{}}
			w := newWorldWith(b, e, nil)
			tell(b, w, e, say, nil)
			next := stored
			for b.Loop() {
				b.StopTimer()
				if err := w.config.Queue.Add(b.Context(), told(say, next, fresh)...); err != nil {
					b.Fatal(err)
				}
				next += fresh
				b.StartTimer()
				stop := w.run()
				w.drain()
				stop()
			}
			b.ReportMetric(float64(fresh)*float64(b.N)/b.Elapsed().Seconds(), "memories/s")
			counts, err := w.config.LongTerm.Counts(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(counts.Deprecated["alice"])/float64(next-stored), "replaced/memory")
		})
	}
}

// BenchmarkLookUp measures what it costs to find and read what a new memory is compared with, one of a batch as the
// worker takes it, in turns with the bare exact scan of as many vectors. Run it with -cpu 1 for the figures of one
// core.
func BenchmarkLookUp(b *testing.B) {
	const batch = 16
	topics := map[string]func(*memory.Memory){
		"no topic":    nil,
		"many topics": func(m *memory.Memory) { m.Topic, _, _ = strings.Cut(m.Content, ":") },
		"one topic":   func(m *memory.Memory) { m.Topic = "projects" },
	}
	for _, name := range []string{"no topic", "many topics", "one topic"} {
		b.Run(name, func(b *testing.B) {
			say, e := statements["apart"], clusteredEmbedder{&cannedEmbedder{}}
			w := newWorldWith(b, e, nil)
			tell(b, w, e, say, topics[name])
			var matrix []float32
			for n := range stored {
				matrix = append(matrix, randomVector(uint64(n))...)
			}
			var scans, lookUps []time.Duration
			for b.Loop() {
				b.StopTimer()
				fresh := withVectors(e, told(say, stored+len(lookUps)*batch, batch), topics[name])
				b.StartTimer()
				began := time.Now()
				vector.Nearest(matrix, fresh[0].Chunks[0].Vector, 8)
				scanned := time.Now()
				if err := w.LookUp(b.Context(), fresh); err != nil {
					b.Fatal(err)
				}
				scans, lookUps = append(scans, scanned.Sub(began)), append(lookUps, time.Since(scanned)/batch)
			}
			slices.Sort(scans)
			slices.Sort(lookUps)
			scan, lookUp := scans[len(scans)/2].Seconds(), lookUps[len(lookUps)/2].Seconds()
			b.ReportMetric(1000*scan, "scan-p50-ms")
			b.ReportMetric(1000*lookUp, "look-up-p50-ms")
			b.ReportMetric(lookUp/scan, "look-up/scan")
		})
	}
}
