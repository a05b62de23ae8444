package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/rearview-dev/rearview/server/jsonrpc"
)

const (
	// MaxMessageBytes bounds one message from a client, which leaves room for the longest content with
	// every character escaped.
	MaxMessageBytes = 1 << 20
	// maxDiscardedBytes is how much of a message that is too large is read and thrown away, so that the
	// client gets to read the answer instead of a broken connection.
	maxDiscardedBytes = 32 << 20
)

// HTTP is the streamable HTTP endpoint. It keeps no session, offers no stream of its own (GET is 405), and
// expects authentication in front of it. What works on a message once it has been read whole is wrapped by
// admit, which may hold it back.
func (s *Server) HTTP(admit func(http.Handler) http.Handler) http.Handler {
	stream := admit(mcpserver.NewStreamableHTTPServer(s.protocol,
		mcpserver.WithStateLess(true),
		mcpserver.WithDisableStreaming(true),
		// Which Host is welcome depends on the listener, and is checked for all paths in front.
		mcpserver.WithDisableLocalhostProtection(true),
		mcpserver.WithStreamableHTTPLogger(s.logger),
	))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "only POST: this server keeps no sessions and opens no streams", http.StatusMethodNotAllowed)
			return
		}
		body, err := readBody(w, r)
		if err != nil {
			refuseBody(w, err)
			return
		}
		if isCancellation(body) {
			// Without sessions, a request's id says nothing about whose request it is: obeyed, this would
			// cancel another client's. A client cancels by closing its connection.
			w.WriteHeader(http.StatusAccepted)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		stream.ServeHTTP(w, r)
	})
}

var errTooLarge = fmt.Errorf("the message is larger than %d bytes; nothing was done: send less, or in parts", MaxMessageBytes)

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body := http.MaxBytesReader(w, r.Body, MaxMessageBytes+maxDiscardedBytes)
	data, err := io.ReadAll(io.LimitReader(body, MaxMessageBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxMessageBytes {
		_, err := io.Copy(io.Discard, body)
		return nil, errors.Join(errTooLarge, err)
	}
	return data, checkMessage(data)
}

func refuseBody(w http.ResponseWriter, err error) {
	status, message := http.StatusBadRequest, "the message could not be read to its end"
	if errors.Is(err, errTooLarge) {
		status, message = http.StatusRequestEntityTooLarge, errTooLarge.Error()
	}
	if errors.Is(err, errTooManyValues) || errors.Is(err, errNumber) {
		message = err.Error()
	}
	jsonrpc.WriteError(w, status, message)
}

func isCancellation(body []byte) bool {
	var message struct {
		Method string `json:"method"`
	}
	return json.Unmarshal(body, &message) == nil && message.Method == "notifications/cancelled"
}
