package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"laurel/internal/platform/httpx"
)

// forwardingHeaders are what proxies and tunnels add to a request that they pass on.
var forwardingHeaders = []string{
	"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server",
	"X-Real-Ip", "X-Client-Ip", "X-Original-Host", "True-Client-Ip", "Cf-Connecting-Ip", "Fly-Client-Ip", "Fastly-Client-Ip", "X-Envoy-External-Address",
}

// fromThisMachine serves development pages only to requests that come straight from a program on this machine and name a
// loopback host, so that neither a reverse proxy nor DNS rebinding makes them public. Everybody else gets the 404 of a page
// that does not exist.
func fromThisMachine(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			httpx.Fail(w, r, errPageNotFound)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLocal(r *http.Request) bool {
	for _, name := range forwardingHeaders {
		if _, found := r.Header[name]; found {
			return false
		}
	}
	return isLoopback(r.RemoteAddr) && isLoopback(r.Host)
}

// isLoopback tells whether a host, with or without a port, is a loopback address or localhost.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.Unmap().IsLoopback()
}
