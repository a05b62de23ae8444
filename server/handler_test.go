package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestContainPanics(t *testing.T) {
	log := &syncBuffer{}
	h := containPanics(logTo(log), http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret state") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "handler_test.go") {
		t.Errorf("the log does not say where: %s", log)
	}
}
