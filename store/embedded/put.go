package embedded

import (
	"strings"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
)

// item is a memory on its way into the hot store, prepared before its turn comes.
type item struct {
	memory.Memory
	id     ulid.ULID
	words  []string
	chunks []memory.Chunk
}

func (s *Store) newItem(m memory.Memory) (item, error) {
	id, err := check(&m, memory.Layers...)
	if err != nil {
		return item{}, err
	}
	return item{Memory: m, id: id, words: s.words(m.Content)}, nil
}

// found is the memory that is in the hot store already.
type found struct {
	slot        uint32
	status      memory.Status
	sameContent bool
}

func (t *tx) find(m *memory.Memory) (f found, exists bool, err error) {
	exists, err = t.row("SELECT slot, status, content = ?2 FROM memories WHERE id = ?1",
		[]any{m.ID, m.Content}, &f.slot, &f.status, &f.sameContent)
	return f, exists, err
}

var insertMemory = insertInto("memories", "slot", "")

// insert puts a memory that is not in the hot store into a slot of its own.
func (t *tx) insert(it *item) (slot uint32, err error) {
	if slot, err = t.takeSlot(); err != nil {
		return 0, err
	}
	if _, err := t.exec(insertMemory, append([]any{slot}, values(&it.Memory)...)...); err != nil {
		return 0, err
	}
	terms, err := t.termsOf(it.words)
	if err != nil {
		return 0, err
	}
	if _, err := t.exec("INSERT INTO words (slot, terms) VALUES (?, ?)", slot, encodeTerms(terms)); err != nil {
		return 0, err
	}
	t.changes = append(t.changes, index.Change{Slot: slot, Entry: entryOf(it), AddedTerms: terms})
	return slot, nil
}

var updateMemory = "UPDATE memories SET " + strings.Join(columns, " = ?, ") + " = ? WHERE slot = ?"

// replace overwrites a memory that is in the hot store.
func (t *tx) replace(f found, it *item) error {
	if _, err := t.exec(updateMemory, append(values(&it.Memory), f.slot)...); err != nil {
		return err
	}
	change := index.Change{Slot: f.slot, Entry: entryOf(it)}
	if !f.sameContent {
		var err error
		if change.RemovedTerms, err = t.storedTerms(f.slot); err != nil {
			return err
		}
		if change.AddedTerms, err = t.termsOf(it.words); err != nil {
			return err
		}
		if _, err := t.exec("UPDATE words SET terms = ? WHERE slot = ?", encodeTerms(change.AddedTerms), f.slot); err != nil {
			return err
		}
	}
	t.changes = append(t.changes, change)
	return nil
}

func (t *tx) storedTerms(slot uint32) ([]index.Term, error) {
	var blob []byte
	if _, err := t.row("SELECT terms FROM words WHERE slot = ?", []any{slot}, &blob); err != nil {
		return nil, err
	}
	return decodeTerms(blob)
}

// setChunks gives the memory in a slot its chunks instead of those that it had.
func (t *tx) setChunks(slot uint32, chunks []memory.Chunk) error {
	if len(chunks) == 0 {
		_, err := t.exec("DELETE FROM vectors WHERE slot = ?", slot)
		t.changes = append(t.changes, index.Change{Slot: slot, DropChunks: true})
		return err
	}
	t.chunks += len(chunks) - 1
	if err := t.index.ReserveChunks(t.chunks); err != nil {
		return memory.Wrap(memory.KindUnavailable, err, "there is no room for another memory")
	}
	spans, vectors := encodeChunks(chunks)
	_, err := t.exec(`
		INSERT INTO vectors (slot, vector, spans) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET vector = excluded.vector, spans = excluded.spans`, slot, vectors, spans)
	t.changes = append(t.changes, index.Change{Slot: slot, Chunks: chunks})
	return err
}

func entryOf(it *item) *index.Entry {
	return &index.Entry{ID: it.id, Agent: it.Agent, Scope: it.Scope, Layer: it.Layer, Status: it.Status}
}
