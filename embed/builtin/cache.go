package builtin

import (
	"container/list"
	"slices"
	"strings"
	"sync"
)

// longestCached bounds the length of the queries that are kept, in bytes.
const longestCached = 1024

// vectorCache keeps the vectors of the last queries.
type vectorCache struct {
	mu       sync.Mutex
	capacity int
	// order lists *cached from the last used to the one that goes first.
	order  *list.List
	byText map[string]*list.Element
}

type cached struct {
	text   string
	vector []float32
}

func newVectorCache(capacity int) *vectorCache {
	return &vectorCache{capacity: capacity, order: list.New(), byText: make(map[string]*list.Element, capacity)}
}

// get returns a copy of a text's vector.
func (c *vectorCache) get(text string) ([]float32, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byText[text]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return slices.Clone(e.Value.(*cached).vector), true
}

// put keeps a copy of a text's vector, and lets the one go that was not used for longest.
func (c *vectorCache) put(text string, vector []float32) {
	if len(text) > longestCached || c.capacity == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byText[text]; ok {
		return
	}
	if c.order.Len() >= c.capacity {
		oldest := c.order.Remove(c.order.Back()).(*cached)
		delete(c.byText, oldest.text)
	}
	entry := &cached{text: strings.Clone(text), vector: slices.Clone(vector)}
	c.byText[entry.text] = c.order.PushFront(entry)
}
