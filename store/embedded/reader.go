package embedded

import (
	"context"
	"database/sql"
	"sync"

	"github.com/rearview-dev/rearview/memory"
)

// reader reads over connections of its own, which see the last commit and wait for no write.
type reader struct {
	db *sql.DB

	mu    sync.Mutex
	stmts map[string]*sql.Stmt
}

func openReader(dir string) (*reader, error) {
	db, err := openPool(dir)
	if err != nil {
		return nil, err
	}
	return &reader{db: db, stmts: map[string]*sql.Stmt{}}, nil
}

// query runs a query that is prepared once. Queries are put together from constants, so their number is
// bounded.
func (r *reader) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := r.stmt(query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (r *reader) stmt(query string) (*sql.Stmt, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stmt := r.stmts[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := r.db.PrepareContext(context.Background(), query)
	if err == nil {
		r.stmts[query] = stmt
	}
	return stmt, err
}

func (r *reader) Close() error {
	var first error
	for _, stmt := range r.stmts {
		if err := stmt.Close(); err != nil && first == nil {
			first = err
		}
	}
	if err := r.db.Close(); err != nil && first == nil {
		first = err
	}
	return first
}

// read runs a query and scans every row, while the store stays open.
func read[T any](ctx context.Context, s *Store, what, query string, args []any, scan func(*sql.Rows, *T) error) (list []T, err error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	rows, err := s.reads.query(ctx, query, args...)
	if err != nil {
		return nil, storeError(err, what)
	}
	list, err = collect(rows, scan)
	return list, storeError(err, what)
}

// collect scans every row and closes them.
func collect[T any](rows *sql.Rows, scan func(*sql.Rows, *T) error) (list []T, err error) {
	defer rows.Close()
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// enter keeps the store open until leave.
func (s *Store) enter() error {
	s.life.RLock()
	if s.closed {
		s.life.RUnlock()
		return memory.Errorf(memory.KindUnavailable, "the store is closed")
	}
	return nil
}

func (s *Store) leave() { s.life.RUnlock() }

// commit writes while the store stays open.
func (s *Store) commit(ctx context.Context, what string, do func(*tx) error) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.writer.commit(ctx, what, do)
}

// later writes soon, while the store stays open.
func (s *Store) later(ctx context.Context, what string, do func(*tx) error) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.writer.later(ctx, what, do)
}
