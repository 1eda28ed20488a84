package recipient

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/badges"
)

type archiveIn struct {
	IDs []string `json:"credential_ids" validate:"max=2000"`
}

// domain returns the IDs, or a field error.
func (in archiveIn) domain() ([]uuid.UUID, error) {
	out := make([]uuid.UUID, len(in.IDs))
	for i, text := range in.IDs {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, errs.Field("credential_ids", "invalid")
		}
		out[i] = id
	}
	return out, nil
}

// archive streams a ZIP. Once streaming has begun, an error can only be signalled by closing the connection.
func (a api) archive(w http.ResponseWriter, r *http.Request) {
	var in archiveIn
	err := httpx.Decode(w, r, &in)
	var ids []uuid.UUID
	if err == nil {
		ids, err = in.domain()
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	all, err := a.Downloads.Own(r.Context(), recipients.From(r.Context()), ids)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	a.stream(w, "credentials", func(more func()) error { return a.Downloads.WriteOwn(r.Context(), all, w, more) })
}

// learnerRecord answers with a signed learner record of one credential.
func (a api) learnerRecord(w http.ResponseWriter, r *http.Request) {
	by := recipients.From(r.Context())
	c, err := a.Recipients.Read(r.Context(), by, chi.URLParam(r, "ref"))
	var record badges.Record
	if err == nil {
		record, err = a.Badges.OwnRecord(r.Context(), by.Recorded(c.DepartmentID), c)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", badges.SignedType)
	h.Set("Content-Disposition", `attachment; filename="learner-record-`+c.EncodedID+`.json"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(record.Document)
}

// stream answers with a ZIP file of today.
func (a api) stream(w http.ResponseWriter, name string, write func(more func()) error) {
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="`+name+`-`+a.Clock.Now().Format(time.DateOnly)+`.zip"`)
	h.Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	// Errors are ignored: a writer without deadlines or buffer needs neither.
	more := func() { _ = control.SetWriteDeadline(time.Now().Add(wire.FileTime)); _ = control.Flush() }
	if err := write(more); err != nil {
		panic(http.ErrAbortHandler)
	}
}
