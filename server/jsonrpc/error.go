// Package jsonrpc answers requests that are refused before they reach the MCP server, in a form that MCP
// clients show to their users.
package jsonrpc

import (
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// WriteError answers with an HTTP status and a JSON-RPC error without a request's id. The message says what
// was wrong and what to do.
func WriteError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	body := mcp.NewJSONRPCError(mcp.NewRequestId(nil), mcp.INVALID_REQUEST, message, nil)
	_ = json.NewEncoder(w).Encode(body) // the caller may have gone; there is nobody else to tell
}
