package auth

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/rearview-dev/rearview/server/jsonrpc"
)

// CheckOrigin refuses requests of browsers whose page is neither on this machine nor of one of the allowed
// origins (such as https://console.example.com). Requests without an Origin do not come from a page.
func CheckOrigin(allowed []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if !slices.Contains(allowed, origin) && !isLoopbackOrigin(origin) {
				jsonrpc.WriteError(w, http.StatusForbidden, "pages of this Origin may not use this server")
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// CheckHost refuses requests whose Host is not this machine. It belongs in front of a server that listens
// on loopback, where any other name is a page that rebinds its own DNS name to 127.0.0.1.
func CheckHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopbackHost(r.Host) {
			jsonrpc.WriteError(w, http.StatusForbidden, "this server listens on loopback and answers to localhost and loopback addresses only")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// IsLoopback says whether an address of a listener is reachable from this machine only.
func IsLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

func isLoopbackOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLoopbackHost(u.Host)
}

// isLoopbackHost takes a host with or without a port.
func isLoopbackHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
