// Package server puts an engine on the network: the MCP endpoint with its authentication and probes, the
// admin socket, and the reload of policy and tokens. Run is what `rearview up` and `rearview serve` do once
// they have an engine; RunStdio is `rearview stdio`.
package server

import (
	"context"
	"log/slog"
	"net"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/server/auth"
	"github.com/rearview-dev/rearview/server/mcp"
)

// Limits of the server. They protect it; nobody has to tune them.
const (
	// callTimeout bounds one call of a tool.
	callTimeout = 15 * time.Second
	// drainTimeout bounds how long a stopping server waits for calls that are under way, and after them for
	// people's commands.
	drainTimeout = 20 * time.Second
	// headerTimeout and readTimeout bound how slowly a client may send.
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	// writeTimeout bounds a request from its headers to the end of its answer.
	writeTimeout = 2*queueTimeout + readTimeout + callTimeout + 5*time.Second
	idleTimeout  = 2 * time.Minute
	// maxHeaderBytes bounds a request's headers.
	maxHeaderBytes = 32 << 10
	// maxWorkBytes bounds the messages that are worked on at once, 128 short ones or 32 of the longest; others
	// wait their turn for queueTimeout at most.
	maxWorkBytes   = 32 << 20
	leastWorkBytes = maxWorkBytes / 128
	queueTimeout   = 10 * time.Second
	// maxAgentCalls is how many requests of one agent are open at once, also while they are being read.
	maxAgentCalls = 64
	// pollInterval is how often the configuration and the tokens file are read.
	pollInterval = time.Second
)

// A server that is told to stop must be able to do so in order before it is killed: this does not compile
// when the drains leave less than ten seconds for the batch in hand and the store.
const _ = uint(namespace.StopTimeout - 2*drainTimeout - 10*time.Second)

// Engine is what a server needs of *memory.Engine.
type Engine interface {
	mcp.Verbs
	admin.Service
	// Apply makes the engine obey another policy from now on, or refuses it and keeps the old one.
	Apply(*namespace.Effective) error
	// Run does the engine's work in the background until the context ends.
	Run(context.Context) error
}

var _ Engine = (*memory.Engine)(nil)

// Base is what both ways of serving need.
type Base struct {
	// Engine that has not been run yet. Required.
	Engine Engine
	// AdminSocket is the path of the socket for people's commands; empty for none.
	AdminSocket string
	// Version of Rearview, told to clients.
	Version string
	// Logger must not write to stdout. Required.
	Logger *slog.Logger
}

// Options are what Run needs.
type Options struct {
	Base
	// Namespace is what the engine was made with. Required.
	Namespace *namespace.Effective
	// ConfigFile is what the namespace was made from and is polled for changes; empty when it does not change.
	ConfigFile string
	// ParseConfig makes a namespace from the content of ConfigFile, or says why it cannot be obeyed. Required
	// with ConfigFile.
	ParseConfig func([]byte) (*namespace.Effective, error)
	// Applied is called once a changed namespace is obeyed; nil for nothing.
	Applied func(*namespace.Effective)
	// Keys are the agents' tokens. Required.
	Keys *auth.Keyring
	// TokensFile holds the digests of the agents' tokens and is polled for changes; empty when they do not change.
	TokensFile string
	// Listener is where the MCP endpoint is served. Run closes it. Required.
	Listener net.Listener
	// AllowedOrigins are origins of web pages that may call, besides those of this machine.
	AllowedOrigins []string
	// Check says whether the store works, for the readiness probe. Required.
	Check func(context.Context) error
	// Started is called once calls are answered; nil for nothing.
	Started func()
}

// EndpointPath is where the MCP endpoint is on its listener.
const EndpointPath = "/mcp"
