package embedded

import (
	"errors"
	"io/fs"
	"os"

	"github.com/rearview-dev/rearview/memory"
)

// logFile is SQLite's write-ahead log. It comes after the database's first page.
const logFile = databaseFile + "-wal"

// checkNotLost refuses to make a database where there was one. SQLite would begin an empty one, and delete
// the log of the old one.
func checkNotLost(o Options) error {
	info, err := fs.Stat(os.DirFS(o.Dir), databaseFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return checkNoTraces(o, "is missing", logFile)
	case err != nil:
		return memory.Wrap(memory.KindUnavailable, err, "the data directory "+o.Dir+" cannot be read")
	case info.Size() == 0:
		return checkNoTraces(o, "is empty", logFile)
	}
	return nil
}

// checkNoTraces finds the traces of a memory whose database is not as they say.
func checkNoTraces(o Options, wrong string, more ...string) error {
	dir := os.DirFS(o.Dir)
	for _, pattern := range append(more, o.Traces...) {
		found, err := fs.Glob(dir, pattern)
		if err != nil {
			return memory.Wrap(memory.KindInvalid, err, "the pattern of traces "+pattern)
		}
		if len(found) > 0 {
			return memory.Errorf(memory.KindInternal,
				"the data directory %s has held a memory, as %s tells, but its database %s %s: put the whole directory back from a backup, or, to begin an empty memory, move the directory away",
				o.Dir, found[0], databaseFile, wrong)
		}
	}
	return nil
}
