// Package model judges and summarises with a chat model, behind a server that speaks the OpenAI chat API, such
// as Ollama, vLLM or OpenAI itself.
package model

import (
	"context"
	"encoding/json"
	"time"

	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

// defaultTimeout bounds one request.
const defaultTimeout = 30 * time.Second

// maxAnswerBytes bounds an answer with all that a server puts around it.
const maxAnswerBytes = 256 << 10

// Options say what to call and how.
type Options struct {
	// URL of the API, ending before /chat/completions, as in http://ollama:11434/v1.
	URL string
	// Name that the server knows the model by.
	Name string
	// APIKeyFile holds the key, which is read for every request, so that a new one is used at once; empty for none.
	APIKeyFile string
	// Timeout bounds each request; 0 for 30 seconds.
	Timeout time.Duration

	// Now, Sleep and Random stand in for time.Now, a sleep that ends with the context, and a random number in
	// [0, 1); nil for the real ones.
	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
	Random func() float64
}

// client asks a chat model questions.
type client struct {
	name  string
	calls *openaiapi.Client
	shape shapes
	// patience bounds a question with its repetitions. A slow model is asked twice at most.
	patience time.Duration
}

func newClient(o Options) (*client, error) {
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	calls, err := openaiapi.New(openaiapi.Options{
		What:       "chat",
		URL:        o.URL,
		Path:       "chat/completions",
		Model:      o.Name,
		APIKeyFile: o.APIKeyFile,
		Timeout:    o.Timeout,
		Now:        o.Now,
		Sleep:      o.Sleep,
		Random:     o.Random,
	})
	if err != nil {
		return nil, err
	}
	return &client{name: o.Name, calls: calls, patience: 2 * o.Timeout}, nil
}

// question is one message to the model, without any that came before.
type question struct {
	// system are our words, and user are those with the texts in it.
	system, user string
	// private are the texts.
	private []string
	// schema of the answer, as JSON schema; nil when any text will do.
	schema any
	// maxTokens bounds the answer, where the server heeds it.
	maxTokens int
}

// completion is the part of a server's answer that matters.
type completion struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
}

// ask returns the model's words. Errors are those of openaiapi, and of KindInternal when there are no words or
// not all of them.
func (c *client) ask(ctx context.Context, q question) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	var answer completion
	err := c.shape.try(q.schema != nil, func(s shape) error {
		return c.calls.Do(ctx, openaiapi.Call{
			Request:  s.request(c.name, q),
			Private:  q.private,
			MaxBytes: maxAnswerBytes,
			Decode: func(data []byte) error {
				answer = completion{}
				if err := json.Unmarshal(data, &answer); err != nil {
					return openaiapi.Transient(memory.Errorf(memory.KindUnavailable, "%s gives an answer that is not the JSON of a chat", c.calls.Name()))
				}
				return nil
			},
		})
	})
	if err != nil {
		return "", err
	}
	if len(answer.Choices) == 0 {
		return "", c.useless("answers with nothing")
	}
	switch first := answer.Choices[0]; {
	case first.Message.Refusal != "" || first.FinishReason == "content_filter":
		return "", c.useless("refuses to answer")
	case first.FinishReason == "length":
		return "", c.useless("does not come to the end of its answer")
	default:
		return withoutThoughts(first.Message.Content), nil
	}
}

// useless is the error of an answer that is of no use. It never shows the answer, which may repeat a text.
func (c *client) useless(what string) error {
	return memory.Errorf(memory.KindInternal, "%s: the model %q %s", c.calls.Name(), c.name, what)
}
