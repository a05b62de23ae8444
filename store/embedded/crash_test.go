package embedded

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// crashDir makes the test binary a process that writes to this directory until it is killed.
const crashDir = "REARVIEW_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeUntilKilled(dir)
	}
	os.Exit(m.Run())
}

// writeUntilKilled prints a line for each acknowledgement: what was written, and the id.
func writeUntilKilled(dir string) {
	s, err := Open(context.Background(), Options{Dir: dir, Model: "test", Dimension: testDimension})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var mu sync.Mutex
	acknowledged := func(what, id string, err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, what, err)
			os.Exit(1)
		}
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(what, id)
	}
	ctx := context.Background()
	for range 8 {
		go func() {
			for {
				m := newMemory("survives every crash")
				acknowledged("added", m.ID, s.Queue().Add(ctx, m))
				w := newMemory("survives every crash")
				w.Layer = memory.LayerWorking
				acknowledged("appended", w.ID, s.Working().Append(ctx, memory.Record{Memory: w}))
				acknowledged("put", m.ID, s.LongTerm().Put(ctx, memory.Embedded(m, make([]float32, testDimension))))
				c := newMemory("survives every crash")
				acknowledged("added", c.ID, s.Queue().Add(ctx, c))
				_ = s.Audit().Append(ctx, memory.AuditEntry{Verb: "archive", MemoryIDs: []string{c.ID}})
				acknowledged("moved", c.ID, s.LongTerm().MoveToCold(ctx, memory.ColdEntry{ID: c.ID, Agent: "ann", Segment: "s"}))
			}
		}()
	}
	select {}
}

// TestKilledWhileWriting kills a writing process a few times and looks for everything it acknowledged.
func TestKilledWhileWriting(t *testing.T) {
	o := options(t)
	acknowledged := map[string]map[string]bool{"added": {}, "appended": {}, "put": {}, "moved": {}}
	for range 3 {
		writeAndKill(t, o.Dir, 400, func(what, id string) { acknowledged[what][id] = true })
		s := open(t, o)
		checkAcknowledged(t, s, acknowledged)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// writeAndKill starts a writer and kills it after n acknowledgements.
func writeAndKill(t *testing.T, dir string, n int, acknowledged func(what, id string)) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+dir)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		if i == n {
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
		if what, id, ok := strings.Cut(lines.Text(), " "); ok && len(id) == 26 {
			acknowledged(what, id)
		}
	}
	if err := cmd.Wait(); err == nil || stderr.Len() > 0 {
		t.Fatalf("the writer was not killed: %v %s", err, stderr.String())
	}
}

func checkAcknowledged(t *testing.T, s *Store, acknowledged map[string]map[string]bool) {
	t.Helper()
	ctx := t.Context()
	indexed := map[string]bool{}
	result, err := s.LongTerm().SearchWords(ctx, everything, memory.WordQuery{Terms: s.words("crash"), Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hits {
		indexed[h.ID] = true
	}
	for id := range acknowledged["added"] {
		hot, err := s.LongTerm().Get(ctx, everything, id)
		if err != nil {
			t.Fatal(err)
		}
		cold, err := s.LongTerm().ColdEntries(ctx, everything, id)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(hot)+len(cold) != 1:
			t.Errorf("%s was added and is in %d places", id, len(hot)+len(cold))
		case (len(hot) == 1) != indexed[id]:
			t.Errorf("%s is hot: %v, found by words: %v", id, len(hot) == 1, indexed[id])
		case acknowledged["put"][id] && (len(hot) == 0 || hot[0].Chunks == nil):
			t.Errorf("%s has lost its vector", id)
		case acknowledged["moved"][id]:
			if trail, err := s.Audit().Trail(ctx, id); len(cold) != 1 || len(trail) != 1 || err != nil {
				t.Errorf("%s was moved: %d pointers, %d audit entries, %v", id, len(cold), len(trail), err)
			}
		}
	}
	for id := range acknowledged["appended"] {
		rs, err := s.Working().Recent(ctx, everything, memory.WorkingQuery{ID: id})
		if err != nil || len(rs) != 1 {
			t.Errorf("%s was appended: got %v, %v", id, rs, err)
		}
	}
}

func TestASecondProcessIsRefused(t *testing.T) {
	o := options(t)
	open(t, o)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+o.Dir)
	out, err := cmd.CombinedOutput()
	want := fmt.Sprintf("the data directory %s is in use by process %d", o.Dir, os.Getpid())
	if err == nil || !strings.Contains(string(out), want) {
		t.Errorf("got %v and %q, want %q", err, out, want)
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); {
		if time.Now().After(deadline) {
			t.Fatal("not within ten seconds")
		}
		<-time.After(time.Millisecond)
	}
}
