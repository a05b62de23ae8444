package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/store/embedded"
)

// person is someone who owns a memory and looks into it.
type person struct {
	streams
	dataDir string
	output  string
	// reveal shows keys, passwords and personal data too.
	reveal bool
	model  string
	// patience bounds how long a process that owns the directory may take to answer.
	patience time.Duration
}

// How long a command waits for a server that is starting, and how often it looks.
const (
	startPatience = 15 * time.Second
	startPoll     = 250 * time.Millisecond
)

func (p *person) addFlags(c *cobra.Command) {
	c.PersistentFlags().StringVar(&p.dataDir, "data-dir", "", "directory that holds the memory (default: the only one below "+dataRoot+")")
	c.PersistentFlags().BoolVar(&p.reveal, "reveal", false, "show keys, passwords and personal data, which are masked otherwise")
	c.PersistentFlags().StringVarP(&p.output, "output", "o", "text", "text or json")
}

// ask lets use work with the memory: in the server that owns it while one runs, else by opening the
// directory for the time of the command.
func (p *person) ask(ctx context.Context, withEmbedder bool, use func(admin.Service) error) (err error) {
	if p.output != "text" && p.output != "json" {
		return fmt.Errorf("unknown output %q: use text or json", p.output)
	}
	dir, err := existingDataDir(p.dataDir)
	if err != nil {
		return err
	}
	m, err := p.reach(ctx, dir, withEmbedder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	if !p.reveal {
		return use(masking{m.service})
	}
	return use(m.service)
}

// reached is a memory that can be worked with, through a server or in this process.
type reached struct {
	service admin.Service
	close   func() error
}

// reach connects to the server that owns the directory, or owns it. A process that owns it and does not
// answer is starting or ending: it is given some time, unless it can never be reached.
func (p *person) reach(ctx context.Context, dir string, withEmbedder bool) (reached, error) {
	waiting, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for first := true; ; first = false {
		client, err := admin.Connect(ctx, filepath.Join(dir, admin.SocketName))
		if errors.Is(err, admin.ErrPathTooLong) {
			opened, failure := p.open(ctx, dir, withEmbedder)
			if errors.Is(failure, embedded.ErrInUse) {
				return reached{}, fmt.Errorf("%w; and it cannot be reached while it runs: %w", failure, err)
			}
			return opened, failure
		}
		if err != nil {
			return reached{}, err
		}
		if client != nil {
			return reached{client, func() error { client.Close(); return nil }}, nil
		}
		opened, err := p.open(ctx, dir, withEmbedder)
		if !errors.Is(err, embedded.ErrInUse) {
			return opened, err
		}
		if first {
			fmt.Fprintf(p.err, "note: another process has %s open and does not answer yet; waiting for it\n", dir)
		}
		select {
		case <-tick.C:
		case <-waiting.Done():
			return reached{}, fmt.Errorf("%w; it still does not answer: if it is a server that is starting, try again once it serves", err)
		}
	}
}

// open owns the directory for the time of the command.
func (p *person) open(ctx context.Context, dir string, withEmbedder bool) (reached, error) {
	ns, err := savedNamespace(dir)
	if err != nil {
		return reached{}, err
	}
	var embedder memory.Embedder
	release := func() error { return nil }
	if withEmbedder {
		embedder, release, err = openEmbedder(ns.Embedding, p.model)
		if err != nil {
			return reached{}, err
		}
	}
	logger := slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	owner, err := own(ctx, dir, ns, embedder, release, logger)
	if err != nil {
		return reached{}, err
	}
	return reached{owner.engine, owner.close}, nil
}

// show prints a result as JSON, or as text says it.
func (p *person) show(result any, text func(*page)) error {
	if p.output == "json" {
		return printJSON(p.out, result)
	}
	return printText(p.out, text)
}
