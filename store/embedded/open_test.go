package embedded

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

func options(t *testing.T) Options {
	return Options{Dir: filepath.Join(t.TempDir(), "data"), Model: "test", Dimension: testDimension}
}

// open opens a directory that is closed when the test ends, if not before.
func open(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// wantError checks an error's kind, and that it says each of the words.
func wantError(t *testing.T, err error, kind memory.Kind, words ...string) {
	t.Helper()
	if memory.KindOf(err) != kind {
		t.Fatalf("got error %v of kind %q, want kind %q", err, memory.KindOf(err), kind)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

var everything = memory.Everything()

func newMemory(content string) memory.Memory {
	at := time.Now().UTC().Truncate(time.Microsecond)
	return memory.Memory{
		ID: ulid.Make().String(), Agent: "ann", Scope: memory.ScopePrivate, Layer: memory.LayerEpisodic,
		Type: memory.TypeFact, Status: memory.StatusActive, Content: content,
		CreatedAt: at, OccurredAt: at, AccessedAt: at,
	}
}

func add(t *testing.T, s *Store, content string) memory.Memory {
	t.Helper()
	m := newMemory(content)
	if err := s.Queue().Add(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	return m
}

// countOf says how many memories have one of the words.
func countOf(t *testing.T, s *Store, terms ...string) int {
	t.Helper()
	r, err := s.LongTerm().SearchWords(t.Context(), everything, memory.WordQuery{Terms: terms, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return len(r.Hits)
}

func TestOnlyTheOwnerCanReadTheDirectory(t *testing.T) {
	o := options(t)
	s := open(t, o)
	add(t, s, "something to have a write-ahead log for")
	err := filepath.WalkDir(o.Dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %o", path, info.Mode().Perm())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestADirectoryHasOneOwner(t *testing.T) {
	o := options(t)
	s := open(t, o)
	_, err := Open(t.Context(), o)
	wantError(t, err, memory.KindConflict, o.Dir, strconv.Itoa(os.Getpid()), "stop that process")
	add(t, s, "the owner goes on")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := countOf(t, open(t, o), "owner"); n != 1 {
		t.Errorf("found %d memories, want 1", n)
	}
}

func TestADirectoryBelongsToItsModel(t *testing.T) {
	o := options(t)
	s := open(t, o)
	add(t, s, "kept")
	s.Close()
	for name, change := range map[string]func(*Options){
		"model":     func(o *Options) { o.Model = "other" },
		"dimension": func(o *Options) { o.Dimension = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			changed := o
			change(&changed)
			_, err := Open(t.Context(), changed)
			wantError(t, err, memory.KindConflict, o.Dir, `"test"`, "16", changed.Model, strconv.Itoa(changed.Dimension))
		})
	}
	if n := countOf(t, open(t, o), "kept"); n != 1 {
		t.Errorf("found %d memories, want 1", n)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"directory": func(o *Options) { o.Dir = "" },
		"model":     func(o *Options) { o.Model = "" },
		"dimension": func(o *Options) { o.Dimension = 0 },
	} {
		o := options(t)
		change(&o)
		_, err := Open(t.Context(), o)
		wantError(t, err, memory.KindInvalid, name)
		if _, err := os.Stat(options(t).Dir); !os.IsNotExist(err) {
			t.Errorf("%s: something was made: %v", name, err)
		}
	}
}

func TestADirectoryThatCannotBeMade(t *testing.T) {
	o := options(t)
	if err := os.WriteFile(o.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), o)
	wantError(t, err, memory.KindUnavailable, o.Dir)
}

func TestDamagedDatabases(t *testing.T) {
	for name, damage := range map[string]func(b []byte) []byte{
		"not a database": func([]byte) []byte { return []byte(strings.Repeat("this is no database ", 1000)) },
		"truncated":      func(b []byte) []byte { return b[:len(b)/2] },
		"garbage within": func(b []byte) []byte {
			for i := 8192; i < len(b); i++ {
				b[i] = byte(i * 7)
			}
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			s := open(t, o)
			for range 50 {
				add(t, s, strings.Repeat("many words to fill pages with ", 50))
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(o.Dir, databaseFile)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = Open(t.Context(), o)
			wantError(t, err, memory.KindInternal, o.Dir, "damaged")
			_, err = Open(t.Context(), o)
			wantError(t, err, memory.KindInternal, "damaged")
		})
	}
}

func TestAnotherWordSplitterIndexesAgain(t *testing.T) {
	o := options(t)
	o.Words, o.WordsVersion = func(s string) []string { return strings.Split(s, " ") }, 1
	s := open(t, o)
	for range 3 * reindexBatch {
		add(t, s, "red-green blue")
	}
	if err := s.LongTerm().MoveToCold(t.Context(), memory.ColdEntry{ID: add(t, s, "red-green").ID}); err != nil {
		t.Fatal(err)
	}
	s.Close()

	o.Words, o.WordsVersion = func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' })
	}, 2
	s = open(t, o)
	if n := countOf(t, s, "red-green"); n != 0 {
		t.Errorf("found %d memories by the old words", n)
	}
	if n := countOf(t, s, "green"); n != 3*reindexBatch {
		t.Errorf("found %d memories by the new words, want %d", n, 3*reindexBatch)
	}
	add(t, s, "green-yellow")
	s.Close()
	o.Words = func(string) []string { panic("indexed again although the version is the same") }
	s = open(t, o)
	if n := countOf(t, s, "green"); n != 3*reindexBatch+1 {
		t.Errorf("found %d memories after a restart, want %d", n, 3*reindexBatch+1)
	}
}

func TestLeasesEndWithTheProcessThatHeldThem(t *testing.T) {
	o := options(t)
	s := open(t, o)
	m := add(t, s, "claimed and never done")
	for attempt := 1; attempt <= 3; attempt++ {
		claims, err := s.Queue().Claim(t.Context(), 5, time.Hour)
		if err != nil || len(claims) != 1 || claims[0].ID != m.ID || claims[0].Attempts != attempt {
			t.Errorf("got %+v, %v, want %s for the %d. time", claims, err, m.ID, attempt)
		}
		s.Close()
		s = open(t, o)
	}
}

func TestDamagedRowsAreNoticed(t *testing.T) {
	for name, damage := range map[string]string{
		"unknown terms":  "UPDATE words SET terms = x'00ffffff7f01'",
		"broken terms":   "UPDATE words SET terms = x'0080'",
		"no terms":       "DELETE FROM words",
		"a short vector": "UPDATE vectors SET vector = x'00'",
		"a strange id":   "UPDATE memories SET id = 'x'",
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			s := open(t, o)
			r := memory.Embedded(newMemory("some words"), make([]float32, testDimension))
			if err := s.LongTerm().Put(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if _, err := s.writer.conn.ExecContext(t.Context(), damage); err != nil {
				t.Fatal(err)
			}
			s.Close()
			_, err := Open(t.Context(), o)
			wantError(t, err, memory.KindInternal, o.Dir)
		})
	}
}

func TestAClosedStoreSaysSo(t *testing.T) {
	s := open(t, options(t))
	m := add(t, s, "x")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	ctx := t.Context()
	_, searchErr := s.LongTerm().SearchVector(ctx, everything, memory.VectorQuery{Vector: make([]float32, testDimension), Limit: 1})
	_, getErr := s.LongTerm().Get(ctx, everything, m.ID)
	_, countsErr := s.LongTerm().Counts(ctx)
	for name, err := range map[string]error{
		"add": s.Queue().Add(ctx, m), "audit": s.Audit().Append(ctx, memory.AuditEntry{}), "search": searchErr, "get": getErr, "counts": countsErr,
	} {
		if memory.KindOf(err) != memory.KindUnavailable {
			t.Errorf("%s: got %v, want an error of kind unavailable", name, err)
		}
	}
}

func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	conn, err := singleConn(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx := t.Context()
	steps := []string{"CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2);", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)"}
	if err := migrate(ctx, conn, steps[:1]); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := migrate(ctx, conn, steps[:2]); err != nil {
			t.Fatal(err)
		}
	}
	if err := migrate(ctx, conn, steps); err == nil || !strings.Contains(err.Error(), "migration 3") {
		t.Errorf("a migration that cannot work: got %v", err)
	}
	if got := versionAndTables(t, conn); got != "2 a" {
		t.Errorf("version and tables after that: %q, want %q", got, "2 a")
	}
	wantError(t, migrate(ctx, conn, steps[:1]), memory.KindConflict, "version 2", "up to 1")
}

func versionAndTables(t *testing.T, conn *sql.Conn) (s string) {
	t.Helper()
	err := conn.QueryRowContext(t.Context(),
		"SELECT (SELECT user_version FROM pragma_user_version) || ' ' || (SELECT group_concat(name) FROM sqlite_schema)").Scan(&s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestANewerDatabaseIsRefusedAndLeftAlone(t *testing.T) {
	o := options(t)
	s := open(t, o)
	if _, err := s.writer.conn.ExecContext(t.Context(), "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for range 2 {
		_, err := Open(t.Context(), o)
		wantError(t, err, memory.KindConflict, "version 99", "newer")
	}
}
