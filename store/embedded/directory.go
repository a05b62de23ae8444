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

// ErrInUse is in the error of Open when another process has the directory open.
var ErrInUse = errors.New("a data directory has one owner")

// lock is held on a data directory until it is closed or the process ends, however it ends.
type lock struct {
	// dir is the directory itself, which nobody can replace unnoticed as they could a file in it.
	dir *os.File
	// file holds the owner's process id, for whoever comes second. It is locked too, because some file systems
	// cannot lock a directory.
	file *os.File
}

func (l *lock) Close() error { return errors.Join(l.file.Close(), l.dir.Close()) }

// lockDirectory makes the directory if need be and locks it for this process.
func lockDirectory(path string) (_ *lock, err error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the data directory "+path+" cannot be made")
	}
	dir, err := os.Open(path)
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the data directory "+path+" cannot be read")
	}
	file, err := os.OpenFile(filepath.Join(path, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		err = memory.Wrap(memory.KindUnavailable, err, "the data directory "+path+" cannot be written to")
		return nil, errors.Join(err, dir.Close())
	}
	l := &lock{dir: dir, file: file}
	if err := l.take(path); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (l *lock) take(path string) error {
	err := flock(l.file)
	if err == nil {
		err = flock(l.dir)
	}
	// NFS locks only what is open for writing.
	if err != nil && !errors.Is(err, unix.EBADF) {
		return l.refused(path, err)
	}
	writeOwner(l.file)
	return nil
}

func (l *lock) refused(path string, err error) error {
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return memory.Wrap(memory.KindUnavailable, err, "the data directory "+path+" cannot be locked")
	}
	return memory.Wrap(memory.KindConflict, ErrInUse, fmt.Sprintf(
		"the data directory %s is in use by process %s: stop that process, or use another directory", path, ownerOf(l.file)))
}

func flock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

func ownerOf(f *os.File) string {
	pid, err := io.ReadAll(io.LimitReader(f, 32))
	if owner := strings.TrimSpace(string(pid)); err == nil && owner != "" {
		return owner
	}
	return "(unknown)"
}

// writeOwner leaves the id out when there is no room for it: it only helps people.
func writeOwner(f *os.File) {
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	}
}
