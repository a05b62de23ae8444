package embedded

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// hold keeps the writer busy until release, so that what is written meanwhile forms one group.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	entered, leave := make(chan struct{}), make(chan struct{})
	go func() {
		err := s.commit(context.Background(), "hold", func(*tx) error {
			close(entered)
			<-leave
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-entered
	return sync.OnceFunc(func() { close(leave) })
}

// lined waits until n writes stand in line.
func lined(t *testing.T, s *Store, n int) {
	t.Helper()
	eventually(t, func() bool { return len(s.writer.line) >= n })
}

func TestOneWriteOfAGroupFailsAlone(t *testing.T) {
	o := options(t)
	s := open(t, o)
	release := hold(t, s)
	broken := errors.New("broken")
	errs := make([]error, 9)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			it, err := s.newItem(newMemory(fmt.Sprintf("common word%c", 'a'+i)))
			if err != nil {
				t.Error(err)
				return
			}
			errs[i] = s.commit(t.Context(), "test", func(tx *tx) error {
				if err := tx.enqueue(&it, 0); err != nil {
					return err
				}
				if i%3 == 1 {
					return broken
				}
				return nil
			})
		})
	}
	lined(t, s, len(errs))
	release()
	wg.Wait()
	for i, err := range errs {
		if failed := errors.Is(err, broken); failed != (i%3 == 1) {
			t.Errorf("write %d: got %v", i, err)
		}
	}
	for range 2 {
		if n := countOf(t, s, "common"); n != 6 {
			t.Errorf("found %d memories, want 6", n)
		}
		add(t, s, "in a slot that was given back")
		if n := countOf(t, s, "slot"); n != 1 {
			t.Errorf("found %d memories in slots that were given back, want 1", n)
		}
		s.Close()
		s = open(t, o)
		removed := memory.ColdEntry{ID: only(t, s, "slot")}
		if err := s.LongTerm().MoveToCold(t.Context(), removed); err != nil {
			t.Fatal(err)
		}
	}
}

// only is the id of the one memory that has the word.
func only(t *testing.T, s *Store, term string) string {
	t.Helper()
	r, err := s.LongTerm().SearchWords(t.Context(), everything, memory.WordQuery{Terms: []string{term}, Limit: 2})
	if err != nil || len(r.Hits) != 1 {
		t.Fatalf("found %v, %v, want one memory", r.Hits, err)
	}
	return r.Hits[0].ID
}

func TestAWriteThatWaitsCanBeGivenUp(t *testing.T) {
	s := open(t, options(t))
	release := hold(t, s)
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	outcome := make(chan error)
	go func() { outcome <- s.Queue().Add(ctx, newMemory("given up")) }()
	lined(t, s, 1)
	cancel()
	err := <-outcome
	wantError(t, err, memory.KindUnavailable)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error within", err)
	}
	release()
	add(t, s, "behind it")
	if n := countOf(t, s, "given"); n != 0 {
		t.Errorf("found what was given up")
	}
}

// limitPages makes the disk full when the database grows beyond what it has and some more pages.
func limitPages(t *testing.T, s *Store, more int) {
	t.Helper()
	err := s.commit(t.Context(), "limit", func(tx *tx) error {
		var n int
		if _, err := tx.row("PRAGMA page_count", nil, &n); err != nil {
			return err
		}
		_, err := tx.writer.conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", n+more))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFullDisk(t *testing.T) {
	o := options(t)
	s := open(t, o)
	add(t, s, "ancient")
	limitPages(t, s, 4)
	large := strings.Repeat("large text ", 50_000)
	wantError(t, s.Queue().Add(t.Context(), newMemory("first"), newMemory(large)), memory.KindUnavailable, "full", "not accepted")
	if n := countOf(t, s, "first", "larg"); n != 0 {
		t.Errorf("found %d memories of a write that failed", n)
	}

	release := hold(t, s)
	errs := make([]error, 7)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			content := "small"
			if i == 3 {
				content = large
			}
			errs[i] = s.Queue().Add(t.Context(), newMemory(content))
		})
	}
	lined(t, s, len(errs))
	release()
	wg.Wait()
	for i, err := range errs {
		if want := i == 3; (err != nil) != want {
			t.Errorf("write %d of the group: got %v", i, err)
		}
	}
	limitPages(t, s, 1<<20)
	add(t, s, large)
	for range 2 {
		if n := countOf(t, s, s.words("ancient small large")...); n != 8 {
			t.Errorf("found %d memories, want 8", n)
		}
		s.Close()
		s = open(t, o)
	}
}

func TestALostEntryIsToldToTheNextCaller(t *testing.T) {
	s := open(t, options(t))
	limitPages(t, s, 4)
	entry := memory.AuditEntry{Verb: "recall", Reason: strings.Repeat("long ", 50_000)}
	if err := s.Audit().Append(t.Context(), entry); err != nil {
		t.Fatal(err)
	}
	if err := s.Queue().Done(t.Context(), "nothing"); err != nil {
		t.Errorf("the write that shared its transaction: %v", err)
	}
	small := memory.AuditEntry{Verb: "recall", MemoryIDs: []string{"small"}}
	wantError(t, s.Audit().Append(t.Context(), small), memory.KindUnavailable, "lost", "full")
	if err := s.Audit().Append(t.Context(), small); err != nil {
		t.Errorf("the one after: %v", err)
	}
	if err := s.Queue().Done(t.Context(), "nothing"); err != nil {
		t.Fatal(err)
	}
	if trail, err := s.Audit().Trail(t.Context(), "small"); err != nil || len(trail) != 2 {
		t.Errorf("got %v, %v, want both of the small entries", trail, err)
	}
}
