package watch

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestFile swaps a symbolic link as the kubelet does.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.json")
	link := func(content string) {
		target := filepath.Join(dir, "version-"+content)
		must(t, os.WriteFile(target, []byte(content), 0o600))
		must(t, os.Symlink(target, path+".new"))
		must(t, os.Rename(path+".new", path))
	}
	link("1")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var seen []string
		failures := 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			File(ctx, path, []byte("1"), time.Second,
				func(data []byte) { seen = append(seen, string(data)) },
				func(error) { failures++ })
		}()
		pass := func() { <-time.After(3 * time.Second); synctest.Wait() }
		pass()
		link("2")
		pass()
		must(t, os.Remove(path))
		pass()
		link("3")
		pass()
		must(t, os.Remove(path))
		pass()
		cancel()
		<-done
		if diff := cmp.Diff([]string{"2", "3"}, seen); diff != "" {
			t.Errorf("changes seen (-want +got):\n%s", diff)
		}
		if failures != 2 {
			t.Errorf("%d failures reported; want one each time the file went away", failures)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
