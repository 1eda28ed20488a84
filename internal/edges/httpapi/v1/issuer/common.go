// Package issuer serves the API for the dashboard and integrations. Clients authenticate with a session or an API key and act in one
// department.
package issuer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/idempotency"
)

// Idempotent applies the Idempotency-Key header to endpoints that support it according to the contract: equal requests with the same
// key have one effect and the same response.
func Idempotent(keys *idempotency.Keys) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			call, _, err := called(r)
			key, by := r.Header.Get("Idempotency-Key"), access.From(r.Context())
			switch {
			case err != nil:
				httpx.Fail(w, r, err)
			case !call.Idempotent || key == "" || by.DepartmentID == 0:
				next.ServeHTTP(w, r)
			default:
				once(keys, key, by, next, w, r)
			}
		})
	}
}

func once(keys *idempotency.Keys, key string, by access.Actor, next http.Handler, w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, httpx.MaxBody))
	if err != nil {
		httpx.Fail(w, r, httpx.ErrTooLarge.With("max", httpx.MaxBody))
		return
	}
	// The role is part of the request: a viewer must not get the cached response for an administrator.
	sum := sha256.Sum256(append([]byte(string(by.Role)+" "+r.Method+" "+r.URL.RequestURI()+"\n"), body...))
	answer, err := keys.Do(r.Context(), by.DepartmentID, key, sum[:], func(ctx context.Context) (idempotency.Response, error) {
		rec := &recorder{header: w.Header(), status: http.StatusOK}
		again := r.Clone(ctx)
		again.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(rec, again)
		return idempotency.Response{Status: rec.status, Body: rec.body.Bytes()}, nil
	})
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	if answer.Replayed {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(answer.Status)
	_, _ = w.Write(answer.Body)
}

// recorder buffers a response so that it can be stored before it is sent.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
