package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
)

// locale serves the texts of a language to the browser. They are small in number and never change while we run.
func (d Deps) locale() http.HandlerFunc {
	type text struct {
		body []byte
		etag string
	}
	texts := map[string]text{}
	names, _ := fs.Glob(d.Locales, "*.json")
	for _, name := range names {
		if body, err := fs.ReadFile(d.Locales, name); err == nil {
			sum := sha256.Sum256(body)
			texts[path.Base(name)] = text{body, `"` + hex.EncodeToString(sum[:8]) + `"`}
		}
	}
	return func(w http.ResponseWriter, r *http.Request) {
		t, ok := texts[chi.URLParam(r, "file")]
		if !ok {
			httpx.Fail(w, r, errPageNotFound)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "application/json; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		h.Set("ETag", t.etag)
		if r.Header.Get("If-None-Match") == t.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(t.body)
	}
}
