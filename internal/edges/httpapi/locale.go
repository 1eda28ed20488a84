package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
)

// locale serves all texts of a language as one file. Each is encoded once, because texts do not change while the process runs.
func (d Deps) locale() http.HandlerFunc {
	type text struct {
		body []byte
		etag string
	}
	texts := map[string]text{}
	for _, language := range d.Texts.Languages() {
		if body, ok := d.Texts.JSON(language); ok {
			sum := sha256.Sum256(body)
			texts[language+".json"] = text{body, `"` + hex.EncodeToString(sum[:8]) + `"`}
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
