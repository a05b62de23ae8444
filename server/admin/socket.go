package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/rearview-dev/rearview/memory"
)

// maxSocketPath is the longest path of a unix socket that every system takes (macOS: 103 bytes and a NUL).
const maxSocketPath = 103

// longestHidden is the longest path, beside the socket, at which Listen makes it. Its middle is random.
const longestHidden = ".s4294967295/s"

// ErrPathTooLong is in the error of Listen and Connect when no socket can have the path. Everything else works.
var ErrPathTooLong = errors.New("the path is too long for a socket")

// Listen makes the socket, readable and writable by its owner only from its first moment. The caller owns
// the data directory, so a socket that is already there was left by a process that was killed: it is
// replaced. Closing the listener removes the socket.
func Listen(socket string) (net.Listener, error) {
	if err := checkLength(socket); err != nil {
		return nil, err
	}
	// Only a new directory that nobody else can enter hides the socket until its mode is set.
	dir, err := os.MkdirTemp(filepath.Dir(socket), ".s")
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "make the admin socket")
	}
	defer os.RemoveAll(dir)
	hidden := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: hidden, Net: "unix"})
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "make the admin socket")
	}
	l.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(hidden, 0o600), os.Rename(hidden, socket)); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, errors.Join(err, l.Close()), "make the admin socket")
	}
	removeAndClose := func() error {
		err := os.Remove(socket)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // somebody cleaned up
		}
		return errors.Join(err, l.Close())
	}
	return &socketListener{Listener: l, close: sync.OnceValue(removeAndClose)}, nil
}

// socketListener removes its socket when it is closed, once: the next owner's socket has the same path.
type socketListener struct {
	net.Listener
	close func() error
}

func (l *socketListener) Close() error { return l.close() }

// checkLength refuses a path at which Listen might fail, so that both sides agree.
func checkLength(socket string) error {
	length := max(len(socket), len(filepath.Join(filepath.Dir(socket), longestHidden)))
	if length <= maxSocketPath {
		return nil
	}
	return memory.Wrap(memory.KindInvalid, ErrPathTooLong, fmt.Sprintf(
		"the admin socket in %s takes a path of %d bytes, and systems allow %d: choose a data directory with a shorter path",
		filepath.Dir(socket), length, maxSocketPath))
}
