package auth

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/internal/token"
)

func TestBearer(t *testing.T) {
	keys := NewKeyring(map[string][]token.Digest{"planner": {token.DigestOf("rv_p")}, "gone": {token.DigestOf("rv_gone")}})
	member := func(agent string) bool { return agent == "planner" }
	h := Bearer(keys, member, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, ok := IdentityFrom(r.Context())
		if !ok {
			t.Error("let through without an identity")
		}
		_, _ = io.WriteString(w, id.Agent)
	}))
	tests := map[string]struct {
		url       string
		header    http.Header
		status    int
		challenge string
	}{
		"right token":        {header: http.Header{"Authorization": {"Bearer rv_p"}}, status: 200},
		"scheme in any case": {header: http.Header{"Authorization": {"bearer rv_p"}}, status: 200},
		"no token":           {status: 401, challenge: `Bearer resource_metadata="http://rv.test/.well-known/oauth-protected-resource/mcp"`},
		"empty token":        {header: http.Header{"Authorization": {"Bearer "}}, status: 401, challenge: `Bearer resource_metadata=`},
		"another scheme":     {header: http.Header{"Authorization": {"Basic rv_p"}}, status: 401, challenge: `Bearer resource_metadata=`},
		"wrong token":        {header: http.Header{"Authorization": {"Bearer rv_x"}}, status: 401, challenge: `Bearer error="invalid_token", resource_metadata=`},
		"two tokens":         {header: http.Header{"Authorization": {"Bearer rv_p", "Bearer rv_gone"}}, status: 401, challenge: `Bearer resource_metadata=`},
		"in the URL":         {url: "?access_token=rv_p", header: http.Header{"Authorization": {"Bearer rv_p"}}, status: 400},
		"agent not listed":   {header: http.Header{"Authorization": {"Bearer rv_gone"}}, status: 403},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "http://rv.test/mcp"+test.url, nil)
			r.Header = test.header
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != test.status {
				t.Errorf("status %d; want %d: %s", w.Code, test.status, w.Body)
			}
			if got := w.Header().Get("WWW-Authenticate"); !strings.HasPrefix(got, test.challenge) || (got == "") != (test.challenge == "") {
				t.Errorf("challenge %q; want %q", got, test.challenge)
			}
			if test.status == 200 && w.Body.String() != "planner" {
				t.Errorf("identity %q", w.Body)
			}
			if test.status != 200 && strings.Contains(w.Body.String(), "rv_") {
				t.Errorf("the answer holds a token: %s", w.Body)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "http://rv.test:8080"+MetadataPath, nil)
	for proto, want := range map[string]string{"": "http://rv.test:8080/mcp", "https": "https://rv.test:8080/mcp"} {
		r.Header.Set("X-Forwarded-Proto", proto)
		w := httptest.NewRecorder()
		Metadata("/mcp").ServeHTTP(w, r)
		var got struct {
			Resource string   `json:"resource"`
			Methods  []string `json:"bearer_methods_supported"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Resource != want || len(got.Methods) != 1 || got.Methods[0] != "header" {
			t.Errorf("metadata %s, %v; want resource %s", w.Body, err, want)
		}
	}
}

func TestCheckOrigin(t *testing.T) {
	h := CheckOrigin([]string{"https://console.example.com"}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	tests := map[string]int{
		"":                                   200,
		"http://localhost:6274":              200,
		"http://127.0.0.1":                   200,
		"https://[::1]:443":                  200,
		"https://console.example.com":        200,
		"http://console.example.com":         403,
		"https://evil.example":               403,
		"http://localhost.evil.example":      403,
		"http://127.0.0.1.evil.example:8080": 403,
		"null":                               403,
		"file://localhost":                   403,
	}
	for origin, want := range tests {
		r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Origin %q: status %d; want %d", origin, w.Code, want)
		}
	}
}

func TestCheckHost(t *testing.T) {
	h := CheckHost(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	tests := map[string]int{
		"localhost:8080":         200,
		"LOCALHOST":              200,
		"127.0.0.1:1":            200,
		"127.1.2.3":              200,
		"[::1]:8080":             200,
		"[::1]":                  200,
		"evil.example:8080":      403,
		"10.0.0.1:8080":          403,
		"localhost.evil.example": 403,
		"":                       403,
	}
	for host, want := range tests {
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: status %d; want %d", host, w.Code, want)
		}
	}
}

func TestIsLoopback(t *testing.T) {
	for addr, want := range map[string]bool{"127.0.0.1": true, "::1": true, "0.0.0.0": false, "::": false, "10.1.2.3": false} {
		if got := IsLoopback(&net.TCPAddr{IP: net.ParseIP(addr)}); got != want {
			t.Errorf("IsLoopback(%s) = %v", addr, got)
		}
	}
}
