package public

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/objects"
)

// maxFile is the maximum size of a public file, in bytes.
const maxFile = 20 << 20

var errNoFile = errs.New(errs.NotFound, "file.not_found")

// File serves a validated image from the object store at a permanent URL, because signed documents, emails and external pages link to
// it. Uploads that were not validated are not served.
func File(d Deps) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key, ok := d.Files.KeyOf(d.Files.PublicURL(chi.URLParam(r, "*")))
		if !ok || strings.HasPrefix(key, objects.PublicPrefix+"uploads/") {
			httpx.Fail(w, r, errNoFile)
			return
		}
		data, info, err := d.Files.Get(r.Context(), key, maxFile)
		if errors.Is(err, objects.ErrNotFound) || err == nil && !strings.HasPrefix(info.ContentType, "image/") {
			err = errNoFile
		}
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", info.ContentType)
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cache-Control", "public, max-age=31536000, immutable") // a key is never given again
		h.Set("ETag", info.ETag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}
