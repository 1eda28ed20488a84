package httpx_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
)

func english(string) string { return "en" }

func TestTheClientsAddressIsBelievedOnlyOfTrustedProxies(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, c := range map[string]struct {
		remote    string
		forwarded []string
		want      string
	}{
		"direct":                     {"203.0.113.9:1234", nil, "203.0.113.9"},
		"direct with a tale":         {"203.0.113.9:1234", []string{"198.51.100.1"}, "203.0.113.9"},
		"through one proxy":          {"10.0.0.1:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		"a tale through one proxy":   {"10.0.0.1:1234", []string{"1.2.3.4, 198.51.100.1"}, "198.51.100.1"},
		"through two proxies":        {"10.0.0.1:1234", []string{"198.51.100.1", "10.9.9.9"}, "198.51.100.1"},
		"only proxies":               {"10.0.0.1:1234", []string{"10.1.1.1"}, "10.1.1.1"},
		"rubbish from a proxy":       {"10.0.0.1:1234", []string{"<script>"}, "10.0.0.1"},
		"the header without a value": {"10.0.0.1:1234", []string{""}, "10.0.0.1"},
		"IPv6":                       {"[2001:db8::1]:1234", nil, "2001:db8::1"},
		"IPv6 proxy":                 {"[fd00::1]:1234", []string{"2001:db8::7"}, "2001:db8::7"},
		"IPv4 in IPv6":               {"[::ffff:10.0.0.1]:1234", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		"no address":                 {"@", nil, ""},
	} {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.RemoteAddr = c.remote
		req.Header["X-Forwarded-For"] = c.forwarded
		got := "none"
		httpx.Identify(trusted, english)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = httpx.ClientIP(r.Context()) })).
			ServeHTTP(httptest.NewRecorder(), req)
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestARequestHasAnIDThatNobodyCanAbuse(t *testing.T) {
	t.Parallel()
	for given, kept := range map[string]bool{
		"": false, "abcdefgh-1234": true, "short": false, "has spaces in it": false, "line\nbreak-in-it": false, strings.Repeat("a", 65): false,
	} {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header["X-Request-Id"] = []string{given}
		w := httptest.NewRecorder()
		got := ""
		httpx.Identify(nil, english)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = httpx.RequestID(r.Context()) })).ServeHTTP(w, req)
		if (got == given) != kept || len(got) < 8 || w.Header().Get("X-Request-Id") != got {
			t.Errorf("%q becomes %q, answered %q", given, got, w.Header().Get("X-Request-Id"))
		}
	}
}

func TestSecretsStayOutOfLoggedAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/a":                               "/a",
		"/a?page=2":                        "/a?page=2",
		"/a?key=s3cret&page=2":             "/a?key=-&page=2",
		"/a?KEY=s3cret":                    "/a?KEY=-",
		"/a?key=s3cret&key=again":          "/a?key=-",
		"/a?authorization=s&token=s&jwt=s": "/a?authorization=-&jwt=-&token=-",
		"/a?reset_token=s&code=s":          "/a?code=-&reset_token=-",
		"/a?key[]=s":                       "/a?key%5B%5D=-",
		"/a?issuer[Password]=s&a.token=s":  "/a?a.token=-&issuer%5BPassword%5D=-",
		"/a?monkey=1":                      "/a?monkey=1",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := httpx.RedactURL(u); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestALogLineNamesTheRequestWithoutSecrets(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	var route string
	var status int
	r := chi.NewRouter()
	r.Use(httpx.Log(slog.New(slog.NewJSONHandler(&log, nil)), func(pattern, _ string, code int, _ time.Duration) { route, status = pattern, code }))
	r.Get("/things/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	req := httptest.NewRequest(http.MethodGet, "/things/7%0A?key=s3cret", nil)
	req.Header.Set("Authorization", "Bearer s3cret")
	r.ServeHTTP(httptest.NewRecorder(), req)
	if line := log.String(); strings.Contains(line, "s3cret") || strings.Count(line, "\n") != 1 || !strings.Contains(line, `"status":418`) {
		t.Errorf("logged %q", line)
	}
	if route != "/things/{id}" || status != http.StatusTeapot {
		t.Errorf("observed %s %d", route, status)
	}
}

func TestPathsAreCleanedWithoutARedirect(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/": "/", "/a": "/a", "/a/": "/a", "/a//": "/a", "//a": "/a", "/v1//issuer///group/": "/v1/issuer/group", "///": "/",
	} {
		got := ""
		req := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: path, RawQuery: "x=1"}}
		httpx.Clean(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path + "?" + r.URL.RawQuery })).
			ServeHTTP(httptest.NewRecorder(), req)
		if got != want+"?x=1" {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestAnyPageMayCallTheAPIWithAKey(t *testing.T) {
	t.Parallel()
	reached := false
	handler := httpx.CORS(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	req := httptest.NewRequest(http.MethodOptions, "/v1/credentials", nil)
	req.Header.Set("Origin", "https://lms.example")
	req.Header.Set("Access-Control-Request-Method", "PATCH")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, req)
	h := w.Header()
	if w.Code != http.StatusNoContent || reached || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%d %v", w.Code, h)
	}
	for _, name := range []string{"Authorization", "Content-Type", "Accredible-Integration", "department-id", "Idempotency-Key"} {
		if !strings.Contains(h.Get("Access-Control-Allow-Headers"), name) {
			t.Errorf("%s is not allowed", name)
		}
	}
	if !strings.Contains(h.Get("Access-Control-Allow-Methods"), "PATCH") {
		t.Errorf("methods %s", h.Get("Access-Control-Allow-Methods"))
	}
	req.Header.Del("Access-Control-Request-Method") // a plain OPTIONS is no preflight
	handler.ServeHTTP(httptest.NewRecorder(), req)
	if !reached {
		t.Error("a plain OPTIONS ends at the preflight")
	}
}

func TestAPanicIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	w := httptest.NewRecorder()
	httpx.Recover(slog.New(slog.NewTextHandler(&log, nil)))(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("s3cret state") })).
		ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != 500 || strings.Contains(w.Body.String(), "s3cret") || !strings.Contains(log.String(), "s3cret state") || !strings.Contains(log.String(), "middleware_test.go") {
		t.Errorf("%d %s\n%s", w.Code, w.Body, log.String())
	}
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("an aborted handler ends with %v", p)
		}
	}()
	httpx.Recover(slog.New(slog.DiscardHandler))(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })).
		ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
}

func TestEveryAnswerCarriesTheSafetyHeaders(t *testing.T) {
	t.Parallel()
	for https, hsts := range map[bool]bool{true: true, false: false} {
		w := httptest.NewRecorder()
		httpx.SecureHeaders(https)(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		h := w.Header()
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" ||
			!strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") || (h.Get("Strict-Transport-Security") != "") != hsts {
			t.Errorf("https %v: %v", https, h)
		}
	}
}
