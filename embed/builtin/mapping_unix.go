//go:build unix

package builtin

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// openMapping maps a file into memory, so that only the pages that are used take room, and processes share
// them. The file must not be written to while it is mapped; replacing it by another is no harm.
func openMapping(path string) (*mapping, error) {
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
		return nil, &os.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	if info.Size() == 0 {
		return &mapping{}, nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return &mapping{data: data}, nil
}

// rest lets go of the pages in memory. They come back when they are used.
func (m *mapping) rest() error {
	return unix.Madvise(m.data, unix.MADV_DONTNEED)
}

// close unmaps the file; its data must not be used any more.
func (m *mapping) close() error {
	if len(m.data) == 0 {
		return nil
	}
	data := m.data
	m.data = nil
	return unix.Munmap(data)
}
