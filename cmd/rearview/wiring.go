package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/store/cold"
	"github.com/rearview-dev/rearview/store/embedded"
)

// archiveDir is cold storage in a data directory.
const archiveDir = "archive"

// owner is an engine and the data directory that this process owns for it.
type owner struct {
	engine  *memory.Engine
	store   *embedded.Store
	release func() error
}

// own opens a data directory and makes the engine that works in it. It takes over the embedder's release,
// also when it fails. A nil embedder leaves recall to words.
func own(ctx context.Context, dir string, ns *namespace.Effective, embedder memory.Embedder, release func() error, logger *slog.Logger) (_ *owner, err error) {
	o := &owner{release: release}
	defer func() {
		if err != nil {
			err = errors.Join(err, o.close())
		}
	}()
	var config memory.Config
	if o.store, config, err = openPorts(ctx, dir, ns.Embedding, time.Now); err != nil {
		return nil, err
	}
	config.Embedder, config.Namespace, config.Logger = embedder, ns, logger
	config.OpenJudge = openJudge
	if o.engine, err = memory.New(config); err != nil {
		return nil, err
	}
	if err := saveNamespace(dir, ns); err != nil {
		logger.Warn("the configuration is obeyed, but could not be kept for commands that run without a server", "error", err)
	}
	return o, nil
}

// openPorts opens what implements the domain's ports in a data directory. Closing the store closes them all.
func openPorts(ctx context.Context, dir string, e namespace.Embedding, now func() time.Time) (*embedded.Store, memory.Config, error) {
	model, dimension := vectorsOf(e)
	store, err := embedded.Open(ctx, embedded.Options{
		Dir:       dir,
		Traces:    []string{archiveDir + "/*", namespaceFile},
		Model:     model,
		Dimension: dimension,
		Now:       now,
	})
	if err != nil {
		return nil, memory.Config{}, err
	}
	archive, err := cold.OpenDir(filepath.Join(dir, archiveDir))
	if err != nil {
		return nil, memory.Config{}, errors.Join(err, store.Close())
	}
	return store, memory.Config{
		LongTerm: store.LongTerm(),
		Queue:    store.Queue(),
		Working:  store.Working(),
		Cold:     archive,
		Audit:    store.Audit(),
		Now:      now,
	}, nil
}

// check says whether the store works.
func (o *owner) check(ctx context.Context) error {
	_, err := o.store.Queue().Depth(ctx)
	return err
}

// close lets another process own the directory.
func (o *owner) close() error {
	var err error
	if o.store != nil {
		err = o.store.Close()
	}
	if o.release != nil {
		err = errors.Join(err, o.release())
	}
	return err
}
