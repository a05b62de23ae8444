package jsonrpc

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWriteError(t *testing.T) {
	w := httptest.NewRecorder()
	WriteError(w, http.StatusUnauthorized, "send a token")
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"send a token"}}` + "\n"
	if w.Code != http.StatusUnauthorized || w.Body.String() != want || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("got %d %v %s", w.Code, w.Header(), w.Body)
	}
}
