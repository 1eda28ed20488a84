package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/client"
	"laurel/internal/platform/httpx"
)

// mountClients serves the API clients for this server version. They are packed on the first request.
func mountClients(r chi.Router, version string, web fs.FS) {
	for name, pack := range map[string]func() ([]byte, error){
		"laurel-go.zip":         func() ([]byte, error) { return client.Go(version) },
		"laurel-typescript.zip": func() ([]byte, error) { return client.TypeScript(version, web) },
	} {
		once := sync.OnceValues(pack)
		r.Get("/docs/api/"+name, func(w http.ResponseWriter, r *http.Request) {
			content, err := once()
			if err != nil { // the web application was not built
				httpx.Fail(w, r, errPageNotFound.Wrap(err))
				return
			}
			sum := sha256.Sum256(content)
			tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
			h := w.Header()
			h.Set("Cache-Control", "public, no-cache")
			h.Set("ETag", tag)
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			h.Set("Content-Type", "application/zip")
			h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
			_, _ = w.Write(content)
		})
	}
}
