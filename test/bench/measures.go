package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rearview-dev/rearview/embed/builtin"
	"github.com/rearview-dev/rearview/internal/vector"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded"
)

const (
	recalls     = 300
	warmRecalls = 20
	topK        = 5
	// scanLimit is how many the bare scan keeps: as many candidates as a recall takes from its vectors.
	scanLimit = 3 * topK

	serialWrites     = 500
	concurrentWrites = 8_000
	callers          = 16
)

// recall measures Engine.Recall and the bare scan in turns, so that both meet the same noise.
func (b *bed) recall(ctx context.Context, r *report) error {
	agent := memory.Identity{Agent: agentName}
	var scan, recall []time.Duration
	for i := range warmRecalls + recalls {
		query, v := b.corpus.text(wordsPerQuery), b.corpus.vector()
		b.embedder.vectors = map[string][]float32{query: v}

		start := time.Now()
		vector.Nearest(b.matrix, v, scanLimit)
		scanned := time.Since(start)

		start = time.Now()
		found, err := b.engine.Recall(ctx, agent, memory.RecallRequest{Query: query, TopK: topK, Task: "bench"})
		recalled := time.Since(start)
		switch {
		case err != nil:
			return err
		case len(found.Memories) != topK || len(found.Degraded) > 0:
			return fmt.Errorf("a recall found %d of %d memories, degraded: %v", len(found.Memories), topK, found.Degraded)
		}
		if i >= warmRecalls {
			scan, recall = append(scan, scanned), append(recall, recalled)
		}
	}
	s, t := summarise(scan), summarise(recall)
	r.Recall = append(r.Recall, recallFigures{
		Memories: len(b.matrix) / dimension, Scan: s, Recall: t,
		P50Ratio: t.P50 / s.P50, P99Ratio: t.P99 / s.P50,
	})
	return nil
}

// remember measures writes that are acknowledged after they are durable: one after the other, then from
// many callers at once.
func (b *bed) remember(ctx context.Context, r *report) error {
	agent := memory.Identity{Agent: agentName}
	write := func(text string) error {
		got, err := b.engine.Remember(ctx, agent, memory.RememberRequest{Content: "Remember this: " + text, Task: "writes"})
		if err == nil && got.Outcome != memory.OutcomeQueued {
			err = fmt.Errorf("a write was %s", got.Outcome)
		}
		return err
	}
	serial := make([]time.Duration, serialWrites)
	for i := range serial {
		text := b.corpus.text(wordsPerMemory)
		start := time.Now()
		if err := write(text); err != nil {
			return err
		}
		serial[i] = time.Since(start)
	}
	texts := make([]string, concurrentWrites)
	for i := range texts {
		texts[i] = b.corpus.text(wordsPerMemory)
	}
	var (
		wg    sync.WaitGroup
		next  atomic.Int64
		times = make([]time.Duration, len(texts))
		errs  = make([]error, callers)
	)
	start := time.Now()
	for c := range callers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(texts) || errs[c] != nil {
					return
				}
				began := time.Now()
				errs[c] = write(texts[i])
				times[i] = time.Since(began)
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	r.Remember = rememberFigures{
		Memories: len(b.matrix) / dimension, OneCaller: summarise(serial),
		Callers: callers, ManyCallers: summarise(times), PerSecond: float64(len(texts)) / took.Seconds(),
	}
	return b.engine.Drain(ctx)
}

// measureStart opens the data directory in a process of its own.
func measureStart(ctx context.Context, r *report, o options) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, self, "--model", o.model, "--measure-start", o.dir).Output()
	if err != nil {
		return fmt.Errorf("measuring the start: %w", err)
	}
	return json.Unmarshal(out, &r.Start)
}

// printStart opens the model and the data directory, searches, and prints the time and the memory it took.
func printStart(ctx context.Context, dir, model string) error {
	began := time.Now()
	embedder, err := builtin.Open(model)
	if err != nil {
		return err
	}
	opened := time.Now()
	store, err := embedded.Open(ctx, embedded.Options{Dir: dir, Model: (&recorded{}).Model(), Dimension: dimension})
	if err != nil {
		return err
	}
	loaded := time.Now()
	counts, err := store.LongTerm().Counts(ctx)
	if err != nil {
		return err
	}
	figures := startFigures{
		Memories: counts.Layers[agentName][memory.LayerEpisodic],
		ModelMS:  milliseconds(opened.Sub(began)),
		StoreMS:  milliseconds(loaded.Sub(opened)),
	}
	c := newCorpus()
	for range 50 {
		text := c.text(wordsPerQuery)
		v, err := embedder.EmbedQuery(ctx, text)
		if err != nil {
			return err
		}
		query := memory.VectorQuery{Vector: v, Limit: scanLimit}
		if _, err := store.LongTerm().SearchVector(ctx, memory.Everything(), query); err != nil {
			return err
		}
		words := memory.WordQuery{Terms: strings.Fields(text), Limit: scanLimit}
		if _, err := store.LongTerm().SearchWords(ctx, memory.Everything(), words); err != nil {
			return err
		}
	}
	if figures.ResidentMiB, figures.PeakMiB, err = resident(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(figures)
}

// resident returns this process's resident memory, now and at its peak, in MiB.
func resident() (now, peak float64, err error) {
	b, err := os.ReadFile(filepath.Join("/proc", "self", "status"))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(b)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kib); err == nil {
			now = kib / 1024
		}
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &kib); err == nil {
			peak = kib / 1024
		}
	}
	return now, peak, nil
}

// measureEmbedder embeds queries on one core.
func measureEmbedder(ctx context.Context, r *report, model string) error {
	embedder, err := builtin.Open(model)
	if err != nil {
		return err
	}
	defer embedder.Close()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	short, err := embedTimes(ctx, embedder, "which database do we use now %d?")
	if err != nil {
		return err
	}
	long, err := embedTimes(ctx, embedder,
		"what did the team decide last week about the retry policy of the payment service and its time limit number %d?")
	if err != nil {
		return err
	}
	r.Embedder = embedderFigures{Short: short, Sentence: long}
	return nil
}

func embedTimes(ctx context.Context, e memory.Embedder, format string) (times, error) {
	var took []time.Duration
	for i := range 60 {
		start := time.Now()
		if _, err := e.EmbedQuery(ctx, fmt.Sprintf(format, i)); err != nil {
			return times{}, err
		}
		if i >= 10 {
			took = append(took, time.Since(start))
		}
	}
	return summarise(took), nil
}
