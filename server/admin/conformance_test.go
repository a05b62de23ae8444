package admin_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
)

// TestConformance: the engine itself and a client of it in another process answer alike.
func TestConformance(t *testing.T) {
	t.Run("engine", func(t *testing.T) {
		engine := newEngine(t)
		conform(t, engine, engine)
	})
	t.Run("client", func(t *testing.T) {
		engine := newEngine(t)
		conform(t, overSocket(t, engine), engine)
	})
}

// conform drives a service through what people do with the memories that an agent writes to engine.
func conform(t *testing.T, s admin.Service, engine *memory.Engine) {
	ctx := t.Context()
	planner := memory.Identity{Agent: "planner"}
	remember := func(content string) string {
		t.Helper()
		got, err := engine.Remember(ctx, planner, memory.RememberRequest{Content: content, Type: memory.TypePreference})
		if err != nil || got.ID == "" {
			t.Fatalf("remember: %+v, %v", got, err)
		}
		return got.ID
	}
	python := remember("用 Python 3.11 别用 3.12")
	airline := remember("The airline that I prefer is KLM")

	t.Run("search", func(t *testing.T) {
		for name, test := range map[string]struct {
			sees memory.Visibility
			want []string
		}{
			"everything":    {memory.Everything(), []string{airline}},
			"its writer":    {planner.Visibility(), []string{airline}},
			"another agent": {memory.Identity{Agent: "coder"}.Visibility(), nil},
			"nobody":        {memory.Visibility{}, nil},
		} {
			found, err := s.Search(ctx, test.sees, memory.RecallRequest{Query: "KLM airline"})
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, h := range found.Memories {
				ids = append(ids, h.Memory.ID)
			}
			if diff := cmp.Diff(test.want, ids); diff != "" {
				t.Errorf("%s finds (-want +got):\n%s", name, diff)
			}
		}
		_, err := s.Search(ctx, memory.Everything(), memory.RecallRequest{Query: "q", TopK: -1})
		wantKind(t, err, memory.KindInvalid)
	})

	t.Run("show", func(t *testing.T) {
		shown, err := s.Show(ctx, python)
		if err != nil || shown.Memory.Content != "用 Python 3.11 别用 3.12" || shown.Place != memory.PlaceLongTerm || shown.Memory.Agent != "planner" {
			t.Errorf("shown %+v, %v", shown, err)
		}
		_, err = s.Show(ctx, "01J00000000000000000000000")
		wantKind(t, err, memory.KindNotFound)
		_, err = s.Show(ctx, "../../etc/passwd")
		wantKind(t, err, memory.KindNotFound)
	})

	t.Run("maintain and restore", func(t *testing.T) {
		if _, err := engine.Forget(ctx, planner, memory.ForgetRequest{IDs: []string{airline}}); err != nil {
			t.Fatal(err)
		}
		report, err := s.Maintain(ctx)
		if err != nil || report.Archived["forgotten"] != 1 || len(report.Segments) != 1 {
			t.Fatalf("report %+v, %v", report, err)
		}
		shown, err := s.Show(ctx, airline)
		if err != nil || shown.Place != memory.PlaceCold || shown.Segment != report.Segments[0] || shown.Memory.Status != memory.StatusArchived {
			t.Errorf("shown %+v, %v", shown, err)
		}
		restored, err := s.Restore(ctx, airline)
		if err != nil || restored.Status != memory.StatusActive || restored.Content != "The airline that I prefer is KLM" {
			t.Errorf("restored %+v, %v", restored, err)
		}
		_, err = s.Restore(ctx, "01J00000000000000000000000")
		wantKind(t, err, memory.KindNotFound)
	})

	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := s.Maintain(ctx); err == nil {
			t.Error("no error")
		}
	})

	t.Run("history", func(t *testing.T) {
		// The audit may be written a little later than what it tells about.
		want, deadline := []string{"remember", "forget", "archive", "restore"}, time.After(30*time.Second)
		for verbs := verbsOf(t, s, airline); !cmp.Equal(verbs, want); verbs = verbsOf(t, s, airline) {
			select {
			case <-deadline:
				t.Fatalf("verbs %v; want %v", verbs, want)
			case <-time.After(5 * time.Millisecond):
			}
		}
		_, err := s.History(ctx, "01J00000000000000000000000")
		wantKind(t, err, memory.KindNotFound)
	})

	t.Run("stats", func(t *testing.T) {
		got, err := s.Stats(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got.Written != 2 || got.Counts.Layers["planner"][memory.LayerSemantic] != 2 || got.LastMaintenance == nil {
			t.Errorf("stats %+v", got)
		}
	})
}

func verbsOf(t *testing.T, s admin.Service, id string) []string {
	t.Helper()
	story, err := s.History(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var verbs []string
	for _, e := range story.Entries {
		verbs = append(verbs, e.Verb)
	}
	return verbs
}

func wantKind(t *testing.T, err error, want memory.Kind) {
	t.Helper()
	if memory.KindOf(err) != want {
		t.Errorf("got %v; want kind %s", err, want)
	}
}

// newEngine makes an engine on a real store, without an embedder: people's commands need none.
func newEngine(t *testing.T) *memory.Engine {
	t.Helper()
	dir := t.TempDir()
	store, err := embedded.Open(t.Context(), embedded.Options{Dir: dir, Model: "none", Dimension: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	archive, err := cold.OpenDir(filepath.Join(dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	policy := namespace.DefaultPolicy()
	engine, err := memory.New(memory.Config{
		LongTerm: store.LongTerm(), Queue: store.Queue(), Working: store.Working(), Audit: store.Audit(), Cold: archive,
		Namespace: &namespace.Effective{
			Name: "support", Namespace: "agents", Policy: policy,
			Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "UTC"},
			Agents:      []namespace.Agent{{Name: "coder", Policy: policy}, {Name: "planner", Policy: policy}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}
