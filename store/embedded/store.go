// Package embedded keeps a namespace's memory in one directory of one process: a SQLite file for everything,
// and an index in memory for searching. It implements the ports Queue, LongTerm, Working and Audit.
package embedded

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
	"github.com/rearview-dev/rearview/text"
)

// Options say what to open.
type Options struct {
	// Dir is the data directory. It is made, for its owner alone, when it does not exist.
	Dir string
	// Traces are patterns, as of package path and relative to Dir, of the files that others keep beside the
	// database. They tell a new directory from one that has lost its database.
	Traces []string
	// Model names the embedding model and Dimension is the length of its vectors. A directory belongs to
	// the model that it was first opened with.
	Model     string
	Dimension int
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// Words splits a text into the terms that it is found by; nil for text.Words. When WordsVersion differs
	// from the one that the directory was indexed with, everything is indexed again.
	Words        func(string) []string
	WordsVersion int
}

// Store is an open data directory. Times are kept to the microsecond and given back in UTC.
type Store struct {
	dimension int
	now       func() time.Time
	words     func(string) []string

	lock   *lock
	reads  *reader
	writer *writer
	index  *index.Index
	// recent finds working memories.
	recent *recent.Table
	// loading serialises what the goroutines that load the index reserve.
	loading sync.Mutex
	// archived counts memories in cold storage.
	archived *atomic.Int64

	// life is held for reading by every call, and for writing by Close.
	life   sync.RWMutex
	closed bool
}

// Queue is the way into the long-term layers.
func (s *Store) Queue() memory.Queue { return queue{s} }

// LongTerm holds what lasts, of every layer.
func (s *Store) LongTerm() memory.LongTerm { return longTerm{s} }

// Working holds the working layer.
func (s *Store) Working() memory.Working { return working{s} }

// Audit keeps what was done.
func (s *Store) Audit() memory.Audit { return audit{s} }

// Open opens a data directory, or makes one, and loads its index.
//
// It fails with KindConflict when another process has the directory open (ErrInUse), when the directory was
// made for another model or dimension, or when a newer version of the program has written it; with
// KindUnavailable when the directory cannot be read and written; and with KindInternal when the database is
// damaged, or missing although there are traces of it. Nothing is changed then. A full disk is no obstacle:
// what is there can be read.
func Open(ctx context.Context, o Options) (_ *Store, err error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	s := &Store{dimension: o.Dimension, now: o.Now, words: o.Words, archived: new(atomic.Int64)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
		}
	}()
	if s.lock, err = lockDirectory(o.Dir); err != nil {
		return nil, err
	}
	conn, err := openDatabase(ctx, o)
	if err != nil {
		return nil, err
	}
	s.index, s.recent = index.New(o.Dimension), recent.New()
	s.writer = newWriter(conn, s.index, s.recent, s.archived)
	if s.reads, err = openReader(o.Dir); err != nil {
		return nil, storeError(err, "the database in "+o.Dir+" cannot be opened")
	}
	if err := s.load(ctx); err != nil {
		return nil, storeError(err, "the database in "+o.Dir+" cannot be loaded")
	}
	s.writer.start()
	return s, nil
}

func (o *Options) complete() error {
	switch {
	case o.Dir == "":
		return memory.Errorf(memory.KindInvalid, "the data directory is not given")
	case o.Model == "":
		return memory.Errorf(memory.KindInvalid, "the embedding model is not given")
	case o.Dimension < 1:
		return memory.Errorf(memory.KindInvalid, "the dimension is %d; it is the length of the model's vectors", o.Dimension)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Words == nil {
		o.Words, o.WordsVersion = text.Words, text.WordsVersion
	}
	return nil
}

// Close makes durable what is not yet, and lets another process open the directory. It waits for calls
// under way; later ones fail with KindUnavailable.
func (s *Store) Close() error {
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.release()
}

// release lets go of whatever Open has got hold of.
func (s *Store) release() error {
	var errs []error
	// The connection that keeps the write-ahead log is closed last.
	if s.reads != nil {
		errs = append(errs, s.reads.Close())
	}
	if s.writer != nil {
		errs = append(errs, storeError(s.writer.stop(), "the last traces of what was done, such as when a memory was recalled, could not be written"))
	}
	if s.index != nil {
		errs = append(errs, s.index.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}
