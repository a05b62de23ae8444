package server

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/rearview-dev/rearview/server/auth"
	"github.com/rearview-dev/rearview/server/health"
	"github.com/rearview-dev/rearview/server/jsonrpc"
	"github.com/rearview-dev/rearview/server/mcp"
)

// newHTTPServer is an HTTP server with limits.
func newHTTPServer(h http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// handler is everything that the listener serves.
func handler(o Options, current *current, state *health.State) http.Handler {
	tools := mcp.New(mcp.Config{
		Verbs:       o.Engine,
		Version:     o.Version,
		CallTimeout: callTimeout,
		NewErrorID:  rand.Text,
		Logger:      o.Logger,
	})
	mux := http.NewServeMux()
	endpoint := newAgentLimit(maxAgentCalls, queueTimeout).wrap(tools.HTTP(limitWork(maxWorkBytes, queueTimeout)))
	mux.Handle(EndpointPath, auth.Bearer(o.Keys, current.hasAgent, endpoint))
	mux.Handle("GET "+auth.MetadataPath, auth.Metadata(EndpointPath))
	mux.Handle("GET "+auth.MetadataPath+EndpointPath, auth.Metadata(EndpointPath))
	mux.Handle("GET /healthz", health.Live())
	mux.Handle("GET /readyz", state.Ready(o.Check, func(err error) { o.Logger.Warn("not ready", "error", err) }))

	guarded := auth.CheckOrigin(o.AllowedOrigins, mux)
	if auth.IsLoopback(o.Listener.Addr()) {
		guarded = auth.CheckHost(guarded)
	}
	return containPanics(o.Logger, guarded)
}

// containPanics answers 500 when a handler panics, and logs where.
func containPanics(logger *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p) // net/http's own way to break off an answer
			default:
				logger.Error("panic", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				jsonrpc.WriteError(w, http.StatusInternalServerError, "a fault of the memory server; it is logged there")
			}
		}()
		next.ServeHTTP(w, r)
	})
}
