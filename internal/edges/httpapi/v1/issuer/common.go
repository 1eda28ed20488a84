// Package issuer serves the API for the dashboard and integrations. Clients authenticate with a session or an API key and act in one
// department.
package issuer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/openapi"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/idempotency"
	"laurel/internal/recipients/recipients"
)

// Idempotent applies the Idempotency-Key header to endpoints that support it according to the contract: equal requests with the same
// key have one effect and the same response.
func Idempotent(keys *idempotency.Keys) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			call, _, err := called(r)
			key := r.Header.Get("Idempotency-Key")
			owner, rights := keyOwner(r.Context(), call)
			switch {
			case err != nil:
				httpx.Fail(w, r, err)
			case !call.Idempotent || key == "" || owner == (idempotency.Owner{}):
				next.ServeHTTP(w, r)
			default:
				once(keys, key, owner, rights, next, w, r)
			}
		})
	}
}

// keyOwner returns whose keys a call uses, and the caller's rights. These are part of the request: a viewer must not get the stored
// response for an administrator, nor a recipient who opened one link that for their whole account.
func keyOwner(ctx context.Context, call openapi.Call) (idempotency.Owner, string) {
	if call.Open {
		by := recipients.From(ctx)
		return idempotency.Owner{RecipientID: by.RecipientID}, fmt.Sprint(by.Level, by.DepartmentID, by.Groups.IDs())
	}
	by := access.From(ctx)
	return idempotency.Owner{DepartmentID: by.DepartmentID}, string(by.Role)
}

func once(keys *idempotency.Keys, key string, owner idempotency.Owner, rights string, next http.Handler, w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, httpx.MaxBody))
	if err != nil {
		httpx.Fail(w, r, httpx.ErrTooLarge.With("max", httpx.MaxBody))
		return
	}
	sum := sha256.Sum256(append([]byte(rights+" "+r.Method+" "+r.URL.RequestURI()+"\n"), body...))
	answer, err := keys.Do(r.Context(), owner, key, sum[:], func(ctx context.Context) (idempotency.Response, error) {
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
