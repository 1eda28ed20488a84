package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"laurel/internal/platform/httpx"
)

// forwardingHeaders are headers that proxies and tunnels add to requests.
var forwardingHeaders = []string{
	"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server",
	"X-Real-Ip", "X-Client-Ip", "X-Original-Host", "True-Client-Ip", "Cf-Connecting-Ip", "Fly-Client-Ip", "Fastly-Client-Ip", "X-Envoy-External-Address",
}

// fromThisMachine restricts development pages to direct requests from this machine with a loopback host, so that neither a reverse
// proxy nor DNS rebinding can expose them. Other requests get the same 404 as for an unknown page.
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

// isLoopback reports whether a host, with or without a port, is a loopback address or localhost.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.Unmap().IsLoopback()
}
