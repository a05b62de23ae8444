package memory_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

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

// BenchmarkWorker measures how many memories a second find their place among 20,000 known ones, when their
// vectors cost nothing: look-up, comparison and the durable writes. Run it with -cpu 1 for the figure of one
// core. "apart" has matters of eight statements that stand beside each other; "replacing" has each
// statement supersede or repeat another one.
func BenchmarkWorker(b *testing.B) {
	const known, fresh = 20000, 512
	statements := map[string]func(n int) string{
		"apart": func(n int) string {
			return fmt.Sprintf("project-%d: %s reads what the group of %s found, and writes to %s about it",
				n%(known/8), saint(n), saint(n*7), saint(n*13))
		},
		"replacing": func(n int) string {
			return fmt.Sprintf("service-%d now listens on port %d, and so do its replicas in the second zone", n%known, 1000+n/known)
		},
	}
	for _, name := range []string{"apart", "replacing"} {
		b.Run(name, func(b *testing.B) {
			say := statements[name]
			e := clusteredEmbedder{&cannedEmbedder{}}
			w := newWorldWith(b, e, nil)
			memories := func(from, n int) []memory.Memory {
				ms := make([]memory.Memory, n)
				for i := range ms {
					at := beginning.Add(time.Duration(from+i-known) * time.Second)
					ms[i] = memory.Memory{
						ID: ulid.MustNew(ulid.Timestamp(at), ulid.DefaultEntropy()).String(), Agent: "alice", Scope: memory.ScopePrivate,
						Layer: memory.LayerEpisodic, Type: memory.TypeFact, Content: say(from + i), Status: memory.StatusActive,
						CreatedAt: at, OccurredAt: at, AccessedAt: at,
					}
				}
				return ms
			}
			for n := 0; n < known; n += 1000 {
				var records []memory.Record
				for _, m := range memories(n, 1000) {
					records = append(records, memory.Embedded(m, e.near(m.Content)))
				}
				if err := w.config.LongTerm.Put(b.Context(), records...); err != nil {
					b.Fatal(err)
				}
			}
			next := known
			for b.Loop() {
				b.StopTimer()
				if err := w.config.Queue.Add(b.Context(), memories(next, fresh)...); err != nil {
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
			b.ReportMetric(float64(counts.Deprecated["alice"])/float64(next-known), "replaced/memory")
		})
	}
}
