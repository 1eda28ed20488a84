package trust

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/documents/collectionpdf"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
)

// sharedPDF prints a shared collection for its visitors.
func (a api) sharedPDF(w http.ResponseWriter, r *http.Request) {
	CollectionPDF(w, r, a.Texts, "public, no-cache", func(language string) (collectionpdf.File, error) {
		return a.Printed.Shared(r.Context(), chi.URLParam(r, "token"), language, httpx.ClientIP(r.Context()))
	})
}

// CollectionPDF answers with a collection printed in the language that the request names, or else prefers.
func CollectionPDF(
	w http.ResponseWriter, r *http.Request, texts *i18n.Bundle, caching string, printed func(language string) (collectionpdf.File, error),
) {
	language := r.URL.Query().Get("language")
	var err error
	switch {
	case language == "":
		language = httpx.Language(r.Context())
	case !texts.Speaks(language):
		err = errs.Field("language", "not_one_of", "values", strings.Join(texts.Languages(), ", "))
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wire.FileTime)) // a writer without deadlines needs none
	var made collectionpdf.File
	if err == nil {
		made, err = printed(language)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": made.Name + ".pdf"}))
	h.Set("Cache-Control", caching)
	h.Set("Content-Length", strconv.Itoa(len(made.Data)))
	_, _ = w.Write(made.Data)
}
