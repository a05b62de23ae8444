// Package modeltest is a server for tests that speaks the chat and the embeddings API of OpenAI over HTTP. It
// reads what it is asked as a model would, and has bad days when a test says so.
package modeltest

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Text is a text that the server was shown.
type Text struct{ Key, Content string }

// Request is one question that it was asked.
type Request struct {
	Model string
	// System and User are the messages.
	System, User string
	// Format asked for: json_schema, json_object, or none.
	Format string
	// Tuned says that there was a temperature or a limit of tokens.
	Tuned bool
	// Texts to rate, or the one to summarise, which has no key.
	Texts  []Text
	Header http.Header
}

// Rates says whether it asks for ratings, and not for a summary.
func (r *Request) Rates() bool { return len(r.Texts) > 0 && r.Texts[0].Key != "" }

// Answer writes an answer to a request.
type Answer func(w http.ResponseWriter, r *http.Request, asked *Request)

// Server answers questions about texts. Set its fields before the first request.
type Server struct {
	*httptest.Server
	// Rate is what it thinks of a text, 1–5, or 0 to let Sense decide; nil for always Sense.
	Rate func(text string) int
	// Summary of a text; nil for its first word.
	Summary func(text string) string
	// Dimension of its vectors.
	Dimension int

	mu       sync.Mutex
	badDays  []Answer
	always   Answer
	requests []Request
}

// New starts a server, which ends with the test. Each chat request takes the next of its bad days, while there
// are any.
func New(t testing.TB, badDays ...Answer) *Server {
	s := &Server{badDays: badDays, Dimension: 48}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/embeddings", s.embeddings)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// Always makes every chat request from now on answered like this; nil for as it should be.
func (s *Server) Always(a Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = a
}

// Requests are the chat requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Ratings are the requests so far that asked for ratings.
func (s *Server) Ratings() []Request {
	return slices.DeleteFunc(s.Requests(), func(r Request) bool { return !r.Rates() })
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model    string
		Messages []struct{ Role, Content string }
		Format   struct {
			Type string
		} `json:"response_format"`
		Temperature *float64
		MaxTokens   int `json:"max_tokens"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Messages) != 2 {
		http.Error(w, "not a chat request", http.StatusBadRequest)
		return
	}
	asked := Request{
		Model:  body.Model,
		System: body.Messages[0].Content,
		User:   body.Messages[1].Content,
		Format: body.Format.Type,
		Tuned:  body.Temperature != nil || body.MaxTokens != 0,
		Texts:  textsIn(body.Messages[1].Content),
		Header: r.Header.Clone(),
	}
	s.mu.Lock()
	s.requests = append(s.requests, asked)
	answer := s.always
	if len(s.badDays) > 0 {
		answer, s.badDays = s.badDays[0], s.badDays[1:]
	}
	s.mu.Unlock()
	if answer != nil {
		answer(w, r, &asked)
		return
	}
	s.Good(w, r, &asked)
}

// Good is how it answers on a good day.
func (s *Server) Good(w http.ResponseWriter, _ *http.Request, asked *Request) {
	if !asked.Rates() {
		summary := strings.Fields(asked.Texts[0].Content)[0]
		if s.Summary != nil {
			summary = s.Summary(asked.Texts[0].Content)
		}
		Say(summary)(w, nil, nil)
		return
	}
	ratings, err := json.Marshal(s.RatingsOf(asked))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Say(string(ratings))(w, nil, nil)
}

// RatingsOf are the right ratings, by key.
func (s *Server) RatingsOf(asked *Request) map[string]int {
	ratings := map[string]int{}
	for _, text := range asked.Texts {
		rating := 0
		if s.Rate != nil {
			rating = s.Rate(text.Content)
		}
		if rating == 0 {
			rating = Sense(text.Content)
		}
		ratings[text.Key] = rating
	}
	return ratings
}

var (
	chatter = regexp.MustCompile(`(?i)\b(?:haha|lol|brb|bored)\b|哈哈`)
	vital   = regexp.MustCompile(`(?i)\b(?:decision|never|nobody may|must)\b|要求`)
)

// Sense rates a text as common sense does: chatter 1, what must be known 5, and the rest 3.
func Sense(text string) int {
	switch {
	case chatter.MatchString(text):
		return 1
	case vital.MatchString(text):
		return 5
	default:
		return 3
	}
}

var frames = regexp.MustCompile(`(?m)^\[([a-z]+) text(?:, key "([a-z]+)")?\]$`)

// textsIn finds the texts between the marked lines. Only the marker of the first line counts: what another line
// claims is part of a text.
func textsIn(user string) []Text {
	first := frames.FindStringSubmatch(user)
	if first == nil {
		return nil
	}
	var texts []Text
	for _, at := range frames.FindAllStringSubmatchIndex(user, -1) {
		if user[at[2]:at[3]] != first[1] {
			continue
		}
		content, _, _ := strings.Cut(user[at[1]+1:], "\n["+first[1]+" end]")
		key := ""
		if at[4] >= 0 {
			key = user[at[4]:at[5]]
		}
		texts = append(texts, Text{Key: key, Content: content})
	}
	return texts
}

func (s *Server) embeddings(w http.ResponseWriter, r *http.Request) {
	var body struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	type datum struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	data := make([]datum, len(body.Input))
	for i, text := range body.Input {
		data[i] = datum{i, vectorOf(text, s.Dimension)}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
}

// vectorOf counts words: texts that share some are near each other.
func vectorOf(text string, dimension int) []float32 {
	v := make([]float32, dimension)
	v[0] = 0.01
	for _, word := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(word))
		v[1+int(h.Sum32()%math.MaxInt16)%(dimension-1)]++
	}
	return v
}
