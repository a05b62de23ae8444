package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"unicode"

	"github.com/rearview-dev/rearview/memory"
)

const (
	// maxKeyBytes bounds the file that holds the key.
	maxKeyBytes = 16 << 10
	// maxRefusalBytes is how much is read, and maxRefusalShown how much is shown, of an answer that is an error.
	maxRefusalBytes = 4 << 10
	maxRefusalShown = 300
	maxRedirects    = 3
)

type embeddingsRequest struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

// encodeRequest makes the body of a request. Invalid UTF-8 becomes U+FFFD.
func (e *Embedder) encodeRequest(batch []piece) ([]byte, error) {
	r := embeddingsRequest{Model: e.options.Model}
	for _, p := range batch {
		r.Input = append(r.Input, p.content)
	}
	body, err := json.Marshal(r)
	if err != nil {
		return nil, memory.Wrap(memory.KindInternal, err, "an embedding request can not be encoded")
	}
	return body, nil
}

// post sends one request and returns the vectors of its n texts. What may go well another time is returned as
// a *transientError.
func (e *Embedder) post(ctx context.Context, body []byte, n int) ([][]float32, error) {
	key, err := e.readKey()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, memory.Wrap(memory.KindInternal, err, "an embedding request can not be made")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return nil, &transientError{err: e.unavailable(withoutURL(err), "does not answer")}
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, e.refusal(response, key)
	}
	return e.decodeResponse(response.Body, n)
}

// readKey reads the API key. Its errors never show it.
func (e *Embedder) readKey() (string, error) {
	path := e.options.APIKeyFile
	if path == "" {
		return "", nil
	}
	f, err := os.Open(path)
	if err != nil {
		return "", memory.Wrap(memory.KindUnavailable, err, "the embedding API key can not be read")
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxKeyBytes+1))
	if err != nil {
		return "", memory.Wrap(memory.KindUnavailable, err, "the embedding API key can not be read")
	}
	key := strings.TrimSpace(string(data))
	switch {
	case key == "":
		return "", memory.Errorf(memory.KindUnavailable, "the file %s holds no embedding API key", path)
	case len(data) > maxKeyBytes || strings.ContainsFunc(key, notInHeader):
		return "", memory.Errorf(memory.KindUnavailable, "the file %s holds something else than an embedding API key", path)
	}
	return key, nil
}

func notInHeader(r rune) bool { return r <= ' ' || r > '~' }

// refusal is the error of an answer with another status than 200.
func (e *Embedder) refusal(response *http.Response, key string) error {
	status := response.StatusCode
	err := errors.New(refusalText(response, key))
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status == http.StatusTooEarly, status >= 500:
		return &transientError{
			err:        e.unavailable(err, "can not answer now"),
			retryAfter: retryAfter(response.Header, e.options.Now()),
		}
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		return memory.Wrap(memory.KindInvalid, err, e.name+" refuses a text to embed")
	case status >= 300 && status < 400:
		return e.unavailable(err, "redirects elsewhere, which is not followed: set the URL of the API itself")
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return e.unavailable(err, "does not accept the API key")
	case status == http.StatusNotFound:
		return e.unavailable(err, fmt.Sprintf("does not exist, or does not have the model %q", e.options.Model))
	default:
		return e.unavailable(err, "gives an unexpected answer")
	}
}

// refusalText is the status and the beginning of the answer, without control characters and without the key.
func refusalText(response *http.Response, key string) string {
	data, _ := io.ReadAll(io.LimitReader(response.Body, maxRefusalBytes))
	text := strings.ToValidUTF8(string(data), "?")
	if key != "" {
		text = strings.ReplaceAll(text, key, "(the key)")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if shown := []rune(text); len(shown) > maxRefusalShown {
		text = string(shown[:maxRefusalShown]) + "…"
	}
	return fmt.Sprintf("status %d: %s", response.StatusCode, text)
}

func (e *Embedder) unavailable(err error, what string) error {
	return memory.Wrap(memory.KindUnavailable, err, e.name+" "+what)
}

// withoutURL takes the URL, which the message names already, out of an error of net/http.
func withoutURL(err error) error {
	if urlError, ok := errors.AsType[*url.Error](err); ok {
		return urlError.Err
	}
	return err
}

// stayOnHost follows redirects that keep the method and the host; the answer to any other is the redirect itself.
func stayOnHost(request *http.Request, via []*http.Request) error {
	first := via[0]
	if len(via) > maxRedirects || request.Method != first.Method ||
		request.URL.Host != first.URL.Host || request.URL.Scheme != first.URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}
