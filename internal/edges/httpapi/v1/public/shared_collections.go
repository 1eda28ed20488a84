package public

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/collections"
	"laurel/internal/trust/badges"
)

// SharedCollection is what others see of a recipient's collection.
type SharedCollection struct {
	Name            string       `json:"name"`
	Description     string       `json:"description"`
	Owner           string       `json:"owner"`
	URL             string       `json:"url"`
	ExpiresAt       *string      `json:"expires_at"` // null: never
	UpdatedAt       string       `json:"updated_at"`
	PresentationURL string       `json:"presentation_url"`
	PDFURL          string       `json:"pdf_url"`
	Items           []SharedItem `json:"items"`
}

// SharedItem is a credential in a shared collection: one of this installation, or an imported one.
type SharedItem struct {
	Credential *Credential   `json:"credential"`
	Imported   *SharedImport `json:"imported"`
	Note       string        `json:"note"`
}

// SharedImport is an imported credential in a shared collection.
type SharedImport struct {
	trust.CollectedImport
	PictureURL *string `json:"picture_url"`
}

// SharedView returns a collection in its wire form.
func (d Deps) SharedView(c collections.Shared) SharedCollection {
	out := SharedCollection{
		c.Name, c.Description, c.Owner, d.Links.SharedCollection(c.Token), wire.Stamped(c.ExpiresAt), wire.Stamp(c.UpdatedAt),
		d.Links.SharedPresentation(c.Token), d.Links.SharedPDF(c.Token), make([]SharedItem, len(c.Items)),
	}
	for i, item := range c.Items {
		out.Items[i].Note = item.Note
		if item.Imported != nil {
			shown := SharedImport{trust.CollectedView(*item.Imported), nil}
			if item.Imported.HasPicture {
				picture := d.Links.SharedImportPicture(c.Token, shown.ID, strconv.FormatInt(item.Imported.UpdatedAt.Unix(), 36))
				shown.PictureURL = &picture
			}
			out.Items[i].Imported = &shown
			continue
		}
		view := View(item.Credential, d.Links, "", Visitor, d.Clock.Now())
		out.Items[i].Credential = &view
	}
	return out
}

type sharedIn struct {
	Token string `json:"token" validate:"max=100"`
}

type sharedReply struct {
	Collection SharedCollection `json:"collection"`
}

func (a api) sharedCollection(r *http.Request, in sharedIn) (sharedReply, error) {
	c, err := a.Shared.Shared(r.Context(), in.Token)
	if err != nil {
		return sharedReply{}, err
	}
	return sharedReply{a.SharedView(c)}, nil
}

// sharedPresentation signs the credentials of a collection as a verifiable presentation, for verifiers.
func (a api) sharedPresentation(w http.ResponseWriter, r *http.Request) {
	c, err := a.Shared.Shared(r.Context(), chi.URLParam(r, "token"))
	var held collections.Presentable
	if err == nil {
		held, err = a.Shared.SharedPresentable(r.Context(), c)
	}
	var document []byte
	if err == nil {
		document, err = a.Badges.Present(r.Context(), badges.Presentation{RecipientID: c.OwnerID, Credentials: held.Credentials, Documents: held.Documents})
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/vp")
	h.Set("Content-Disposition", `inline; filename="presentation.json"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(document)
}
