package embedded

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
)

// loadBatch is how many rows reach the index at a time.
const loadBatch = 512

// load fills the index and the table of working memories from the database. Words and chunks are read side
// by side.
func (s *Store) load(ctx context.Context) error {
	if err := s.loadWorking(ctx); err != nil {
		return err
	}
	if err := s.loadTerms(ctx); err != nil {
		return err
	}
	last, err := s.reserve(ctx)
	if err != nil {
		return err
	}
	if last == 0 {
		return s.forgetTerms(ctx)
	}
	g, parallel := errgroup.WithContext(ctx)
	g.Go(func() error { return s.loadEntries(parallel) })
	g.Go(func() error { return s.loadChunks(parallel, 0, last/2) })
	g.Go(func() error { return s.loadChunks(parallel, last/2, last) })
	if err := g.Wait(); err != nil {
		return err
	}
	if err := s.forgetTerms(ctx); err != nil {
		return err
	}
	// Rows leave as much garbage behind as the index is large.
	debug.FreeOSMemory()
	return nil
}

func (s *Store) loadTerms(ctx context.Context) error {
	terms := map[string]uint32{}
	err := s.each(ctx, "SELECT id, term FROM terms", nil, func(rows *sql.Rows) error {
		var id uint32
		var term string
		if err := rows.Scan(&id, &term); err != nil {
			return err
		}
		terms[term] = id
		s.writer.nextTerm = max(s.writer.nextTerm, id+1)
		return nil
	})
	s.index.AddTerms(terms)
	return err
}

// forgetTerms deletes the terms that no memory has any more, so that their number is bounded by what is in the hot
// store, and lets their numbers be given again. On a full disk they stay.
func (s *Store) forgetTerms(ctx context.Context) error {
	ids := s.index.UnusedTerms()
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	_, err = s.writer.conn.ExecContext(ctx, "DELETE FROM terms WHERE id IN (SELECT value FROM json_each(?))", string(list))
	switch {
	case isFull(err):
		return nil
	case err != nil:
		return err
	}
	s.index.ForgetTerms(ids)
	slices.Sort(ids)
	slices.Reverse(ids) // the lowest is given out first
	s.writer.freeTerms = ids
	return nil
}

// reserve makes room for all slots, and returns the first that was never used.
func (s *Store) reserve(ctx context.Context) (uint32, error) {
	var n uint32
	var archived int64
	row := s.reads.db.QueryRowContext(ctx,
		"SELECT (SELECT ifnull(max(slot) + 1, 0) FROM memories), (SELECT count(*) FROM cold)")
	if err := row.Scan(&n, &archived); err != nil {
		return 0, err
	}
	s.archived.Store(archived)
	s.writer.slots.next = n
	if n == 0 {
		return 0, nil
	}
	return n, s.index.Reserve(n - 1)
}

// loadEntries loads everything but the chunks, and finds the slots that are free.
func (s *Store) loadEntries(ctx context.Context) error {
	batch := make([]index.Change, 0, loadBatch)
	var free []uint32
	var next uint32
	err := s.each(ctx, `
		SELECT slot, id, agent, scope, layer, status, terms FROM memories LEFT JOIN words USING (slot) ORDER BY slot`, nil,
		func(rows *sql.Rows) error {
			var slot uint32
			var id string
			var terms sql.RawBytes
			e := &index.Entry{}
			if err := rows.Scan(&slot, &id, &e.Agent, &e.Scope, &e.Layer, &e.Status, &terms); err != nil {
				return err
			}
			var ok bool
			if e.ID, ok = parseID(id); !ok {
				return fmt.Errorf("the stored id %q is damaged", id)
			}
			c := index.Change{Slot: slot, Entry: e}
			var err error
			if c.AddedTerms, err = s.knownTerms(terms); err != nil {
				return fmt.Errorf("%w: %s", err, id)
			}
			for ; next < slot; next++ {
				free = append(free, next)
			}
			next++
			if batch = append(batch, c); len(batch) == cap(batch) {
				s.index.Apply(batch)
				batch = batch[:0]
			}
			return nil
		})
	s.index.Apply(batch)
	slices.Reverse(free) // the lowest is given out first
	s.writer.slots.give(free...)
	return err
}

func (s *Store) loadWorking(ctx context.Context) error {
	return s.each(ctx, selectWorking, nil, func(rows *sql.Rows) error {
		var r memory.Record
		if err := s.scanWorking(rows, &r); err != nil {
			return err
		}
		id, ok := parseID(r.ID)
		if !ok {
			return fmt.Errorf("the stored id %q is damaged", r.ID)
		}
		s.recent.Apply([]recent.Change{{ID: id, Entry: s.recent.Entry(id, &r.Memory, s.words(r.Content), r.Chunks)}})
		return nil
	})
}

// knownTerms decodes terms and checks that there are such.
func (s *Store) knownTerms(blob []byte) ([]index.Term, error) {
	terms, err := decodeTerms(blob)
	if n := len(terms); n > 0 && terms[n-1].ID >= s.writer.nextTerm {
		return nil, errTerms
	}
	return terms, err
}

// loadChunks loads those of the slots from..to.
func (s *Store) loadChunks(ctx context.Context, from, to uint32) error {
	d := chunkDecoder{dimension: s.dimension}
	return s.each(ctx, "SELECT slot, vector, spans FROM vectors WHERE slot >= ? AND slot < ?", []any{from, to}, func(rows *sql.Rows) error {
		var slot uint32
		var vectors, spans sql.RawBytes
		if err := rows.Scan(&slot, &vectors, &spans); err != nil {
			return err
		}
		chunks, err := d.decode(string(spans), vectors)
		if err != nil {
			return err
		}
		return s.loadInto(slot, chunks)
	})
}

// loadInto reserves and uses the rows that a long memory needs in one step, since others load too.
func (s *Store) loadInto(slot uint32, chunks []memory.Chunk) error {
	if len(chunks) > 1 {
		s.loading.Lock()
		defer s.loading.Unlock()
		if err := s.index.ReserveChunks(len(chunks) - 1); err != nil {
			return err
		}
	}
	s.index.Apply([]index.Change{{Slot: slot, Chunks: chunks}})
	return nil
}

// each calls do for every row.
func (s *Store) each(ctx context.Context, query string, args []any, do func(*sql.Rows) error) error {
	rows, err := s.reads.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	for err == nil && rows.Next() {
		err = do(rows)
	}
	return errors.Join(err, rows.Err(), rows.Close())
}
