package httpx

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// secretParameters are query parameters that are never logged. The specification requires them in URLs.
var secretParameters = []string{"key", "authorization", "issuer_token", "token", "reset_token", "verification_token", "code", "jwt", "owner", "password"}

// RedactURL returns path and query of u without the values of secret parameters.
func RedactURL(u *url.URL) string {
	if u.RawQuery == "" {
		return u.Path
	}
	q := u.Query()
	for name := range q {
		for _, secret := range secretParameters {
			if slices.Contains(partsOf(name), secret) {
				q.Set(name, "-")
			}
		}
	}
	return u.Path + "?" + q.Encode()
}

// partsOf splits a parameter's name into lower-case words: a[key][] becomes a and key.
func partsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '[' || r == ']' || r == '.' || r == ' ' })
}

// Log writes one line per request, without secrets, and passes duration and status to observe for the metrics. The query of bare paths
// is not logged at all.
func Log(log *slog.Logger, observe func(route, method string, status int, took time.Duration), bare ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			started := time.Now()
			ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			next.ServeHTTP(ww, r)
			status := ww.Status()
			if status == 0 {
				status = http.StatusOK
			}
			took := time.Since(started)
			route := chi.RouteContext(r.Context()).RoutePattern()
			observe(route, r.Method, status, took)
			address := r.URL.Path
			if !slices.Contains(bare, address) {
				address = RedactURL(r.URL)
			}
			log.InfoContext(r.Context(), "request", "method", r.Method, "path", address,
				"status", status, "bytes", ww.BytesWritten(), "ms", took.Milliseconds(), "ip", ClientIP(r.Context()))
		})
	}
}

// Recover turns a panic into a logged 500.
func Recover(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if p := recover(); p != nil {
					if p == http.ErrAbortHandler { //nolint:errorlint // the documented way to compare
						panic(p)
					}
					log.ErrorContext(r.Context(), "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
					Fail(w, r, errInternal)
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

// Clean serves paths with duplicate and trailing slashes as if they had none. A redirect would turn a POST into a GET.
func Clean(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		for strings.Contains(path, "//") {
			path = strings.ReplaceAll(path, "//", "/")
		}
		if len(path) > 1 {
			path = strings.TrimRight(path, "/")
		}
		if path == "" {
			path = "/"
		}
		if path != r.URL.Path {
			u := *r.URL
			u.Path, u.RawPath = path, ""
			c := *r
			c.URL = &u
			r = &c
		}
		next.ServeHTTP(w, r)
	})
}

// SecureHeaders sets the security headers of every response. Pages that may be framed replace Content-Security-Policy, and files that
// other sites may show replace Cross-Origin-Resource-Policy, which does not apply to CORS requests.
func SecureHeaders(https bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
			if https {
				h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// CORS lets web pages of integrators call the API with a key. The API uses no cookies, so every origin is allowed.
func CORS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "authorization, Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotent-Replayed, Laurel-Warning")
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, department-id, Idempotency-Key, Accept-Language, Accredible-Integration, X-Signature, X-Timestamp")
			h.Set("Access-Control-Max-Age", "7200")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// RateLimit reports to the client how much of its limit is left, and in how many seconds the limit resets.
func RateLimit(w http.ResponseWriter, limit, remaining, reset int) {
	h := w.Header()
	h.Set("RateLimit-Limit", strconv.Itoa(limit))
	h.Set("RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("RateLimit-Reset", strconv.Itoa(reset))
}
