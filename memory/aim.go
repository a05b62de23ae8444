package memory

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/text"
)

const (
	// embeddedQueryBytes is how much of a query is embedded, from its beginning, and embeddedTailBytes how much of
	// what was said last in it. The words all count. The cost of embedding grows with the length, and all agents
	// share the embedder.
	embeddedQueryBytes = 1 << 10
	embeddedTailBytes  = 1 << 9
	// tailSentences are the last of a query. What a dialogue so far asks for stands there.
	tailSentences = 2
	// queryTimeout bounds the embedding of a query.
	queryTimeout = 2 * time.Second
)

// aim is where in the space of the model a query points.
type aim struct {
	// vector of unit length.
	vector []float32
	// length is what cosines with the vector are multiplied with.
	length float64
}

// cosine is that of the nearest chunk of a memory, and whether there is one. Of a query with a tail it is the mean of
// those with the whole and with the tail.
func (a aim) cosine(r *Record) (float64, bool) {
	cosine, found := r.nearest(a.vector)
	return a.length * cosine, found
}

// aimAt embeds a query, the whole and what was said last.
func (e *Engine) aimAt(ctx context.Context, query string) (aim, error) {
	texts := []string{head(query, embeddedQueryBytes)}
	if tail := text.Tail(query, tailSentences); len(tail) < len(query) {
		texts = append(texts, end(tail, embeddedTailBytes))
	}
	vectors, err := within(ctx, queryTimeout, func(ctx context.Context) ([][]float32, error) {
		return e.embedQueries(ctx, texts)
	})
	if err != nil {
		return aim{}, err
	}
	sum := make([]float32, e.embedder.Dimension())
	for _, v := range vectors {
		if err := checkVector(v, len(sum)); err != nil {
			return aim{}, err
		}
		for i, x := range e.embedder.Calibration().distinct(v) {
			sum[i] += x / float32(len(vectors))
		}
	}
	a := aim{vector: sum, length: math.Sqrt(dot(sum, sum))}
	if a.length > 0 {
		for i := range sum {
			sum[i] /= float32(a.length)
		}
	}
	return a, nil
}

// embedQueries embeds the first text itself and the others beside it.
func (e *Engine) embedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, errs := make([][]float32, len(texts)), make([]error, len(texts))
	var others sync.WaitGroup
	for i := 1; i < len(texts); i++ {
		others.Go(func() {
			vectors[i], errs[i] = within(ctx, queryTimeout, func(ctx context.Context) ([]float32, error) {
				return e.embedder.EmbedQuery(ctx, texts[i])
			})
		})
	}
	vectors[0], errs[0] = e.embedder.EmbedQuery(ctx, texts[0])
	others.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

// namedSpeakers are those whom a query names, of the speakers of conversations among the records, in order. A
// conversation is a session in which two speakers begin lines. Who says but one line may be none: "Note: …".
func namedSpeakers(query string, records []Record) []string {
	lines := map[string]int{}
	bySession := map[string]map[string]bool{}
	for _, r := range records {
		name := text.Speaker(r.Content)
		if name == "" || r.Session == "" {
			continue
		}
		lines[name]++
		if bySession[r.Session] == nil {
			bySession[r.Session] = map[string]bool{}
		}
		bySession[r.Session][name] = true
	}
	var named []string
	for _, speakers := range bySession {
		for name := range speakers {
			if len(speakers) > 1 && lines[name] > 1 && !slices.Contains(named, name) && len(mentions(query, name)) > 0 {
				named = append(named, name)
			}
		}
	}
	slices.Sort(named)
	return named
}

// mentions are where a query names a speaker, in full or else by the first name.
func mentions(query, name string) [][2]int {
	if found := text.Mentions(query, name); len(found) > 0 {
		return found
	}
	first, _, _ := strings.Cut(name, " ")
	if strings.HasSuffix(first, ".") {
		return nil // A title or an initial, which others have too.
	}
	return text.Mentions(query, first)
}

// withoutNames puts "someone" in the place of the names.
func withoutNames(query string, names []string) string {
	for _, name := range names {
		someone := "someone"
		if r, _ := utf8.DecodeRuneInString(name); unicode.Is(unicode.Han, r) {
			someone = "有人"
		}
		at := mentions(query, name)
		for _, m := range slices.Backward(at) {
			query = query[:m[0]] + someone + query[m[1]:]
		}
	}
	return query
}

// head is the beginning of a text: at most n bytes of it, in whole characters.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// end is the end of a text: at most n bytes of it, in whole characters.
func end(s string, n int) string {
	from := max(0, len(s)-n)
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[from:]
}

// dot is the cosine of vectors of unit length.
func dot(a, b []float32) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
