// Package cold is cold storage: immutable compressed segments of memories that are no longer searched.
package cold

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/rearview-dev/rearview/memory"
)

const (
	suffix     = ".jsonl.gz"
	tempSuffix = ".tmp"
)

// segmentName is what a segment may be called: what every file system and object store takes, and nothing
// that leads out of the directory.
var segmentName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

// Dir keeps each segment in a file <segment>.jsonl.gz of one directory: a memory a line, as JSON, compressed
// with gzip. It implements memory.Cold.
type Dir struct {
	path string
	// writing makes "is the name new?" and "take the name" one step. One process owns the directory.
	writing sync.Mutex
}

var _ memory.Cold = (*Dir)(nil)

// OpenDir opens a directory of segments, or makes one for its owner alone. It removes what a crash left
// half-written.
func OpenDir(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the archive "+path+" cannot be made")
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the archive "+path+" cannot be read")
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), suffix+tempSuffix) {
			continue
		}
		if err := os.Remove(filepath.Join(path, e.Name())); err != nil {
			return nil, memory.Wrap(memory.KindUnavailable, err, "the archive "+path+" cannot be cleaned")
		}
	}
	return &Dir{path: path}, nil
}

// Write makes a segment durable: its file is either whole or not there. The name must be new.
func (d *Dir) Write(ctx context.Context, segment string, ms []memory.Memory) error {
	path, err := d.file(segment)
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		return memory.Errorf(memory.KindInvalid, "segment %s would be empty", segment)
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return memory.Wrap(memory.KindUnavailable, err, "segment "+segment+" was not written")
	}
	switch _, err := os.Lstat(path); {
	case err == nil:
		return memory.Errorf(memory.KindConflict, "segment %s exists already: segments are never overwritten", segment)
	case !errors.Is(err, fs.ErrNotExist):
		return memory.Wrap(memory.KindUnavailable, err, "segment "+segment+" was not written")
	}
	temp := path + tempSuffix
	err = writeFile(temp, ms)
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err == nil {
		err = syncDir(d.path)
	}
	if err != nil {
		return memory.Wrap(memory.KindUnavailable, errors.Join(err, removeIfThere(temp)), "segment "+segment+" was not written")
	}
	return nil
}

// Read returns those of the ids that the segment holds, in the order of the ids, each once. It reads the
// segment to its end, so that a damaged one is noticed whatever is asked for.
func (d *Dir) Read(ctx context.Context, segment string, ids ...string) ([]memory.Memory, error) {
	path, err := d.file(segment)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, memory.Errorf(memory.KindNotFound, "there is no segment %s: the file %s is missing", segment, path)
	}
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "segment "+segment+" cannot be read")
	}
	defer f.Close()
	wanted := make(map[string]*memory.Memory, len(ids))
	for _, id := range ids {
		wanted[id] = nil
	}
	err = eachMemory(f, func(m *memory.Memory) error {
		if _, ok := wanted[m.ID]; ok {
			wanted[m.ID] = m
		}
		return ctx.Err()
	})
	switch {
	case ctx.Err() != nil:
		return nil, memory.Wrap(memory.KindUnavailable, ctx.Err(), "the reading of segment "+segment+" was given up")
	case err != nil:
		return nil, memory.Wrap(memory.KindInternal, err,
			fmt.Sprintf("segment %s is damaged: restore the file %s from a backup", segment, path))
	}
	var found []memory.Memory
	for _, id := range ids {
		if m := wanted[id]; m != nil {
			found = append(found, *m)
			delete(wanted, id)
		}
	}
	return found, nil
}

func (d *Dir) file(segment string) (string, error) {
	if !segmentName.MatchString(segment) {
		return "", memory.Errorf(memory.KindInvalid,
			"%q cannot be the name of a segment: use at most 128 letters, digits, dots, dashes and underscores, and begin with a letter or digit", segment)
	}
	return filepath.Join(d.path, segment+suffix), nil
}

// writeFile writes memories to a new file and makes its content durable.
func writeFile(path string, ms []memory.Memory) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	lines := json.NewEncoder(z)
	lines.SetEscapeHTML(false)
	for i := range ms {
		if err := lines.Encode(&ms[i]); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	if err := z.Close(); err != nil {
		return errors.Join(err, f.Close())
	}
	return errors.Join(f.Sync(), f.Close())
}

// eachMemory calls do for every memory of a segment, and fails when the segment is not whole.
func eachMemory(r io.Reader, do func(*memory.Memory) error) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return unexpected(err)
	}
	for lines := json.NewDecoder(z); ; {
		m := new(memory.Memory)
		if err := lines.Decode(m); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := do(m); err != nil {
			return err
		}
	}
}

// unexpected turns the end of a file that should go on into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
