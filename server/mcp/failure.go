package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/rearview-dev/rearview/memory"
)

// failure is the one place where an error becomes a tool's answer: its kind, and what was wrong and what to
// do. What is our fault is logged under an id, and the agent learns the id only.
func (s *Server) failure(ctx context.Context, tool string, err error) *mcpgo.CallToolResult {
	var known *memory.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return mcpgo.NewToolResultError("unavailable: it took too long; whether it was done is not known: recall before you try again")
	case errors.Is(err, context.Canceled):
		return mcpgo.NewToolResultError("unavailable: the call was cancelled")
	case !errors.As(err, &known), known.Kind == memory.KindInternal:
		return s.internal(ctx, tool, err)
	case known.Kind == memory.KindUnavailable:
		s.logger.WarnContext(ctx, "a call failed", slog.String("tool", tool), slog.Any("error", err))
		return mcpgo.NewToolResultError(fmt.Sprintf("unavailable: %s; try again in a few seconds", known.Message))
	default:
		return mcpgo.NewToolResultError(fmt.Sprintf("%s: %s", known.Kind, known.Message))
	}
}

func (s *Server) internal(ctx context.Context, tool string, err error) *mcpgo.CallToolResult {
	id := s.newErrorID()
	s.logger.ErrorContext(ctx, "internal error", slog.String("error_id", id), slog.String("tool", tool), slog.Any("error", err))
	return mcpgo.NewToolResultError(fmt.Sprintf("internal: a fault of the memory server, logged as %s; try again, and give that id to whoever runs the server", id))
}
