package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"

	"github.com/rearview-dev/rearview/memory"
)

// Client is a Service in another process. It takes as long as the process does; bound it by the context.
type Client struct {
	http *http.Client
}

// Connect reaches the server that listens on a socket. It returns nil and no error when none does, because
// there is no socket or because whoever made it is gone; then the caller may own the data itself.
func Connect(ctx context.Context, socket string) (*Client, error) {
	if err := checkLength(socket); err != nil {
		return nil, err
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	conn, err := dial(ctx, "", "")
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, nil
	case err != nil:
		return nil, memory.Wrap(memory.KindUnavailable, err, "reach the running server at "+socket)
	}
	if err := conn.Close(); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "reach the running server at "+socket)
	}
	return &Client{http: &http.Client{Transport: &http.Transport{DialContext: dial}}}, nil
}

// Close lets go of idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Maintain runs maintenance now. Ending ctx stops it; what it did until then stays done.
func (c *Client) Maintain(ctx context.Context) (memory.MaintainReport, error) {
	return call[memory.MaintainReport](ctx, c, http.MethodPost, "/v1/maintain", nil)
}

// Search finds memories without leaving a trace.
func (c *Client) Search(ctx context.Context, v memory.Visibility, r memory.RecallRequest) (memory.RecallResult, error) {
	return call[memory.RecallResult](ctx, c, http.MethodPost, "/v1/search", searchOf(v, r))
}

// Show returns one memory and where it lies.
func (c *Client) Show(ctx context.Context, id string) (memory.Shown, error) {
	return call[memory.Shown](ctx, c, http.MethodGet, "/v1/memories/"+url.PathEscape(id), nil)
}

// History tells what was done to a memory, and the chain that it stands in.
func (c *Client) History(ctx context.Context, id string) (memory.Story, error) {
	return call[memory.Story](ctx, c, http.MethodGet, "/v1/memories/"+url.PathEscape(id)+"/history", nil)
}

// Restore makes an archived memory active again.
func (c *Client) Restore(ctx context.Context, id string) (memory.Memory, error) {
	return call[memory.Memory](ctx, c, http.MethodPost, "/v1/memories/"+url.PathEscape(id)+"/restore", nil)
}

// Stats says how the memory is doing.
func (c *Client) Stats(ctx context.Context) (memory.Stats, error) {
	return call[memory.Stats](ctx, c, http.MethodGet, "/v1/stats", nil)
}

// call sends a body, or none when it is nil, and decodes the result or the error.
func call[T any](ctx context.Context, c *Client, method, path string, body any) (result T, err error) {
	var payload io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return result, fmt.Errorf("encode the request: %w", err)
		}
		payload = bytes.NewReader(data)
	}
	// The host is a placeholder: the connection goes to the socket.
	request, err := http.NewRequestWithContext(ctx, method, "http://rearview"+path, payload)
	if err != nil {
		return result, fmt.Errorf("make the request: %w", err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		return result, memory.Wrap(memory.KindUnavailable, err, "the running server does not answer")
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return result, readError(response)
	}
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		return result, memory.Wrap(memory.KindUnavailable, err, "the running server broke off its answer")
	}
	return result, nil
}

func readError(response *http.Response) error {
	var body errorBody
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil || body.Kind == "" {
		return memory.Errorf(memory.KindUnavailable, "the running server answered %s; is it of another version?", response.Status)
	}
	e := &memory.Error{Kind: body.Kind, Message: body.Message}
	if body.Cause != "" {
		e.Err = errors.New(body.Cause)
	}
	return e
}
