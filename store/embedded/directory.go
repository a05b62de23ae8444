package embedded

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/rearview-dev/rearview/memory"
)

// The files of a data directory.
const (
	lockFile     = "lock"
	databaseFile = "rearview.db"
)

// lockDirectory makes the directory if need be and locks it for this process, until the file is closed or
// the process ends, however it ends. The file holds the owner's process id, for whoever comes second.
func lockDirectory(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the data directory "+dir+" cannot be made")
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the data directory "+dir+" cannot be written to")
	}
	if err := lockFor(f, dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func lockFor(f *os.File, dir string) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return memory.Errorf(memory.KindConflict,
			"the data directory %s is in use by process %s: stop that process, or use another directory", dir, ownerOf(f))
	}
	if err == nil {
		err = writeOwner(f)
	}
	if err != nil {
		return memory.Wrap(memory.KindUnavailable, err, "the data directory "+dir+" cannot be locked")
	}
	return nil
}

func ownerOf(f *os.File) string {
	pid, err := io.ReadAll(io.LimitReader(f, 32))
	if owner := strings.TrimSpace(string(pid)); err == nil && owner != "" {
		return owner
	}
	return "(unknown)"
}

func writeOwner(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	return err
}
