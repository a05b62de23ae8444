package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimitCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		h := limitCalls(1, time.Second, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
		call := func() <-chan int {
			status := make(chan int, 1)
			go func() {
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/mcp", nil))
				status <- w.Code
			}()
			return status
		}
		first := call()
		synctest.Wait()
		if got := <-call(); got != http.StatusServiceUnavailable {
			t.Errorf("a call that waited too long got %d", got)
		}
		second := call()
		synctest.Wait()
		close(release)
		if a, b := <-first, <-second; a != http.StatusOK || b != http.StatusOK {
			t.Errorf("calls got %d and %d", a, b)
		}
	})
}

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
