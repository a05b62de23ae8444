package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server"
	"github.com/rearview-dev/rearview/server/admin"
)

type serveFlags struct {
	config, tokens, dataDir, listen, model string
}

func newServe(s streams) *cobra.Command {
	var flags serveFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the memory that the operator configured",
		Long: `Serve is what runs in the pods that the operator makes. It obeys the effective namespace in --config and
knows agents by the digests in --tokens. Both files are read again when they change; a broken change is
logged, and the old version stays in force. On your own machine, use up.`,
		Example: `  rearview serve --config /etc/rearview/namespace.json --tokens /etc/rearview-tokens/tokens.json`,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return serve(c.Context(), s, flags) },
	}
	c.Flags().StringVar(&flags.config, "config", "/etc/rearview/namespace.json", "file with the effective namespace")
	c.Flags().StringVar(&flags.tokens, "tokens", "/etc/rearview-tokens/tokens.json", "file with the digests of the agents' tokens")
	c.Flags().StringVar(&flags.dataDir, "data-dir", "/var/lib/rearview", "directory that holds the memory")
	c.Flags().StringVar(&flags.listen, "listen", ":8080", "address to serve on")
	addModelFlag(c, &flags.model)
	return c
}

func serve(ctx context.Context, s streams, flags serveFlags) (err error) {
	data, err := os.ReadFile(flags.config)
	if err != nil {
		return fmt.Errorf("read the configuration (see --config): %w", err)
	}
	ns, err := parseEffective(data)
	if err != nil {
		return fmt.Errorf("%s: %w", flags.config, err)
	}
	keys, err := server.ReadKeys(flags.tokens)
	if err != nil {
		return fmt.Errorf("%s (see --tokens): %w", flags.tokens, err)
	}
	embedder, release, err := openEmbedder(ns.Embedding, flags.model)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, flags.listen)
	if err != nil {
		return errors.Join(err, release())
	}
	logger := slog.New(slog.NewJSONHandler(s.err, nil))
	owner, err := own(ctx, flags.dataDir, ns, embedder, release, logger)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, owner.close()) }()

	return server.Run(ctx, server.Options{
		Base: server.Base{
			Engine:      owner.engine,
			AdminSocket: filepath.Join(flags.dataDir, admin.SocketName),
			Version:     version,
			Logger:      logger,
		},
		Namespace:   ns,
		ConfigFile:  flags.config,
		ParseConfig: parseEffective,
		Applied: func(ns *namespace.Effective) {
			if err := saveNamespace(flags.dataDir, ns); err != nil {
				logger.Error("the new configuration is obeyed, but could not be kept", "error", err)
			}
		},
		Keys:       keys,
		TokensFile: flags.tokens,
		Listener:   listener,
		Check:      owner.check,
	})
}
