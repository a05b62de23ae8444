package admin

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/rearview-dev/rearview/memory"
)

// maxBodyBytes bounds a request; the longest query, escaped, fits well.
const maxBodyBytes = 256 << 10

// Handler serves a service. It checks nobody's identity: what can reach it may do everything.
func Handler(s Service) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/maintain", func(w http.ResponseWriter, r *http.Request) {
		// The request's context ends when the person interrupts the command.
		report, err := s.Maintain(r.Context())
		reply(w, report, err)
	})
	mux.HandleFunc("POST /v1/search", func(w http.ResponseWriter, r *http.Request) {
		var body searchBody
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBodyBytes)).Decode(&body); err != nil {
			reply(w, nil, memory.Wrap(memory.KindInvalid, err, "the search is not valid JSON, or too large"))
			return
		}
		found, err := s.Search(r.Context(), body.visibility(), body.request())
		reply(w, found, err)
	})
	mux.HandleFunc("GET /v1/memories/{id}", func(w http.ResponseWriter, r *http.Request) {
		shown, err := s.Show(r.Context(), r.PathValue("id"))
		reply(w, shown, err)
	})
	mux.HandleFunc("GET /v1/memories/{id}/history", func(w http.ResponseWriter, r *http.Request) {
		story, err := s.History(r.Context(), r.PathValue("id"))
		reply(w, story, err)
	})
	mux.HandleFunc("POST /v1/memories/{id}/restore", func(w http.ResponseWriter, r *http.Request) {
		restored, err := s.Restore(r.Context(), r.PathValue("id"))
		reply(w, restored, err)
	})
	mux.HandleFunc("GET /v1/stats", func(w http.ResponseWriter, r *http.Request) {
		stats, err := s.Stats(r.Context())
		reply(w, stats, err)
	})
	return mux
}

func reply(w http.ResponseWriter, result any, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		body := toBody(err)
		w.WriteHeader(statusOf(body.Kind))
		_ = json.NewEncoder(w).Encode(body) // the person may have gone
		return
	}
	_ = json.NewEncoder(w).Encode(result)
}

func toBody(err error) errorBody {
	var e *memory.Error
	switch {
	case errors.As(err, &e):
		body := errorBody{Kind: e.Kind, Message: e.Message}
		if e.Err != nil {
			body.Cause = e.Err.Error()
		}
		return body
	case errors.Is(err, context.Canceled):
		return errorBody{Kind: memory.KindUnavailable, Message: "it was interrupted before it was finished"}
	default:
		return errorBody{Kind: memory.KindInternal, Message: err.Error()}
	}
}

// statusOf is the HTTP status of a kind of error.
func statusOf(kind memory.Kind) int {
	switch kind {
	case memory.KindInvalid:
		return http.StatusBadRequest
	case memory.KindNotAllowed:
		return http.StatusForbidden
	case memory.KindNotFound:
		return http.StatusNotFound
	case memory.KindConflict:
		return http.StatusConflict
	case memory.KindUnavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}
