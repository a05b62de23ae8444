package memory

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/text"
)

const (
	// candidatesPerHit is how many candidates each side brings for every memory asked for.
	candidatesPerHit = 3
	// wider is how many times more each side brings when it brought mostly repeats, up to widest.
	wider  = 4
	widest = 2000
	// pendingWait bounds how long a recall waits for the vectors of the caller's own fresh writes.
	pendingWait = 300 * time.Millisecond
)

// Why a recall is degraded.
const (
	noEmbedder   = "vector: no embedder is configured; found by words only"
	embedderAway = "vector: the embedder does not answer; found by words only"
	notEmbedded  = "vector: the query could not be embedded; found by words only"
	vectorsAway  = "vector: the long-term store does not answer"
	wordsAway    = "keyword: the long-term store does not answer"
	longTermAway = "long-term: the long-term store does not answer"
	workingAway  = "working: the working store does not answer"
	copiesCrowd  = "long-term: very many copies of one text match; other memories may be missing"
)

// gathering is what a recall chooses from, as it comes together.
type gathering struct {
	*Engine
	v       Visibility
	request RecallRequest
	terms   []string
	// aim is where the query points; it has no vector when the query could not be embedded.
	aim aim
	// named are the speakers whom the query names.
	named []string
	// perSide is how many candidates each search brings.
	perSide int

	words   WordResult
	nearest []Scored

	records  []Record
	memories map[string]Record

	degraded []string
	// answered counts the sources that did; cause is why the first other did not.
	answered int
	cause    error
}

// gather brings together what may answer: the nearest by vector, the best by words, and the working
// memories. What is not indexed yet is found by words, and the caller's own is waited for a moment. A
// source that does not answer is left out and named; only when none answers the recall fails.
func (e *Engine) gather(ctx context.Context, v Visibility, r RecallRequest) (*gathering, error) {
	g := &gathering{
		Engine: e, v: v, request: r, terms: text.Words(r.Query), memories: map[string]Record{},
		perSide: r.TopK * candidatesPerHit,
	}
	for _, source := range []func(context.Context) error{g.ask, g.addWorking, g.addLongTerm, g.widen, g.askAside} {
		if err := source(ctx); err != nil {
			return nil, err
		}
	}
	if err := given(ctx); err != nil {
		return nil, err
	}
	if g.answered == 0 && g.cause != nil {
		return nil, g.cause
	}
	return g, nil
}

// ask searches by words while the query is embedded and, when the caller's fresh writes are ready, searched
// for by vector.
func (g *gathering) ask(ctx context.Context) error {
	var (
		words, pending      sync.WaitGroup
		wordsErr, vectorErr error
	)
	words.Go(func() { wordsErr = g.searchWords(ctx) })
	pending.Go(func() { g.awaitPending(ctx) })
	g.embedQuery(ctx)
	pending.Wait()
	if g.aim.vector != nil {
		vectorErr = g.searchVector(ctx)
	}
	words.Wait()
	if err := g.tolerate(wordsErr, wordsAway); err != nil || g.aim.vector == nil {
		return err
	}
	return g.tolerate(vectorErr, vectorsAway)
}

func (g *gathering) searchWords(ctx context.Context) (err error) {
	g.words, err = g.longTerm.SearchWords(ctx, g.v, WordQuery{Terms: g.terms, Filter: g.filter(), Limit: g.perSide})
	return err
}

func (g *gathering) searchVector(ctx context.Context) (err error) {
	g.nearest, err = g.longTerm.SearchVector(ctx, g.v, VectorQuery{Vector: g.aim.vector, Filter: g.filter(), Limit: g.perSide})
	return err
}

func (g *gathering) filter() Filter { return Filter{Layers: g.request.Layers} }

// widen asks for more when copies of one text crowd a search, so that they cannot hide everything else.
func (g *gathering) widen(ctx context.Context) error {
	// Of a store that does not answer there are no texts to tell apart.
	for g.cause == nil && (g.crowded(g.words.Hits) || g.crowded(g.nearest)) {
		if g.perSide >= widest {
			g.degraded = append(g.degraded, copiesCrowd)
			return nil
		}
		g.perSide = min(g.perSide*wider, widest)
		if err := g.tolerate(g.searchWords(ctx), wordsAway); err != nil {
			return err
		}
		if g.aim.vector != nil {
			if err := g.tolerate(g.searchVector(ctx), vectorsAway); err != nil {
				return err
			}
		}
		if err := g.addLongTerm(ctx); err != nil {
			return err
		}
	}
	return nil
}

// crowded says whether a search found as many as it was asked for, yet too few different texts.
func (g *gathering) crowded(found []Scored) bool {
	if len(found) < g.perSide {
		return false
	}
	different := make(map[string]bool, g.request.TopK)
	for _, s := range found {
		if m, ok := g.memories[s.ID]; ok {
			different[m.Content] = true
		}
		if len(different) >= g.request.TopK {
			return false
		}
	}
	return true
}

// embedQuery sets the vector, or says why there is none.
func (g *gathering) embedQuery(ctx context.Context) {
	if g.embedder == nil {
		g.degraded = append(g.degraded, noEmbedder)
		return
	}
	if g.health.resting(g.now()) {
		g.degraded = append(g.degraded, embedderAway)
		return
	}
	answered := g.health.answered()
	a, err := g.aimAt(ctx, g.request.Query)
	if err != nil {
		if ctx.Err() != nil {
			return
		}
		g.log.WarnContext(ctx, "a query was not embedded", "bytes", len(g.request.Query), "error", err)
		why := notEmbedded
		if g.health.queryFailed(g.now(), err, len(g.request.Query), answered) {
			why = embedderAway
		}
		g.degraded = append(g.degraded, why)
		return
	}
	g.health.worked()
	g.aim = a
}

// askAside asks once more when the query names who speaks in what was found: for what is said, by whoever it may
// be. That it is one of the named who says it is evidence of its own. Otherwise the nearest to a question about
// Anna would be what is said to Anna, who is named there, and not what she says herself.
func (g *gathering) askAside(ctx context.Context) error {
	if g.aim.vector == nil || g.cause != nil {
		return nil //nolint:nilerr // The cause is told with what was found.
	}
	g.named = namedSpeakers(g.request.Query, g.records)
	if len(g.named) == 0 {
		return nil
	}
	aside, err := g.aimAt(ctx, withoutNames(g.request.Query, g.named))
	if err != nil {
		g.log.WarnContext(ctx, "a query was not embedded without the names in it", "error", err)
		return nil // What was found for the query as it is will do.
	}
	g.aim = aside
	if err := g.tolerate(g.searchVector(ctx), vectorsAway); err != nil {
		return err
	}
	if err := g.addWorking(ctx); err != nil {
		return err
	}
	return g.addLongTerm(ctx)
}

func (g *gathering) awaitPending(ctx context.Context) {
	if g.embedder != nil && !g.health.resting(g.now()) {
		g.pending.wait(ctx, g.v.Agent(), pendingWait)
	}
}

// addLongTerm reads what the searches found.
func (g *gathering) addLongTerm(ctx context.Context) error {
	ids := make([]string, 0, len(g.nearest)+len(g.words.Hits))
	asked := make(map[string]bool, cap(ids))
	for _, s := range slices.Concat(g.nearest, g.words.Hits) {
		if _, known := g.memories[s.ID]; !known && !asked[s.ID] {
			asked[s.ID] = true
			ids = append(ids, s.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	records, err := g.longTerm.Get(ctx, g.v, ids...)
	if err := g.tolerate(err, longTermAway); err != nil {
		return err
	}
	g.add(records)
	return nil
}

// addWorking searches the working memories of the session, or of all sessions when the caller names none.
func (g *gathering) addWorking(ctx context.Context) error {
	if len(g.request.Layers) > 0 && !slices.Contains(g.request.Layers, LayerWorking) {
		return nil
	}
	records, err := g.working.Search(ctx, g.v, WorkingSearch{
		Session: g.request.Session, Now: g.now(), Vector: g.aim.vector, Terms: g.terms, Stats: g.words.Stats, Limit: g.perSide,
	})
	if err := g.tolerate(err, workingAway); err != nil {
		return err
	}
	g.add(records)
	return nil
}

// add keeps the active records that are new.
func (g *gathering) add(records []Record) {
	for _, r := range records {
		if _, known := g.memories[r.ID]; !known && r.Status == StatusActive {
			g.memories[r.ID] = r
			g.records = append(g.records, r)
		}
	}
}

// candidates are what was found, with what speaks for each.
func (g *gathering) candidates() []rank.Candidate {
	scores := byID(g.words.Hits)
	// When the list of words is not full, whatever is not on it shares no word.
	complete := len(g.words.Hits) < g.perSide
	list := make([]rank.Candidate, len(g.records))
	for i, r := range g.records {
		c := rank.Candidate{
			ID: r.ID, Content: r.Content, Own: r.Agent == g.v.Agent(), At: r.SaidAt(), Task: r.Task, Session: r.Session,
			Named: len(g.named) > 0 && slices.Contains(g.named, text.Speaker(r.Content)),
		}
		c.Cosine, c.Embedded = g.aim.cosine(&r)
		if score, found := scores[r.ID]; found {
			c.BM25 = score
		} else if !complete || r.Expires() {
			c.BM25 = g.bm25(r.Content)
		}
		list[i] = c
	}
	return list
}

func (g *gathering) bm25(content string) float64 {
	if len(g.terms) == 0 {
		return 0
	}
	return rank.BM25(g.terms, text.Words(content), rank.Stats(g.words.Stats))
}

// tolerate notes a source that does not answer. Any other error is returned.
func (g *gathering) tolerate(err error, why string) error {
	switch {
	case err == nil:
		g.answered++
		return nil
	case KindOf(err) != KindUnavailable:
		return err
	}
	if !slices.Contains(g.degraded, why) {
		g.degraded = append(g.degraded, why)
	}
	if g.cause == nil {
		g.cause = err
	}
	return nil
}

func byID(found []Scored) map[string]float64 {
	scores := make(map[string]float64, len(found))
	for _, s := range found {
		scores[s.ID] = s.Score
	}
	return scores
}
