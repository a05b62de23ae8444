package openaiapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

const (
	// maxKeyBytes bounds the file that holds the key.
	maxKeyBytes  = 16 << 10
	maxRedirects = 3
)

// Call is one call of the operation.
type Call struct {
	// Request is encoded as JSON. Invalid UTF-8 in it becomes U+FFFD.
	Request any
	// Private are the texts of the request that no error may repeat.
	Private []string
	// MaxBytes bounds the answer.
	MaxBytes int
	// Decode reads the answer. An error that Transient made lets the call be tried again.
	Decode func(answer []byte) error
}

// Do calls the operation until it succeeds, fails for good, or was tried four times. It gives up early when
// ctx would end before the next attempt. Errors are of KindUnavailable when the server does not answer well or
// refuses us, of KindInvalid when it refuses the request, of KindInternal when its answer is too long, and
// else what Decode returned.
func (c *Client) Do(ctx context.Context, call Call) error {
	if err := ctx.Err(); err != nil {
		return c.stopped(err)
	}
	body, err := json.Marshal(call.Request)
	if err != nil {
		return memory.Wrap(memory.KindInternal, err, "a request to "+c.name+" can not be encoded")
	}
	return c.retry(ctx, func() error { return c.post(ctx, body, &call) })
}

// post sends one request.
func (c *Client) post(ctx context.Context, body []byte, call *Call) error {
	key, err := c.readKey()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return memory.Wrap(memory.KindInternal, err, "a request to "+c.name+" can not be made")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return Transient(c.unavailable(withoutURL(err), "does not answer"))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return c.refusal(response, key, call.Private)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, int64(call.MaxBytes)+1))
	if err != nil {
		return Transient(c.unavailable(withoutURL(err), "broke off in the middle of an answer"))
	}
	if len(data) > call.MaxBytes {
		return memory.Errorf(memory.KindInternal, "%s answers with more than %d bytes", c.name, call.MaxBytes)
	}
	return call.Decode(data)
}

// readKey reads the API key. Its errors never show it.
func (c *Client) readKey() (string, error) {
	path := c.options.APIKeyFile
	if path == "" {
		return "", nil
	}
	f, err := os.Open(path)
	if err != nil {
		return "", memory.Wrap(memory.KindUnavailable, err, "the "+c.options.What+" API key can not be read")
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxKeyBytes+1))
	if err != nil {
		return "", memory.Wrap(memory.KindUnavailable, err, "the "+c.options.What+" API key can not be read")
	}
	key := strings.TrimSpace(string(data))
	switch {
	case key == "":
		return "", memory.Errorf(memory.KindUnavailable, "the file %s holds no %s API key", path, c.options.What)
	case len(data) > maxKeyBytes || strings.ContainsFunc(key, notInHeader):
		return "", memory.Errorf(memory.KindUnavailable, "the file %s holds something else than a key of the %s API", path, c.options.What)
	}
	return key, nil
}

func notInHeader(r rune) bool { return r <= ' ' || r > '~' }

func (c *Client) unavailable(err error, what string) error {
	return memory.Wrap(memory.KindUnavailable, err, c.name+" "+what)
}

// stopped is the error of a call whose context ended.
func (c *Client) stopped(err error) error {
	return memory.Wrap(memory.KindUnavailable, err, "a call of "+c.name+" was stopped")
}

// withoutURL takes the URL, which the message names already, out of an error of net/http.
func withoutURL(err error) error {
	if urlError, ok := errors.AsType[*url.Error](err); ok {
		return urlError.Err
	}
	return err
}
