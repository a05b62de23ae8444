package auth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/jsonrpc"
)

// MetadataPath is where RFC 9728 looks for a resource's metadata; a resource's own path is appended.
const MetadataPath = "/.well-known/oauth-protected-resource"

// Bearer lets requests through that carry an agent's token (RFC 6750) and puts the agent's identity into
// their context. Others get 401 with a challenge that points to the metadata of RFC 9728, and those of an
// agent that member does not know (any more) get 403.
func Bearer(keys *Keyring, member func(agent string) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("access_token") {
			jsonrpc.WriteError(w, http.StatusBadRequest, "a token must not be in the URL; send it in the Authorization header")
			return
		}
		token, ok := bearerToken(r)
		if !ok {
			challenge(w, r, "")
			jsonrpc.WriteError(w, http.StatusUnauthorized, "no token: send the agent's token in the header Authorization: Bearer <token>")
			return
		}
		agent, ok := keys.Agent(token)
		if !ok {
			challenge(w, r, `error="invalid_token", `)
			jsonrpc.WriteError(w, http.StatusUnauthorized, "wrong token: it is not known here, or was replaced; get the agent's present token")
			return
		}
		if !member(agent) {
			jsonrpc.WriteError(w, http.StatusForbidden, "agent "+agent+" is not an agent of this namespace (any more); add it to the manifest")
			return
		}
		next.ServeHTTP(w, r.WithContext(WithIdentity(r.Context(), memory.Identity{Agent: agent})))
	})
}

// bearerToken is the token of the one Authorization header.
func bearerToken(r *http.Request) (string, bool) {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}

// challenge says how to authenticate. Fault is empty when no token was sent (RFC 6750 section 3.1).
func challenge(w http.ResponseWriter, r *http.Request, fault string) {
	w.Header().Set("WWW-Authenticate", fmt.Sprintf("Bearer %sresource_metadata=%q", fault, baseURL(r)+MetadataPath+r.URL.Path))
}

// Metadata answers with the protected resource metadata of RFC 9728 for the resource at path. It names no
// authorization server: tokens are handed out with the manifest.
func Metadata(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"resource":                 baseURL(r) + path,
			"resource_name":            "Rearview",
			"bearer_methods_supported": []string{"header"},
		})
	})
}

// baseURL is how the caller reached the server. It is only ever told back to that caller.
func baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
