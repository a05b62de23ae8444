package openaiapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode"

	"github.com/rearview-dev/rearview/memory"
)

const (
	// maxRefusalBytes is how much is read, and maxRefusalShown how many characters are shown, of an answer that
	// is an error.
	maxRefusalBytes = 4 << 10
	maxRefusalShown = 300
	// repeatedLetters is how many letters and digits in a row that were sent make an answer unfit to be shown.
	repeatedLetters = 8
)

// refusal is the error of an answer with another status than 200.
func (c *Client) refusal(response *http.Response, key string, private []string) error {
	status := response.StatusCode
	err := errors.New(refusalText(response, key, private))
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status == http.StatusTooEarly, status >= 500:
		return &transientError{
			err:        c.unavailable(err, "can not answer now"),
			retryAfter: retryAfter(response.Header, c.options.Now()),
		}
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		return memory.Wrap(memory.KindInvalid, err, c.name+" refuses the request")
	case status >= 300 && status < 400:
		return c.unavailable(err, "redirects elsewhere, which is not followed: set the URL of the API itself")
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return c.unavailable(err, "does not accept the API key")
	case status == http.StatusNotFound:
		return c.unavailable(err, fmt.Sprintf("does not exist, or does not have the model %q", c.options.Model))
	default:
		return c.unavailable(err, "gives an unexpected answer")
	}
}

// refusalText is the status and the beginning of the answer, without control characters and without the key.
// An answer that repeats what was sent is not shown.
func refusalText(response *http.Response, key string, private []string) string {
	data, _ := io.ReadAll(io.LimitReader(response.Body, maxRefusalBytes))
	text := messageOf(data)
	if key != "" {
		text = strings.ReplaceAll(text, key, "(the key)")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if shown := []rune(text); len(shown) > maxRefusalShown {
		text = string(shown[:maxRefusalShown]) + "…"
	}
	if repeats(text, private) {
		text = "(the message is not shown: it repeats what was sent)"
	}
	return fmt.Sprintf("status %d: %s", response.StatusCode, text)
}

// messageOf is the message of an answer as OpenAI and Ollama write it, or else the whole answer.
func messageOf(data []byte) string {
	var openAI struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	var ollama struct {
		Error string `json:"error"`
	}
	text := string(data)
	switch {
	case json.Unmarshal(data, &openAI) == nil && openAI.Error.Message != "":
		text = openAI.Error.Message
	case json.Unmarshal(data, &ollama) == nil && ollama.Error != "":
		text = ollama.Error
	}
	return strings.ToValidUTF8(text, "?")
}

// repeats says whether a text has repeatedLetters letters in a row, or all of them, in common with what is
// private. Only letters and digits count, so that quoting and escaping hide nothing.
func repeats(text string, private []string) bool {
	letters := lettersOf(text)
	for _, p := range private {
		sent := string(lettersOf(p))
		if len(sent) > 0 && len([]rune(sent)) < repeatedLetters && strings.Contains(string(letters), sent) {
			return true
		}
		for i := 0; i+repeatedLetters <= len(letters); i++ {
			if strings.Contains(sent, string(letters[i:i+repeatedLetters])) {
				return true
			}
		}
	}
	return false
}

func lettersOf(s string) []rune {
	var letters []rune
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters = append(letters, unicode.ToLower(r))
		}
	}
	return letters
}
