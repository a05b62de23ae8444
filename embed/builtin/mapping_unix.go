//go:build unix

package builtin

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, so that only the pages that are used take room, and processes share them.
func mapFile(path string) (*mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New(path + " is not a file")
	}
	if info.Size() == 0 {
		return &mapping{}, nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return &mapping{data: data, release: func() error { return unix.Munmap(data) }}, nil
}
