// Package recent searches the working memories in the process's own memory. There are few of them at a time,
// so each search looks at every one; it holds no content, and what it holds can be made anew from the database.
package recent

import (
	"hash/maphash"
	"sync"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

// Table is safe for concurrent use.
type Table struct {
	seed maphash.Seed

	mu      sync.RWMutex
	entries []*Entry
	at      map[ulid.ULID]int
}

// Entry is a working memory as it is searched. It does not change once it is made.
type Entry struct {
	id      ulid.ULID
	agent   string
	scope   memory.Scope
	session string
	active  bool
	// expires is in microseconds since 1970; 0 for never.
	expires int64
	// content tells texts apart.
	content uint64
	counts  []count
	// length is in terms.
	length int
	chunks []memory.Chunk
}

// count is how often a word occurs.
type count struct {
	word  uint64
	times int
}

// Change is what one committed write does to one working memory: it is the entry from now on, or, when that
// is nil, no more.
type Change struct {
	ID    ulid.ULID
	Entry *Entry
}

// New makes an empty table.
func New() *Table { return &Table{seed: maphash.MakeSeed(), at: map[ulid.ULID]int{}} }

// Entry makes an entry of a memory, whose id is given parsed, its words, and its chunks, which are kept.
func (t *Table) Entry(id ulid.ULID, m *memory.Memory, words []string, chunks []memory.Chunk) *Entry {
	e := &Entry{
		id: id, agent: m.Agent, scope: m.Scope, session: m.Session, active: m.Status == memory.StatusActive,
		content: t.hash(m.Content), length: len(words), chunks: chunks,
	}
	if !m.ExpiresAt.IsZero() {
		e.expires = m.ExpiresAt.UnixMicro()
	}
	times := make(map[uint64]int, len(words))
	for _, w := range words {
		times[t.hash(w)]++
	}
	e.counts = make([]count, 0, len(times))
	for w, n := range times {
		e.counts = append(e.counts, count{w, n})
	}
	return e
}

func (t *Table) hash(s string) uint64 { return maphash.String(t.seed, s) }

// Apply makes committed changes visible to every search that starts later.
func (t *Table) Apply(changes []Change) {
	if len(changes) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range changes {
		i, known := t.at[c.ID]
		switch {
		case c.Entry != nil && known:
			t.entries[i] = c.Entry
		case c.Entry != nil:
			t.at[c.ID] = len(t.entries)
			t.entries = append(t.entries, c.Entry)
		case known:
			t.remove(i)
		}
	}
}

// remove puts the last entry where the removed one was.
func (t *Table) remove(i int) {
	last := len(t.entries) - 1
	delete(t.at, t.entries[i].id)
	if i != last {
		t.entries[i] = t.entries[last]
		t.at[t.entries[i].id] = i
	}
	t.entries[last] = nil
	t.entries = t.entries[:last]
}
