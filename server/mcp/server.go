// Package mcp speaks the Model Context Protocol: exactly three tools, remember, recall and forget, over
// streamable HTTP without sessions and over stdio, in every revision from 2024-11-05 to 2026-07-28.
package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/auth"
)

// Verbs are what the tools call; *memory.Engine has them.
type Verbs interface {
	Remember(context.Context, memory.Identity, memory.RememberRequest) (memory.RememberResult, error)
	Recall(context.Context, memory.Identity, memory.RecallRequest) (memory.RecallResult, error)
	Forget(context.Context, memory.Identity, memory.ForgetRequest) (memory.ForgetResult, error)
}

// Config is what a server is made of. Everything is required.
type Config struct {
	Verbs Verbs
	// Version of Rearview, told to clients.
	Version string
	// CallTimeout bounds one call of a tool.
	CallTimeout time.Duration
	// NewErrorID makes ids that connect an internal error's answer to its line in the log.
	NewErrorID func() string
	// Logger gets one line a call, without content.
	Logger *slog.Logger
}

// Server is an MCP server. It reads who calls from the context (auth.IdentityFrom).
type Server struct {
	verbs       Verbs
	callTimeout time.Duration
	newErrorID  func() string
	logger      *slog.Logger
	protocol    *mcpserver.MCPServer
}

// New makes a server.
func New(c Config) *Server {
	s := &Server{verbs: c.Verbs, callTimeout: c.CallTimeout, newErrorID: c.NewErrorID, logger: c.Logger}
	s.protocol = mcpserver.NewMCPServer("rearview", c.Version,
		mcpserver.WithTitle("Rearview"),
		mcpserver.WithDescription("Memory for agents"),
		mcpserver.WithInstructions(instructions),
		// The list of tools never changes, so there is nothing to announce.
		mcpserver.WithToolCapabilities(false),
	)
	s.protocol.AddTool(rememberTool(), s.handler("remember", rememberArguments, s.remember))
	s.protocol.AddTool(recallTool(), s.handler("recall", recallArguments, s.recall))
	s.protocol.AddTool(forgetTool(), s.handler("forget", forgetArguments, s.forget))
	return s
}

// verb does what a tool is for, with decoded arguments, and returns its structured result.
type verb func(context.Context, memory.Identity, values) (any, error)

// handler wraps a verb in what all tools share: who calls, strict decoding, a time limit, contained panics,
// one line in the log, and errors as results that the agent reads.
func (s *Server) handler(tool string, arguments []argument, do verb) mcpserver.ToolHandlerFunc {
	return func(ctx context.Context, request mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(ctx, s.callTimeout)
		defer cancel()
		id, known := auth.IdentityFrom(ctx)
		result, err := s.call(ctx, id, known, request, arguments, do)
		s.logger.InfoContext(ctx, "call", slog.String("tool", tool), slog.String("agent", id.Agent),
			slog.String("error", string(memory.KindOf(err))), slog.Duration("took", time.Since(start)))
		if err != nil {
			return s.failure(ctx, tool, err), nil
		}
		return result, nil
	}
}

func (s *Server) call(ctx context.Context, id memory.Identity, known bool, request mcpgo.CallToolRequest, arguments []argument, do verb) (result *mcpgo.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = memory.Wrap(memory.KindInternal, fmt.Errorf("%v\n%s", p, debug.Stack()), "panic")
		}
	}()
	if !known {
		return nil, memory.Errorf(memory.KindNotAllowed, "the call carries no agent's identity")
	}
	// As they were sent: decoded and encoded again, they would have lost what strict decoding looks for.
	v, err := decode(request.Params.RawArguments, arguments)
	if err != nil {
		return nil, err
	}
	structured, err := do(ctx, id, v)
	if err != nil {
		return nil, err
	}
	return success(structured)
}
