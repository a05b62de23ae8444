package embedded

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// names lists a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// beginDatabase makes a database that holds nothing, not even a schema.
func beginDatabase(t *testing.T, path string) error {
	conn, err := singleConn(t.Context(), path)
	return errors.Join(err, conn.Close())
}

// TestALostDatabaseIsNotBegunAnew takes away the database, or what is in it, beside what else tells of it.
func TestALostDatabaseIsNotBegunAnew(t *testing.T) {
	missing := os.Remove
	empty := func(path string) error { return os.Truncate(path, 0) }
	cases := []struct {
		name  string
		trace string
		log   bool
		lose  func(path string) error
		want  string
	}{
		{"missing beside an archive", "archive/2026.jsonl.gz", false, missing, "is missing"},
		{"empty beside an archive", "archive/2026.jsonl.gz", false, empty, "is empty"},
		{"missing beside its log", "", true, missing, "is missing"},
		{"empty beside its log", "", true, empty, "is empty"},
		{"missing beside other files", "namespace.json", false, missing, "is missing"},
		{"copied without its log", "namespace.json", false, func(path string) error {
			return errors.Join(os.Remove(path), beginDatabase(t, path))
		}, "is empty"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := options(t)
			o.Traces = []string{"archive/*", "namespace.json"}
			s := open(t, o)
			add(t, s, "not to be lost")
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if c.trace != "" {
				path := filepath.Join(o.Dir, c.trace)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if !c.log {
				if err := os.Remove(filepath.Join(o.Dir, logFile)); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.lose(filepath.Join(o.Dir, databaseFile)); err != nil {
				t.Fatal(err)
			}
			before := names(t, o.Dir)
			for range 2 {
				_, err := Open(t.Context(), o)
				wantError(t, err, memory.KindInternal, o.Dir, c.want, c.trace, "backup", "move the directory away")
			}
			if after := names(t, o.Dir); c.want == "is missing" && !slices.Equal(before, after) {
				t.Errorf("there was %v, and now is %v", before, after)
			}
		})
	}
}

// TestABeginningThatWasInterruptedGoesOn opens what a process leaves that dies while it makes the database.
func TestABeginningThatWasInterruptedGoesOn(t *testing.T) {
	for name, begin := range map[string]func(path string) error{
		"nothing in the database": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"no schema yet":           func(path string) error { return beginDatabase(t, path) },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o.Traces = []string{"archive/*", "namespace.json"}
			if err := os.MkdirAll(filepath.Join(o.Dir, "archive"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := begin(filepath.Join(o.Dir, databaseFile)); err != nil {
				t.Fatal(err)
			}
			add(t, open(t, o), "the first")
		})
	}
}

func TestALockThatWasRemovedStillHolds(t *testing.T) {
	o := options(t)
	s := open(t, o)
	for range 2 {
		if err := os.Remove(filepath.Join(o.Dir, lockFile)); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), o)
		wantError(t, err, memory.KindConflict, o.Dir, "is in use", ErrInUse.Error())
	}
	add(t, s, "the owner goes on")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := countOf(t, open(t, o), "owner"); n != 1 {
		t.Errorf("found %d memories, want 1", n)
	}
}
