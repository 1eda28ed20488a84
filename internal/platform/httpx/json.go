// Package httpx connects HTTP to Go functions: decoding with limits, the mapping of errors to statuses, and the middleware of every
// route. It does not depend on the product.
package httpx

import (
	"encoding/json"
	"net/http"
)

// Status may be implemented by a reply whose status is not 200.
type Status interface{ Status() int }

// Headers may be implemented by a reply that sets response headers.
type Headers interface{ Headers(http.Header) }

// None is the input or the reply of an endpoint that has none. As a reply it is written as {}.
type None struct{}

// JSON returns a handler that decodes and validates the input, calls fn and writes its reply or error.
func JSON[In, Out any](fn func(r *http.Request, in In) (Out, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if err := Decode(w, r, &in); err != nil {
			Fail(w, r, err)
			return
		}
		out, err := fn(r, in)
		if err != nil {
			Fail(w, r, err)
			return
		}
		Write(w, out)
	}
}

// Write writes a reply as JSON.
func Write(w http.ResponseWriter, out any) {
	if h, ok := out.(Headers); ok {
		h.Headers(w.Header())
	}
	status := http.StatusOK
	if s, ok := out.(Status); ok {
		status = s.Status()
	}
	writeJSON(w, status, out)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	data, err := json.Marshal(body)
	if err != nil { // a reply type that cannot be written is a fault of ours that tests find
		http.Error(w, `{"errors":"internal"}`, http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(data)
}
