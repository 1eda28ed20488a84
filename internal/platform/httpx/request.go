package httpx

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"

	"github.com/google/uuid"
)

type requestKey struct{}

// request holds what handlers and log lines need to know about a request.
type request struct {
	id       string
	ip       string
	language string
}

func about(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}

// RequestID identifies the request in responses, logs and the audit record.
func RequestID(ctx context.Context) string { return about(ctx).id }

// ClientIP is the client's address. Forwarding headers count only when they come from a trusted proxy.
func ClientIP(ctx context.Context) string { return about(ctx).ip }

// Language is the language the client prefers among those of the product.
func Language(ctx context.Context) string {
	if l := about(ctx).language; l != "" {
		return l
	}
	return "en"
}

var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// Identify gives each request its ID, client address and language.
func Identify(trusted []netip.Prefix, negotiate func(acceptLanguage string) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			id := r.Header.Get("X-Request-Id")
			if !requestIDPattern.MatchString(id) {
				id = uuid.NewString()
			}
			w.Header().Set("X-Request-Id", id)
			ctx := context.WithValue(r.Context(), requestKey{}, request{
				id: id, ip: clientIP(r, trusted), language: negotiate(r.Header.Get("Accept-Language")),
			})
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

func clientIP(r *http.Request, trusted []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return ""
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(ip, trusted); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		ip = hop
	}
	return ip.Unmap().String()
}

func isTrusted(ip netip.Addr, trusted []netip.Prefix) bool {
	for _, p := range trusted {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}
