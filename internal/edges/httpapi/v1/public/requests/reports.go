package requests

import (
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/messaging/bounces"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// emailReport takes a call in which a provider tells what became of emails. The signature covers the body as it came.
func (a api) emailReport(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "uuid"))
	if err != nil {
		httpx.Fail(w, r, senders.ErrNoHook)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bounces.MostBytes+1))
	if err != nil || len(body) > bounces.MostBytes {
		httpx.Fail(w, r, errs.New(errs.TooLarge, "email_feedback.too_large"))
		return
	}
	if err := a.Bounces.Call(r.Context(), id, bounces.Call{Header: r.Header.Get, Body: body}); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
