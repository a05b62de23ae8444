package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
)

// person is someone who owns a memory and looks into it.
type person struct {
	streams
	dataDir string
	output  string
	model   string
}

func (p *person) addFlags(c *cobra.Command) {
	c.PersistentFlags().StringVar(&p.dataDir, "data-dir", "", "directory that holds the memory (default: the only one below "+dataRoot+")")
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
	client, err := admin.Connect(ctx, filepath.Join(dir, admin.SocketName))
	if err != nil {
		return err
	}
	if client != nil {
		defer client.Close()
		return use(client)
	}
	ns, err := savedNamespace(dir)
	if err != nil {
		return err
	}
	var embedder memory.Embedder
	release := func() error { return nil }
	if withEmbedder {
		embedder, release, err = openEmbedder(ns.Embedding, p.model)
		if err != nil {
			return err
		}
	}
	logger := slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	owner, err := own(ctx, dir, ns, embedder, release, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, owner.close()) }()
	return use(owner.engine)
}

// show prints a result as JSON, or as text says it.
func (p *person) show(result any, text func(*page)) error {
	if p.output == "json" {
		return printJSON(p.out, result)
	}
	return printText(p.out, text)
}
