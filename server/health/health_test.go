package health

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestReady(t *testing.T) {
	var (
		s        State
		broken   error
		reported error
	)
	h := s.Ready(func(context.Context) error { return broken }, func(err error) { reported = err })
	probe := func(wantStatus int, wantText string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if w.Code != wantStatus || !strings.Contains(w.Body.String(), wantText) {
			t.Errorf("got %d %q; want %d %q", w.Code, w.Body, wantStatus, wantText)
		}
	}
	probe(503, "starting")
	s.Serving()
	probe(200, "ok")
	broken = errors.New("disk I/O error at secret place")
	probe(503, "the store does not answer\n")
	if reported == nil {
		t.Error("why was not reported")
	}
	broken = nil
	probe(200, "ok")
	s.Draining()
	probe(503, "draining")
}

func TestReadyBoundsTheCheck(t *testing.T) {
	var s State
	s.Serving()
	check := func(ctx context.Context) error {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the check has no deadline")
		}
		return nil
	}
	s.Ready(check, func(error) {}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/readyz", nil))
}

func TestLive(t *testing.T) {
	w := httptest.NewRecorder()
	Live().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
	if w.Code != http.StatusOK {
		t.Errorf("status %d", w.Code)
	}
}
