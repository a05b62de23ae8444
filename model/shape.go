package model

import (
	"sync"

	"github.com/rearview-dev/rearview/memory"
)

// shape is a way to put a question, since servers differ in what they take.
type shape struct {
	// format of the answer to ask for: json_schema, json_object, or none.
	format string
	// tuned says that temperature and max_tokens are given, which some models refuse.
	tuned bool
}

// allShapes are tried in this order, from the one that binds the model most.
var allShapes = []shape{
	{"json_schema", true},
	{"json_schema", false},
	{"json_object", true},
	{"", true},
	{"", false},
}

// shapes remembers which shapes the server refuses.
type shapes struct {
	mu sync.Mutex
	// first of allShapes that may work, for answers with a schema and for those without; those before it are
	// known to be refused.
	first map[bool]int
}

// try asks with one shape after another until one is not refused. What was refused is left out from then on,
// but only when another was taken: else it was not the shape that displeased.
func (s *shapes) try(structured bool, ask func(shape) error) error {
	s.mu.Lock()
	first := s.first[structured]
	s.mu.Unlock()
	var refused error
	for i := first; i < len(allShapes); i++ {
		if !structured && allShapes[i].format != "" {
			continue
		}
		err := ask(allShapes[i])
		if memory.KindOf(err) == memory.KindInvalid {
			refused = err
			continue
		}
		if err == nil {
			s.remember(structured, i)
		}
		return err
	}
	return refused
}

func (s *shapes) remember(structured bool, first int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first == nil {
		s.first = map[bool]int{}
	}
	s.first[structured] = max(s.first[structured], first)
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type chatRequest struct {
	Model          string          `json:"model"`
	Messages       []message       `json:"messages"`
	Stream         bool            `json:"stream"`
	Temperature    *float64        `json:"temperature,omitempty"`
	MaxTokens      int             `json:"max_tokens,omitempty"`
	ResponseFormat *responseFormat `json:"response_format,omitempty"`
}

type responseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string `json:"name"`
	Strict bool   `json:"strict"`
	Schema any    `json:"schema"`
}

// request puts a question in this shape.
func (s shape) request(model string, q question) chatRequest {
	r := chatRequest{
		Model:    model,
		Messages: []message{{"system", q.system}, {"user", q.user}},
	}
	if s.tuned {
		r.Temperature, r.MaxTokens = new(float64), q.maxTokens
	}
	if q.schema == nil || s.format == "" {
		return r
	}
	r.ResponseFormat = &responseFormat{Type: s.format}
	if s.format == "json_schema" {
		r.ResponseFormat.JSONSchema = &jsonSchema{Name: "ratings", Strict: true, Schema: q.schema}
	}
	return r
}
