package trust

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/collections"
)

// CollectedImport is an imported credential in a recipient's collection.
type CollectedImport struct {
	ID             string               `json:"id"`
	Title          string               `json:"title"`
	Issuer         CollectedImportMaker `json:"issuer"`
	IssuedAt       *string              `json:"issued_at"`
	ExpiresAt      *string              `json:"expires_at"`
	Status         string               `json:"status"`
	VerifiedAt     *string              `json:"verified_at"` // null: not verified
	IssuedToOthers bool                 `json:"issued_to_others"`
	HasPicture     bool                 `json:"has_picture"`
	UpdatedAt      string               `json:"updated_at"`
}

// CollectedImportMaker is who issued an imported credential, as it says.
type CollectedImportMaker struct {
	Name string  `json:"name"`
	URL  *string `json:"url"`
}

// CollectedView returns an imported credential in its wire form.
func CollectedView(i collections.Import) CollectedImport {
	out := CollectedImport{
		ID: i.ID.String(), Title: i.Title, Issuer: CollectedImportMaker{Name: i.IssuerName}, IssuedAt: wire.Stamped(i.IssuedAt),
		ExpiresAt: wire.Stamped(i.ExpiresAt), Status: i.Status, VerifiedAt: wire.Stamped(i.VerifiedAt), IssuedToOthers: i.NotTheirs,
		HasPicture: i.HasPicture, UpdatedAt: wire.Stamp(i.UpdatedAt),
	}
	if i.IssuerURL != "" {
		out.Issuer.URL = &i.IssuerURL
	}
	return out
}

// sharedImportPicture answers with a picture that a stranger made: browsers must neither guess its type nor run anything in it.
func (a api) sharedImportPicture(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		err = collections.ErrImportNotFound
	}
	var data []byte
	var kind string
	if err == nil {
		data, kind, err = a.Shared.SharedPicture(r.Context(), chi.URLParam(r, "token"), id)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", "inline")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=300")
	// A writer without deadlines needs none.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wire.FileTime))
	_, _ = w.Write(data) //nolint:gosec // G705: a picture whose type was looked at, sandboxed and not to be guessed
}
