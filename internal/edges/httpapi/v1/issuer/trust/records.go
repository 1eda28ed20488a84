package trust

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/trust/badges"
)

// recordsAPI serves learner records.
type recordsAPI struct{ badges *badges.Service }

func (a recordsAPI) routes(r chi.Router) { r.Post("/credentials/learner_record", a.sign) }

func (a recordsAPI) sign(w http.ResponseWriter, r *http.Request) {
	var in wire.SelectionIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	record, err := a.badges.Record(r.Context(), access.From(r.Context()), in.Domain())
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", badges.SignedType)
	h.Set("Content-Disposition", `attachment; filename="`+record.ID.String()+`.json"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(record.Document)
}
