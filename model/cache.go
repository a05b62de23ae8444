package model

import (
	"container/list"
	"crypto/sha256"
	"sync"
)

// maxCached bounds the cache: some 500 KB.
const maxCached = 4096

// cacheKey is a digest of an agent and a text.
type cacheKey [sha256.Size]byte

// keyOf tells agents apart, so that what one wrote decides nothing for another. Names of agents hold no NUL.
func keyOf(agent, text string) cacheKey {
	return sha256.Sum256([]byte(agent + "\x00" + text))
}

// cache remembers the ratings that were asked for last.
type cache struct {
	mu     sync.Mutex
	recent *list.List
	at     map[cacheKey]*list.Element
}

type cached struct {
	key    cacheKey
	rating int
}

func newCache() *cache { return &cache{recent: list.New(), at: map[cacheKey]*list.Element{}} }

// get returns a rating, or 0.
func (c *cache) get(key cacheKey) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.at[key]
	if !ok {
		return 0
	}
	c.recent.MoveToFront(e)
	return e.Value.(cached).rating
}

func (c *cache) put(key cacheKey, rating int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.at[key]; ok {
		e.Value = cached{key, rating}
		c.recent.MoveToFront(e)
		return
	}
	c.at[key] = c.recent.PushFront(cached{key, rating})
	if c.recent.Len() > maxCached {
		oldest := c.recent.Back()
		c.recent.Remove(oldest)
		delete(c.at, oldest.Value.(cached).key)
	}
}
