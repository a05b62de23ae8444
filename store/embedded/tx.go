package embedded

import (
	"context"
	"database/sql"
	"errors"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
)

// tx is a transaction: statements for the database, and changes for the index once it is committed.
type tx struct {
	*writer
	changes []index.Change
	// recent are changes of working memories.
	recent []recent.Change
	// terms are new in this transaction; termLog lists them in order.
	terms   map[string]uint32
	termLog []string
	// taken and freed are slots.
	taken, freed []uint32
	// chunks counts those that need a row of their own.
	chunks int
	// moved is by how much the number of memories in cold storage grows.
	moved int64
}

// mark is a point to go back to.
type mark struct {
	changes, recent, termLog, taken, freed, chunks int
	moved                                          int64
}

func (t *tx) mark() mark {
	return mark{len(t.changes), len(t.recent), len(t.termLog), len(t.taken), len(t.freed), t.chunks, t.moved}
}

// undo forgets what was done since a mark. The database is rolled back separately.
func (t *tx) undo(m mark) {
	t.changes = t.changes[:m.changes]
	t.recent = t.recent[:m.recent]
	for _, term := range t.termLog[m.termLog:] {
		delete(t.terms, term)
	}
	t.termLog = t.termLog[:m.termLog]
	t.slots.give(t.taken[m.taken:]...)
	t.taken = t.taken[:m.taken]
	t.freed = t.freed[:m.freed]
	t.chunks = m.chunks
	t.moved = m.moved
}

// attempt runs do and undoes it when it fails. The second error is one that the transaction does not
// survive.
func (t *tx) attempt(do func(*tx) error) (outcome, fatal error) {
	if _, err := t.exec("SAVEPOINT attempt"); err != nil {
		return nil, err
	}
	m := t.mark()
	outcome = do(t)
	if outcome != nil {
		t.undo(m)
		if _, err := t.exec("ROLLBACK TO attempt"); err != nil {
			// SQLite has rolled everything back, because of the outcome.
			return nil, outcome
		}
	}
	_, err := t.exec("RELEASE attempt")
	return outcome, err
}

// publish makes what is committed visible to searches.
func (t *tx) publish() {
	t.index.AddTerms(t.terms)
	t.index.Apply(t.changes)
	t.table.Apply(t.recent)
	t.slots.give(t.freed...)
	t.archived.Add(t.moved)
}

// exec returns how many rows a statement changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	stmt, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := stmt.Exec(args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// row scans a query's first row and reports whether there is one.
func (t *tx) row(query string, args []any, dest ...any) (bool, error) {
	stmt, err := t.stmt(query)
	if err != nil {
		return false, err
	}
	err = stmt.QueryRow(args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (t *tx) query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.stmt(query)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// stmt prepares a statement once. Queries are constants, so their number is bounded.
func (w *writer) stmt(query string) (*sql.Stmt, error) {
	if stmt := w.stmts[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(context.Background(), query)
	if err == nil {
		w.stmts[query] = stmt
	}
	return stmt, err
}

func (w *writer) closeStatements() error {
	var errs []error
	for _, stmt := range w.stmts {
		errs = append(errs, stmt.Close())
	}
	clear(w.stmts)
	return errors.Join(errs...)
}

// takeSlot returns a free slot, for which the index has room.
func (t *tx) takeSlot() (uint32, error) {
	slot := t.slots.take()
	t.taken = append(t.taken, slot)
	if err := t.index.Reserve(slot); err != nil {
		return 0, memory.Wrap(memory.KindUnavailable, err, "there is no room for another memory")
	}
	return slot, nil
}

// slots gives out slots, freed ones first.
type slots struct {
	free []uint32
	next uint32
}

func (s *slots) take() uint32 {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot
	}
	s.next++
	return s.next - 1
}

func (s *slots) give(slots ...uint32) { s.free = append(s.free, slots...) }
