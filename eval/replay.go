package eval

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/sync/errgroup"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

const (
	// batch is how many lines are added to the queue in one write.
	batch = 256
	// pollEvery is how often the queue is looked at while it is indexed.
	pollEvery = 50 * time.Millisecond
	// stalledAfter is how long the queue may stand still.
	stalledAfter = 2 * time.Minute
)

// replay is one file on its way through an engine.
type replay struct {
	Config
	file   File
	clock  *clock
	ports  memory.Config
	engine *memory.Engine
	agent  memory.Identity
	// lines are the ids of the data by the ids of the memories made of them.
	lines   map[string]string
	skipped int
}

// measured is what one file gave.
type measured struct {
	answers []answer
	skipped int
}

// measure writes a file's lines into a new store, indexes them and asks its questions.
func (c Config) measure(ctx context.Context, f File) (m measured, err error) {
	r := replay{Config: c, file: f, clock: newClock(f.Now), lines: make(map[string]string, len(f.Lines))}
	ports, closeStore, err := c.Open(ctx, r.clock.now)
	if err != nil {
		return measured{}, err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	if err := r.start(ports); err != nil {
		return measured{}, err
	}
	if err := r.write(ctx); err != nil {
		return measured{}, err
	}
	// The worker starts when the clock stands at the time of the questions: leases do not outlive a clock
	// that leaps from line to line.
	r.clock.set(f.Now)
	running, stop := context.WithCancel(ctx)
	stopped := make(chan error, 1)
	go func() { stopped <- r.engine.Run(running) }()
	m, err = r.indexAndAsk(ctx)
	stop()
	return m, errors.Join(err, <-stopped)
}

func (r *replay) start(ports memory.Config) (err error) {
	r.agent = memory.Identity{Agent: r.Namespace.Agents[0].Name}
	r.ports = ports
	r.ports.Embedder = r.Embedder
	r.ports.Namespace = withoutMaintenance(r.Namespace, r.file.Now)
	r.ports.Now = r.clock.now
	r.engine, err = memory.New(r.ports)
	return err
}

// withoutMaintenance is a copy whose next maintenance is 23 hours after now: recall is measured, not how
// memories age.
func withoutMaintenance(ns *namespace.Effective, now time.Time) *namespace.Effective {
	quiet := *ns
	past := now.UTC().Add(-time.Hour)
	quiet.Maintenance = namespace.Maintenance{
		Schedule: fmt.Sprintf("%d %d * * *", past.Minute(), past.Hour()),
		TimeZone: "UTC",
	}
	return &quiet
}

func (r *replay) write(ctx context.Context) error {
	if r.WritePolicy {
		return r.remember(ctx)
	}
	return r.keepAll(ctx)
}

// remember sends each line through the write policy, at its own time.
func (r *replay) remember(ctx context.Context) error {
	for i, l := range inOrder(r.file.Lines) {
		r.clock.set(l.At)
		written, err := r.engine.Remember(ctx, r.agent, memory.RememberRequest{
			Content: l.Content, Session: l.Session, OccurredAt: l.At,
		})
		if err != nil {
			return memory.Wrap(memory.KindOf(err), err, "line "+l.ID)
		}
		if written.Outcome == memory.OutcomeSkipped {
			r.skipped++
		} else {
			r.lines[written.ID] = l.ID
		}
		r.report(Progress{File: r.file.Name, Stage: StageWrite, Done: i + 1, Total: len(r.file.Lines)})
	}
	return nil
}

// keepAll queues each line as it is, past the write policy.
func (r *replay) keepAll(ctx context.Context) error {
	done := 0
	for lines := range slices.Chunk(inOrder(r.file.Lines), batch) {
		ms := make([]memory.Memory, len(lines))
		for i, l := range lines {
			ms[i] = r.asItIs(l, done+i)
			r.lines[ms[i].ID] = l.ID
		}
		if err := r.ports.Queue.Add(ctx, ms...); err != nil {
			return err
		}
		done += len(lines)
		r.report(Progress{File: r.file.Name, Stage: StageWrite, Done: done, Total: len(r.file.Lines)})
	}
	return nil
}

func (r *replay) asItIs(l Line, n int) memory.Memory {
	return memory.Memory{
		ID:         idOf(l.At, n),
		Agent:      r.agent.Agent,
		Scope:      memory.ScopePrivate,
		Layer:      memory.LayerEpisodic,
		Type:       memory.TypeEvent,
		Content:    l.Content,
		Session:    l.Session,
		Importance: 1,
		Rule:       "agent",
		Status:     memory.StatusActive,
		CreatedAt:  l.At,
		OccurredAt: l.At,
		AccessedAt: l.At,
	}
}

// idOf is a ULID of the line's time and number, so that a replay gives the same ids again.
func idOf(at time.Time, n int) string {
	var id ulid.ULID
	// Load has refused times that do not fit.
	_ = id.SetTime(ulid.Timestamp(at))
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id.String()
}

func inOrder(lines []Line) []Line {
	return slices.SortedStableFunc(slices.Values(lines), func(a, b Line) int { return a.At.Compare(b.At) })
}

func (r *replay) indexAndAsk(ctx context.Context) (measured, error) {
	if err := r.awaitIndex(ctx); err != nil {
		return measured{}, err
	}
	answers, err := r.ask(ctx)
	return measured{answers: answers, skipped: r.skipped}, err
}

// awaitIndex waits until every memory has its vector.
func (r *replay) awaitIndex(ctx context.Context) error {
	if r.Embedder == nil {
		return nil
	}
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	last, moved := -1, time.Now()
	for {
		waiting, err := r.waiting(ctx)
		if err != nil {
			return err
		}
		if waiting != last {
			last, moved = waiting, time.Now()
			total := len(r.lines)
			r.report(Progress{File: r.file.Name, Stage: StageIndex, Done: max(total-waiting, 0), Total: total})
		}
		if waiting == 0 {
			return nil
		}
		if time.Since(moved) > stalledAfter {
			return memory.Errorf(memory.KindUnavailable,
				"%d of %d lines are not indexed after %v without progress; does the embedder answer?", waiting, len(r.lines), stalledAfter)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// waiting counts the memories without a vector. A parked one will never have one, which is an error.
func (r *replay) waiting(ctx context.Context) (int, error) {
	depth, err := r.ports.Queue.Depth(ctx)
	if err != nil {
		return 0, err
	}
	if depth.Parked > 0 {
		return 0, memory.Errorf(memory.KindUnavailable, "the embedder refused %d lines; the log says why", depth.Parked)
	}
	n := int(depth.Waiting)
	working, err := r.ports.Working.Recent(ctx, r.agent.Visibility(), memory.WorkingQuery{
		Now: r.clock.now(), Limit: len(r.file.Lines),
	})
	for _, w := range working {
		if len(w.Chunks) == 0 {
			n++
		}
	}
	return n, err
}

// ask puts every question, several at a time.
func (r *replay) ask(ctx context.Context) ([]answer, error) {
	answers := make([]answer, len(r.file.Questions))
	var (
		mu   sync.Mutex
		done int
	)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, q := range r.file.Questions {
		g.Go(func() error {
			lines, err := r.recall(ctx, q)
			if err != nil {
				return memory.Wrap(memory.KindOf(err), err, fmt.Sprintf("question %d", i))
			}
			answers[i] = answer{file: r.file.Name, question: q, lines: lines}
			mu.Lock()
			defer mu.Unlock()
			done++
			r.report(Progress{File: r.file.Name, Stage: StageAsk, Done: done, Total: len(answers)})
			return nil
		})
	}
	return answers, g.Wait()
}

func (r *replay) recall(ctx context.Context, q Question) ([]string, error) {
	result, err := r.engine.Recall(ctx, r.agent, memory.RecallRequest{Query: q.Query, TopK: depth})
	if err != nil {
		return nil, err
	}
	if r.Embedder != nil && len(result.Degraded) > 0 {
		return nil, memory.Errorf(memory.KindUnavailable, "recall is degraded and would measure something else: %v", result.Degraded)
	}
	lines := make([]string, len(result.Memories))
	for i, h := range result.Memories {
		lines[i] = r.lines[h.Memory.ID]
	}
	return lines, nil
}
