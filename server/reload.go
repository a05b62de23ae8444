package server

import (
	"context"
	"os"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/rearview-dev/rearview/internal/token"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server/auth"
	"github.com/rearview-dev/rearview/server/watch"
)

// ReadKeys reads a digests file into a keyring.
func ReadKeys(path string) (*auth.Keyring, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "read the tokens file")
	}
	digests, err := token.ParseDigests(data)
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "the tokens file can not be used")
	}
	return auth.NewKeyring(digests), nil
}

// current is the namespace that is obeyed now. It follows the files that it and the tokens come from.
type current struct {
	options   Options
	namespace atomic.Pointer[namespace.Effective]
}

func newCurrent(o Options) *current {
	c := &current{options: o}
	c.namespace.Store(o.Namespace)
	return c
}

func (c *current) hasAgent(agent string) bool { return c.namespace.Load().HasAgent(agent) }

// watch follows the files until ctx ends. Its first look compares with nothing, so that a version which came
// after the caller's own reading is not missed.
func (c *current) watch(ctx context.Context) {
	var watchers sync.WaitGroup
	follow := func(path string, changed func([]byte)) {
		if path == "" {
			return
		}
		failed := func(err error) {
			c.options.Logger.Error("keep the old version of a file that cannot be read", "error", err)
		}
		watchers.Go(func() { watch.File(ctx, path, nil, pollInterval, changed, failed) })
	}
	follow(c.options.ConfigFile, c.applyConfig)
	follow(c.options.TokensFile, c.applyTokens)
	watchers.Wait()
}

func (c *current) applyConfig(data []byte) {
	log := c.options.Logger.With("file", c.options.ConfigFile)
	ns, err := c.options.ParseConfig(data)
	if err != nil {
		log.Error("keep the old configuration: the new one is broken", "error", err)
		return
	}
	if reflect.DeepEqual(ns, c.namespace.Load()) {
		return
	}
	if err := c.options.Engine.Apply(ns); err != nil {
		log.Error("keep the old configuration: the new one is refused", "error", err)
		return
	}
	if !reflect.DeepEqual(ns.Embedding, c.options.Namespace.Embedding) {
		log.Warn("the embedding changed: it takes effect when the server restarts")
	}
	c.namespace.Store(ns)
	log.Info("new configuration", "generation", ns.Generation, "agents", len(ns.Agents))
	if c.options.Applied != nil {
		c.options.Applied(ns)
	}
}

func (c *current) applyTokens(data []byte) {
	digests, err := token.ParseDigests(data)
	if err != nil {
		c.options.Logger.Error("keep the old tokens: the new file is broken", "file", c.options.TokensFile, "error", err)
		return
	}
	c.options.Keys.Replace(digests)
	c.options.Logger.Info("tokens read", "file", c.options.TokensFile, "agents", len(digests))
}
