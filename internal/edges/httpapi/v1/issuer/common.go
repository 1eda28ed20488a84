// Package issuer serves the dashboard and integrators: a session or an API key, and the department it acts in.
package issuer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/idempotency"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
)

var zeroUUID = uuid.Nil

// doneReply answers what has nothing to show.
type doneReply struct {
	Success bool `json:"success"`
}

// idIn names an object by its number.
type idIn struct {
	ID httpx.Int `json:"id" validate:"required"`
}

// meta tells where a page of a list stands.
type meta = httpx.Meta

func metaOf[T any](p page.Page[T]) meta { return httpx.MetaOf(p) }

func language(r *http.Request) string { return httpx.Language(r.Context()) }

// given keeps a value as it came, so that null can be told from nothing.
type given struct{ raw json.RawMessage }

// UnmarshalJSON keeps the bytes.
func (g *given) UnmarshalJSON(data []byte) error {
	g.raw = bytes.Clone(data)
	return nil
}

func givenText(field string, g given) (optional.Value[string], error) {
	if g.raw == nil {
		return optional.Value[string]{}, nil
	}
	var t httpx.Text
	if err := json.Unmarshal(g.raw, &t); err != nil {
		return optional.Value[string]{}, errs.Field(field, "wrong_type", "type", "text")
	}
	return optional.Set(string(t)), nil
}

func givenNumber(field string, g given) (optional.Value[*float64], error) {
	if g.raw == nil {
		return optional.Value[*float64]{}, nil
	}
	if s := string(g.raw); s == "null" || s == `""` {
		return optional.Set[*float64](nil), nil
	}
	var n httpx.Float
	if err := json.Unmarshal(g.raw, &n); err != nil {
		return optional.Value[*float64]{}, errs.Field(field, "wrong_type", "type", "number")
	}
	return optional.Set((*float64)(&n)), nil
}

// givenObject reads an object; clients in PHP write an empty one as [] and none as null, which both mean default.
func givenObject(field string, g given) (optional.Value[map[string]any], error) {
	if g.raw == nil || string(g.raw) == "null" {
		return optional.Value[map[string]any]{}, nil
	}
	object := map[string]any{}
	if string(bytes.TrimSpace(g.raw)) != "[]" {
		if err := json.Unmarshal(g.raw, &object); err != nil {
			return optional.Value[map[string]any]{}, errs.Field(field, "wrong_type", "type", "object")
		}
	}
	return optional.Set(object), nil
}

func optionalText(t *httpx.Text) optional.Value[string] {
	if t == nil {
		return optional.Value[string]{}
	}
	return optional.Set(string(*t))
}

func optionalBool(b *httpx.Bool) optional.Value[bool] {
	if b == nil {
		return optional.Value[bool]{}
	}
	return optional.Set(bool(*b))
}

func optionalInt(n *httpx.Int) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// Idempotent makes the calls of which the contract says so heed Idempotency-Key: equal requests with the same key have one effect and
// equal answers.
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
	// The role belongs to the request: who may only look must not be given the answer of somebody who may change.
	sum := sha256.Sum256(append([]byte(string(by.Role)+" "+r.Method+" "+r.URL.RequestURI()+"\n"), body...))
	answer, err := keys.Do(r.Context(), by.DepartmentID, key, sum[:], func(ctx context.Context) (idempotency.Answer, error) {
		rec := &recorder{header: w.Header(), status: http.StatusOK}
		again := r.Clone(ctx)
		again.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(rec, again)
		return idempotency.Answer{Status: rec.status, Body: rec.body.Bytes()}, nil
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

// recorder keeps an answer so that it can be stored before it is sent.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
