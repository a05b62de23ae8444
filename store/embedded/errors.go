package embedded

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/rearview-dev/rearview/memory"
)

// storeError gives an error of the database a kind, and says what did not work. Errors that have a kind
// keep it.
func storeError(err error, what string) error {
	var known *memory.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return memory.Wrap(memory.KindUnavailable, err, what)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return memory.Wrap(memory.KindInternal, err, what)
	}
	// Without room for the index of its log SQLite speaks of an I/O error.
	if isFull(err) || e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE {
		return memory.Wrap(memory.KindUnavailable, err, what+": the disk is full; make room and try again")
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
		sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT:
		return memory.Wrap(memory.KindUnavailable, err, what)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return memory.Wrap(memory.KindInternal, err,
			what+": the database file is damaged; stop the program and restore the data directory from a backup")
	}
	return memory.Wrap(memory.KindInternal, err, what)
}
