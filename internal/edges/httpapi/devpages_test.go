package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestDevelopmentPagesAnswerOnlyRequestsFromThisMachine(t *testing.T) {
	t.Parallel()
	h := fromThisMachine(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for name, c := range map[string]struct {
		host, remote string
		header       string
		want         int
	}{
		"loopback address":             {"127.0.0.1:8080", "127.0.0.1:4711", "", http.StatusNoContent},
		"localhost":                    {"localhost:8080", "127.0.0.1:4711", "", http.StatusNoContent},
		"loopback in IPv6":             {"[::1]:8080", "[::1]:4711", "", http.StatusNoContent},
		"host without a port":          {"localhost", "127.0.0.1:4711", "", http.StatusNoContent},
		"public host":                  {"certs.example.org", "127.0.0.1:4711", "", http.StatusNotFound},
		"host that starts as loopback": {"127.0.0.1.example.org", "127.0.0.1:4711", "", http.StatusNotFound},
		"no host":                      {"", "127.0.0.1:4711", "", http.StatusNotFound},
		"another machine":              {"127.0.0.1:8080", "192.0.2.7:4711", "", http.StatusNotFound},
		"proxy that rewrites the host": {"127.0.0.1:8080", "127.0.0.1:4711", "X-Forwarded-For", http.StatusNotFound},
		"proxy by the standard":        {"127.0.0.1:8080", "127.0.0.1:4711", "Forwarded", http.StatusNotFound},
		"tunnel":                       {"localhost", "127.0.0.1:4711", "Cf-Connecting-Ip", http.StatusNotFound},
	} {
		r := httptest.NewRequest(http.MethodGet, "/dev/mail", nil)
		r.Host, r.RemoteAddr = c.host, c.remote
		if c.header != "" {
			r.Header.Set(c.header, "")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d", name, w.Code, c.want)
		}
	}
}
