package server

import (
	"context"
	"crypto/rand"
	"io"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/auth"
	"github.com/rearview-dev/rearview/server/mcp"
)

// StdioOptions are what RunStdio needs.
type StdioOptions struct {
	Base
	// Agent is whose memory the client uses. Required.
	Agent string
	// In and Out are the client's side of the conversation. Nothing else may write to Out.
	In  io.Reader
	Out io.Writer
}

// RunStdio serves one client over stdin and stdout until the client closes its side or ctx ends. Calls that
// are under way are answered, and the engine finishes the batch in hand.
func RunStdio(ctx context.Context, o StdioOptions) error {
	tools := mcp.New(mcp.Config{
		Verbs:       o.Engine,
		Version:     o.Version,
		CallTimeout: callTimeout,
		NewErrorID:  rand.Text,
		Logger:      o.Logger,
	})
	return runAround(ctx, o.Base, func(ctx context.Context) error {
		ctx = auth.WithIdentity(ctx, memory.Identity{Agent: o.Agent})
		return tools.Stdio(ctx, o.In, o.Out)
	})
}
