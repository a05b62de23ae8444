package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server"
	"github.com/rearview-dev/rearview/server/admin"
)

type stdioFlags struct {
	manifest localManifest
	agent    string
	dataDir  string
	model    string
}

func newStdio(s streams) *cobra.Command {
	var flags stdioFlags
	c := &cobra.Command{
		Use:   "stdio -f FILE --agent NAME",
		Short: "Serve one client that starts this process",
		Long: `Stdio speaks MCP with the client that started it, over stdin and stdout, as one agent of a manifest. Its
memory is the one that up serves from the same directory; only one process at a time may have it open, so
while up runs, connect over HTTP. Logs go to stderr.`,
		Example: `  claude mcp add rearview -- rearview stdio -f ~/memorynamespace.yaml --agent coder --data-dir ~/memory`,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return stdio(c.Context(), s, flags) },
	}
	addManifestFlags(c, &flags.manifest)
	c.Flags().StringVar(&flags.agent, "agent", "", "agent of the manifest whose memory the client uses")
	mustRequire(c, "agent")
	c.Flags().StringVar(&flags.dataDir, "data-dir", "", "directory that holds the memory (default: "+dataRoot+"/<namespace>/<name>)")
	addModelFlag(c, &flags.model)
	return c
}

func stdio(ctx context.Context, s streams, flags stdioFlags) (err error) {
	if flags.manifest.path == "-" {
		return errors.New("stdin belongs to the client: give the manifest as a file")
	}
	ns, _, err := flags.manifest.read(s.in)
	if err != nil {
		return err
	}
	if !ns.HasAgent(flags.agent) {
		return fmt.Errorf("the manifest has no agent %q; it has %s", flags.agent, agentNames(ns))
	}
	embedder, release, err := openEmbedder(ns.Embedding, flags.model)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(s.err, nil))
	dir := dataDirOf(flags.dataDir, ns)
	owner, err := own(ctx, dir, ns, embedder, release, logger)
	if memory.KindOf(err) == memory.KindConflict {
		return fmt.Errorf("%w; or connect this client over HTTP to the server that `rearview up` runs", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, owner.close()) }()

	return server.RunStdio(ctx, server.StdioOptions{
		Base: server.Base{
			Engine:      owner.engine,
			AdminSocket: filepath.Join(dir, admin.SocketName),
			Version:     version,
			Logger:      logger,
		},
		Agent: flags.agent,
		In:    s.in,
		Out:   s.out,
	})
}
