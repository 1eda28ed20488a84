// Package httpx is how HTTP meets Go functions: decoding with limits, one map from refusal to status, and the middleware
// that every route shares. It has no product words.
package httpx

import (
	"encoding/json"
	"net/http"
)

// Status may be implemented by a reply that is not a 200.
type Status interface{ Status() int }

// Headers may be implemented by a reply that sets response headers.
type Headers interface{ Headers(http.Header) }

// None is the input or reply of an endpoint that has none; as a reply it is written as {}.
type None struct{}

// JSON makes a handler of fn: the input is decoded and checked for shape, fn is called, its reply or refusal written.
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

// Write sends a reply as JSON.
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
