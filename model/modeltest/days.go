package modeltest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Say answers with the model's words.
func Say(words string) Answer { return end(words, "stop") }

// CutOff answers with words that the limit of tokens cut off.
func CutOff(words string) Answer { return end(words, "length") }

func end(words, reason string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, _ *Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"index": 0, "message": map[string]any{"role": "assistant", "content": words}, "finish_reason": reason,
		}}})
	}
}

// Write answers with the words that write makes of the right ratings.
func (s *Server) Write(write func(asked *Request, ratings map[string]int) string) Answer {
	return func(w http.ResponseWriter, r *http.Request, asked *Request) {
		Say(write(asked, s.RatingsOf(asked)))(w, r, asked)
	}
}

// Status answers with a status and headers, given as name and value in turn.
func Status(code int, body string, headers ...string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, _ *Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

// Refuse answers that the model does not want to.
func Refuse(w http.ResponseWriter, _ *http.Request, _ *Request) {
	_, _ = w.Write([]byte(`{"choices":[{"message":{"content":null,"refusal":"I can't help with that."},"finish_reason":"stop"}]}`))
}

// BreakOff promises a longer answer than it sends.
func BreakOff(w http.ResponseWriter, _ *http.Request, _ *Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"choices":[{"mess`))
}

// HangUp closes the connection without an answer.
func HangUp(http.ResponseWriter, *http.Request, *Request) { panic(http.ErrAbortHandler) }

// Slow answers nothing until the client has gone.
func Slow(_ http.ResponseWriter, r *http.Request, _ *Request) { <-r.Context().Done() }

// Endless answers with more than anybody should read.
func Endless(w http.ResponseWriter, _ *http.Request, _ *Request) {
	blanks := []byte(strings.Repeat(" ", 1<<16))
	for range 64 {
		if _, err := w.Write(blanks); err != nil {
			return
		}
	}
}

// Takes answers well only when asked for one of the formats, and otherwise with a 400.
func (s *Server) Takes(tuned bool, formats ...string) Answer {
	return func(w http.ResponseWriter, r *http.Request, asked *Request) {
		for _, f := range formats {
			if asked.Format == f && (tuned || !asked.Tuned) {
				s.Good(w, r, asked)
				return
			}
		}
		Status(http.StatusBadRequest, `{"error":{"message":"this request is not supported"}}`)(w, r, asked)
	}
}
