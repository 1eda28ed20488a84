package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
)

// kit lists the files that pages of other products load to embed the design maker. Their URLs are stable, because hosts hard-code them.
// The contents are cached for an hour.
var kit = map[string]string{
	"embed.js":          "text/javascript; charset=utf-8",
	"embed-react.js":    "text/javascript; charset=utf-8",
	"embed.d.ts":        "text/plain; charset=utf-8",
	"embed-react.d.ts":  "text/plain; charset=utf-8",
	"embed.schema.json": "application/schema+json",
}

// mountKit serves the built files of the kit.
func mountKit(r chi.Router, files fs.FS) {
	for name, kind := range kit {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			r.Get("/"+name, func(w http.ResponseWriter, r *http.Request) { httpx.Fail(w, r, errPageNotFound) })
			continue
		}
		sum := sha256.Sum256(content)
		tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
		r.Get("/"+name, func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Cache-Control", "public, max-age=3600")
			h.Set("ETag", tag)
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			h.Set("Content-Type", kind)
			_, _ = w.Write(content)
		})
	}
}
