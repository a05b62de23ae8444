package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server"
	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/server/auth"
)

type upFlags struct {
	manifest localManifest
	dataDir  string
	listen   string
	model    string
}

func newUp(s streams) *cobra.Command {
	var flags upFlags
	c := &cobra.Command{
		Use:   "up -f FILE",
		Short: "Serve a manifest's memory on this machine",
		Long: `Up serves the MemoryNamespace that a manifest declares, with everything in one directory and no services:
an embedded store, and the built-in embedding model unless the manifest's class names another. It prints
the endpoint and, for each agent, its token and how to connect. Tokens are made once and stay the same.

The file is watched: a changed policy, or another agent, is obeyed at once. A broken change is reported,
and the old version stays in force.`,
		Example: `  rearview up -f memorynamespace.yaml
  rearview up -f memorynamespace.yaml --data-dir ~/memory --listen 127.0.0.1:0`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return up(c.Context(), s, flags) },
	}
	addManifestFlags(c, &flags.manifest)
	c.Flags().StringVar(&flags.dataDir, "data-dir", "", "directory that holds the memory (default: "+dataRoot+"/<namespace>/<name>)")
	c.Flags().StringVar(&flags.listen, "listen", "127.0.0.1:7878", "address to serve on; port 0 takes a free one")
	addModelFlag(c, &flags.model)
	return c
}

// addManifestFlags lets a command take a manifest.
func addManifestFlags(c *cobra.Command, m *localManifest) {
	c.Flags().StringVarP(&m.path, "filename", "f", "", "manifest with a MemoryNamespace, and a MemoryClass if need be; - for stdin")
	mustRequire(c, "filename")
	addKeyFlags(c, m)
}

// addKeyFlags lets a command take the API keys that a manifest's class needs.
func addKeyFlags(c *cobra.Command, m *localManifest) {
	c.Flags().StringVar(&m.keyFile, "api-key-file", "", "file with the API key of the embedding endpoint, when the manifest's class needs one")
	c.Flags().StringVar(&m.modelKeyFile, "model-api-key-file", "", "file with the API key of the chat model, when the manifest's class needs one")
}

// up goes from what can fail without a trace to what leaves one.
func up(ctx context.Context, s streams, flags upFlags) (err error) {
	ns, note, err := flags.manifest.read(s.in)
	if err != nil {
		return err
	}
	if note != "" {
		fmt.Fprintln(s.err, "note:", note)
	}
	embedder, release, err := openEmbedder(ns.Embedding, flags.model)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, flags.listen)
	if err != nil {
		return errors.Join(err, release())
	}
	logger := slog.New(slog.NewTextHandler(s.err, nil))
	dir := dataDirOf(flags.dataDir, ns)
	owner, err := own(ctx, dir, ns, embedder, release, logger)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, owner.close()) }()

	agents, err := newLocalAgents(dir, ns)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if !auth.IsLoopback(listener.Addr()) {
		logger.Warn("other machines can reach the endpoint, and tokens travel unencrypted: put TLS in front of it", "address", listener.Addr().String())
	}
	how := connection{url: endpointURL(listener), manifest: flags.manifest, dir: dir, model: chosenModel(flags.model)}
	options := server.Options{
		Base: server.Base{
			Engine:      owner.engine,
			AdminSocket: filepath.Join(dir, admin.SocketName),
			Version:     version,
			Logger:      logger,
		},
		Namespace: ns,
		Keys:      agents.keys,
		Listener:  listener,
		Check:     owner.check,
		Started:   func() { how.print(s.err, ns, agents.tokens) },
	}
	if flags.manifest.path != "-" {
		options.ConfigFile = flags.manifest.path
		options.ParseConfig = flags.manifest.again(ns)
		options.Applied = func(ns *namespace.Effective) {
			if err := errors.Join(saveNamespace(dir, ns), agents.admit(ns)); err != nil {
				logger.Error("the new configuration is obeyed, but could not be kept", "error", err)
			}
			how.printNew(s.err, ns, agents)
		}
	}
	return server.Run(ctx, options)
}

// listen takes the address, or says how to choose another.
func listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use by another process: stop it, or choose another address with --listen, such as 127.0.0.1:0 for a free port", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s (see --listen): %w", address, err)
	}
	return l, nil
}

// localAgents are the agents of a server on this machine and their tokens, which it keeps itself.
type localAgents struct {
	path   string
	tokens auth.Tokens
	keys   *auth.Keyring
	// fresh are the agents that the last change added.
	fresh []string
}

func newLocalAgents(dir string, ns *namespace.Effective) (*localAgents, error) {
	a := &localAgents{path: filepath.Join(dir, tokensFile), keys: auth.NewKeyring(nil)}
	return a, a.admit(ns)
}

// admit makes a token for every agent that has none.
func (a *localAgents) admit(ns *namespace.Effective) error {
	names := make([]string, len(ns.Agents))
	a.fresh = nil
	for i, agent := range ns.Agents {
		names[i] = agent.Name
		if a.tokens[agent.Name] == "" {
			a.fresh = append(a.fresh, agent.Name)
		}
	}
	tokens, err := auth.EnsureTokens(a.path, rand.Reader, names...)
	if err != nil {
		return err
	}
	a.tokens = tokens
	a.keys.Replace(tokens.Digests())
	return nil
}
