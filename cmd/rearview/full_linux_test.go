package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a file system of a few megabytes, and returns what fills it.
func smallDisk(t *testing.T) (dir string, fill func()) {
	t.Helper()
	dir = t.TempDir()
	err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=4m,mode=0700")
	if errors.Is(err, unix.EPERM) {
		t.Skip("only root may mount a small disk")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir, func() {
		t.Helper()
		f, err := os.OpenFile(filepath.Join(dir, "filling"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for err == nil {
			_, err = io.WriteString(f, strings.Repeat("x", 512))
		}
		if !errors.Is(err, unix.ENOSPC) {
			t.Fatal(err)
		}
	}
}

// TestAFullDiskCanBeRead starts the program on a disk that filled up after it was stopped, or killed.
func TestAFullDiskCanBeRead(t *testing.T) {
	for name, end := range map[string]os.Signal{"stopped": unix.SIGTERM, "killed": unix.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			manifest := workspace(t)
			disk, fill := smallDisk(t)
			data := filepath.Join(disk, "data")

			first := startChild(t, "up", "-f", manifest, "--data-dir", data, "--listen", "127.0.0.1:0")
			first.url = first.err.await(t, `Endpoint: (\S+)`)
			coder := first.token("coder")
			first.call(coder, "remember", map[string]any{"content": "the disk is in the cellar", "type": "fact"})
			if n := len(recalled(&first.running, coder, "disk")); n != 1 {
				t.Fatalf("want 1 memory, got %d", n)
			}
			first.signal(end)

			fill()
			code, stdout, stderr := command(t, "", "memories", "search", "disk", "--data-dir", data)
			if code != exitOK || !strings.Contains(stdout, "cellar") {
				t.Errorf("without a server: %d, %s%s", code, stdout, stderr)
			}
			for _, topK := range []string{"topK: 5", "topK: 4"} {
				fill()
				write(t, "m2.yaml", strings.Replace(readFile(t, manifest), "topK: 5", topK, 1))
				up := startUp(t, "-f", "m2.yaml", "--data-dir", data)
				if found := recalled(up, coder, "disk"); len(found) != 1 {
					t.Errorf("%s: recalled %v", topK, found)
				}
				if warned := strings.Contains(up.err.String(), "could not be kept"); warned != (topK == "topK: 4") {
					t.Errorf("%s: %s", topK, up.err)
				}
				// that it was recalled may be lost, but not without a word
				if code := up.end(); code != exitOK && !strings.Contains(up.err.String(), "rearview: the last traces of what was done") {
					t.Errorf("%s: stopped with %d: %s", topK, code, up.err)
				}
			}
		})
	}
}
