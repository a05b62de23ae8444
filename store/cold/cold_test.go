package cold_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Cold(t, func(tt storetest.T) storetest.ColdHarness {
		dir := filepath.Join(t.TempDir(), "data", "archive")
		reopen := func() memory.Cold {
			d, err := cold.OpenDir(dir)
			if err != nil {
				tt.Fatalf("open: %v", err)
			}
			return d
		}
		return storetest.ColdHarness{Cold: reopen(), Reopen: reopen}
	})
}

var memories = []memory.Memory{{ID: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Content: strings.Repeat("some content ", 100), CreatedAt: time.Unix(0, 0).UTC()}}

// written makes an archive with one segment and returns its file.
func written(t *testing.T) (*cold.Dir, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "archive")
	d, err := cold.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(t.Context(), "s", memories); err != nil {
		t.Fatal(err)
	}
	return d, filepath.Join(dir, "s.jsonl.gz")
}

func TestOnlyTheOwnerCanRead(t *testing.T) {
	_, file := written(t)
	for path, want := range map[string]os.FileMode{filepath.Dir(file): 0o700, file: 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

func TestOpeningRemovesWhatIsHalfWritten(t *testing.T) {
	_, file := written(t)
	half := filepath.Join(filepath.Dir(file), "half.jsonl.gz.tmp")
	foreign := filepath.Join(filepath.Dir(file), "notes.tmp")
	for _, path := range []string{half, foreign} {
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := cold.OpenDir(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", half, err)
	}
	for _, path := range []string{file, foreign} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s is gone: %v", path, err)
		}
	}
}

func TestDamageIsNoticed(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":          func([]byte) []byte { return nil },
		"truncated":      func(b []byte) []byte { return b[:len(b)/2] },
		"truncated late": func(b []byte) []byte { return b[:len(b)-1] },
		"a flipped bit":  func(b []byte) []byte { b[len(b)-6] ^= 1; return b },
		"not gzip":       func([]byte) []byte { return []byte(`{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}`) },
	} {
		t.Run(name, func(t *testing.T) {
			d, file := written(t)
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = d.Read(t.Context(), "s", memories[0].ID)
			if memory.KindOf(err) != memory.KindInternal || !strings.Contains(err.Error(), file) {
				t.Errorf("got %v, want an internal error that names %s", err, file)
			}
		})
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	d, file := written(t)
	tooLate := []memory.Memory{memories[0], {ID: "x", CreatedAt: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	if err := d.Write(t.Context(), "other", tooLate); err == nil {
		t.Fatal("a time that JSON cannot hold was written")
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("the archive holds %v, want the first segment only", entries)
	}
}

func TestAnArchiveThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := cold.OpenDir(filepath.Join(file, "archive"))
	if memory.KindOf(err) != memory.KindUnavailable || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want an error that names %s", err, file)
	}
}
