package embedded

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
)

const (
	// maxGroup is how many writes share a transaction at most.
	maxGroup = 128
	// maxWaiting is how many more may stand in line before callers wait for a place.
	maxWaiting = 1024
	// flushAfter is how long a write that nobody waits for may stay in memory.
	flushAfter = 200 * time.Millisecond
)

// writer is the only one that writes. Writes that arrive while a transaction is under way share the next
// one, and with it the cost of getting it to the disk. Within it each has a savepoint of its own, so that
// one that fails does not fail the others.
type writer struct {
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
	index    *index.Index
	table    *recent.Table
	archived *atomic.Int64
	slots    slots
	nextTerm uint32
	// freeTerms are numbers below nextTerm that are given out first.
	freeTerms []uint32

	line    chan *write
	stopped chan struct{}
	// lost is the last failure of a write that nobody waited for; it is told to the next such caller.
	lost atomic.Pointer[error]
}

// write is one thing to do in a transaction.
type write struct {
	do func(*tx) error
	// done gets the outcome; nil when nobody waits for it.
	done  chan error
	state atomic.Int32
}

// The states of a write: it either begins or is given up.
const (
	inLine int32 = iota
	begun
	givenUp
)

func newWriter(conn *sql.Conn, x *index.Index, table *recent.Table, archived *atomic.Int64) *writer {
	return &writer{
		conn:     conn,
		stmts:    map[string]*sql.Stmt{},
		index:    x,
		table:    table,
		archived: archived,
		line:     make(chan *write, maxWaiting),
	}
}

func (w *writer) start() {
	w.stopped = make(chan struct{})
	go w.run()
}

// stop commits what is in line and closes the connection. Nobody may write then or later.
func (w *writer) stop() error {
	if w.stopped != nil {
		close(w.line)
		<-w.stopped
	}
	return errors.Join(w.takeLost(), w.closeStatements(), w.conn.Close())
}

// commit runs do in a transaction and returns when it is durable and searches see it. When it returns an
// error, nothing was done.
func (w *writer) commit(ctx context.Context, what string, do func(*tx) error) error {
	wr := &write{do: do, done: make(chan error, 1)}
	if err := w.enqueue(ctx, wr); err != nil {
		return storeError(err, what)
	}
	select {
	case err := <-wr.done:
		return storeError(err, what)
	case <-ctx.Done():
	}
	if wr.state.CompareAndSwap(inLine, givenUp) {
		return storeError(ctx.Err(), what)
	}
	return storeError(<-wr.done, what)
}

// later runs do in a transaction that is committed no later than the next one that somebody waits for, and
// soon in any case. An error may be that of an earlier such write, which nobody has been told yet.
func (w *writer) later(ctx context.Context, what string, do func(*tx) error) error {
	lost := w.takeLost()
	if err := w.enqueue(ctx, &write{do: do}); err != nil {
		return storeError(err, what)
	}
	return storeError(lost, what+": an earlier one was lost")
}

func (w *writer) takeLost() error {
	if err := w.lost.Swap(nil); err != nil {
		return *err
	}
	return nil
}

func (w *writer) enqueue(ctx context.Context, wr *write) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.line <- wr:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run forms groups and commits them, until the line is closed and empty.
func (w *writer) run() {
	defer close(w.stopped)
	timer := time.NewTimer(flushAfter)
	defer timer.Stop()
	var group []*write
	for open := true; open; {
		var wr *write
		select {
		case wr, open = <-w.line:
		case <-timer.C:
		}
		if wr != nil {
			if len(group) == 0 {
				timer.Reset(flushAfter)
			}
			group = append(group, wr)
			if wr.done == nil && len(group) < maxGroup {
				continue
			}
		}
		group = w.join(group)
		w.commitGroup(group)
		clear(group)
		group = group[:0]
	}
}

// join adds what stands in line already.
func (w *writer) join(group []*write) []*write {
	for len(group) < maxGroup {
		select {
		case wr, open := <-w.line:
			if !open {
				return group
			}
			group = append(group, wr)
		default:
			return group
		}
	}
	return group
}

// commitGroup commits a group and tells each write its outcome. When the transaction as a whole fails,
// each is tried by itself, so that one that is too large for the disk does not fail the others.
func (w *writer) commitGroup(group []*write) {
	var begin []*write
	for _, wr := range group {
		if wr.state.CompareAndSwap(inLine, begun) {
			begin = append(begin, wr)
		}
	}
	if len(begin) == 0 {
		return
	}
	outcomes, err := w.transact(begin)
	if err == nil {
		w.tell(begin, outcomes)
		return
	}
	for _, wr := range begin {
		outcome := err
		if len(begin) > 1 {
			var outcomes []error
			if outcomes, outcome = w.transact([]*write{wr}); outcome == nil {
				outcome = outcomes[0]
			}
		}
		w.tell([]*write{wr}, []error{outcome})
	}
}

func (w *writer) tell(group []*write, outcomes []error) {
	for i, wr := range group {
		switch {
		case wr.done != nil:
			wr.done <- outcomes[i]
		case outcomes[i] != nil:
			w.lost.Store(&outcomes[i])
		}
	}
}

// transact runs writes in one transaction. It returns the outcome of each, or the error that undid all.
func (w *writer) transact(group []*write) (outcomes []error, err error) {
	t := &tx{writer: w, terms: map[string]uint32{}}
	defer func() {
		if err != nil {
			t.undo(mark{})
		}
	}()
	outcomes = make([]error, len(group))
	err = inTransaction(context.Background(), w.conn, func() error {
		for i, wr := range group {
			if outcomes[i], err = t.attempt(wr.do); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.publish()
	return outcomes, nil
}
