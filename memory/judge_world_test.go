package memory_test

import (
	"context"
	"hash/fnv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model"
	"github.com/rearview-dev/rearview/model/modeltest"
	"github.com/rearview-dev/rearview/namespace"
)

// newJudgedWorld makes a world with a judge behind a real server.
func newJudgedWorld(t testing.TB, s *modeltest.Server, change func(*world)) *world {
	t.Helper()
	return newWorld(t, func(w *world) {
		w.judgedBy(s)
		if change != nil {
			change(w)
		}
	})
}

func (w *world) judgedBy(s *modeltest.Server) {
	w.patience = 200 * time.Millisecond
	w.policy.Model = &namespace.Model{URL: s.URL + "/v1", Name: "qwen2.5:7b", TimeoutSeconds: 30}
	w.config.OpenJudge = func(m namespace.Model) (memory.Judge, error) {
		return model.New(model.Options{
			URL: m.URL, Name: m.Name, Timeout: w.patience,
			// Waits cost no time here.
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		})
	}
}

// patient makes the judge wait for its server for as long as a test goes on.
func patient(w *world) { w.patience = time.Minute }

// byStars rates a text by the stars in it, and what has none as common sense does.
func byStars(text string) int { return strings.Count(text, "*") }

// judged waits until nothing waits for the judge, while time passes.
func (w *world) judged() memory.JudgeStats {
	w.t.Helper()
	var judge memory.JudgeStats
	eventually(w.t, "all is judged", func() bool {
		stats, err := w.Stats(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		judge = *stats.Judge
		if judge.Waiting > 0 {
			w.clock.advance(5 * time.Millisecond)
		}
		return judge.Waiting == 0
	})
	return judge
}

func (w *world) degraded() []string {
	w.t.Helper()
	stats, err := w.Stats(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return stats.Degraded
}

// moody is a judge that rates by the text alone, and fails in many ways, but is never away.
type moody struct {
	mu    sync.Mutex
	calls int
}

func (*moody) Model() string { return "moody" }

func (m *moody) Rate(_ context.Context, _ string, texts []string) ([]int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	ratings := make([]int, len(texts))
	for i, text := range texts {
		h := fnv.New32a()
		h.Write([]byte(text))
		ratings[i] = int(h.Sum32() % 7) // 0 and 6 are none.
	}
	switch m.calls % 5 {
	case 1:
		return nil, memory.Errorf(memory.KindInvalid, "the test's judge refuses")
	case 2:
		return ratings[:len(ratings)/2], memory.Errorf(memory.KindInternal, "the test's judge makes no sense")
	case 3:
		panic("the test's judge panics")
	}
	return ratings, nil
}

func (*moody) Summarize(context.Context, string) (string, error) { return "short", nil }
