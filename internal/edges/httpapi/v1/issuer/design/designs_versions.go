package design

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// versionsAPI serves the version history of designs.
type versionsAPI struct {
	designs *designs.Service
	wire    DesignWire
}

func (a versionsAPI) routes(r chi.Router) {
	r.Get("/designs/{id}/versions", httpx.JSON(a.list))
	r.Get("/designs/{id}/versions/{number}", httpx.JSON(a.read))
	r.Post("/designs/{id}/versions/{number}/restore", httpx.JSON(a.restore))
}

type versionsIn struct {
	ID       httpx.Int      `json:"id" validate:"required"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type versionOut struct {
	Number           int             `json:"number"`
	Name             string          `json:"name"`
	Size             string          `json:"size"`
	Orientation      string          `json:"orientation"`
	ImageURL         string          `json:"image_url"`
	SavedBy          *authorOut      `json:"saved_by"` // null where a program saved it, or somebody who is gone
	CreatedAt        string          `json:"created_at"`
	Current          bool            `json:"current"`
	CredentialsCount int             `json:"credentials_count"`
	Document         json.RawMessage `json:"document,omitempty"`
}

type authorOut struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func versionOf(v designs.PastVersion, l links.Links) versionOut {
	out := versionOut{
		Number: v.Number, Name: v.Name, Size: v.Size, Orientation: v.Orientation, ImageURL: l.DesignPicture(v.UUID.String()),
		CreatedAt: wire.Stamp(v.CreatedAt), Current: v.Current, CredentialsCount: v.CredentialsCount, Document: v.Document,
	}
	if v.AuthorID != 0 {
		out.SavedBy = &authorOut{v.AuthorID, v.Author}
	}
	return out
}

type versionsReply struct {
	Versions []versionOut `json:"versions"`
	Meta     wire.Meta    `json:"meta"`
}

func (a versionsAPI) list(r *http.Request, in versionsIn) (versionsReply, error) {
	found, err := a.designs.History(r.Context(), access.From(r.Context()), int64(in.ID), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return versionsReply{}, err
	}
	out := versionsReply{Versions: make([]versionOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, v := range found.Items {
		out.Versions[i] = versionOf(v, a.wire.Links)
	}
	return out, nil
}

type versionIn struct {
	ID     httpx.Int `json:"id" validate:"required"`
	Number httpx.Int `json:"number" validate:"required"`
}

type versionReply struct {
	Version versionOut `json:"version"`
}

func (a versionsAPI) read(r *http.Request, in versionIn) (versionReply, error) {
	v, err := a.designs.PastVersion(r.Context(), access.From(r.Context()), int64(in.ID), int(in.Number))
	if err != nil {
		return versionReply{}, err
	}
	return versionReply{versionOf(v, a.wire.Links)}, nil
}

type restoreIn struct {
	versionIn
	Version httpx.Int  `json:"version"`
	Confirm httpx.Bool `json:"confirm"`
}

func (a versionsAPI) restore(r *http.Request, in restoreIn) (designReply, error) {
	return a.wire.answer(a.designs.Restore(r.Context(), access.From(r.Context()), int64(in.ID), designs.Restore{
		Number: int(in.Number), Version: int(in.Version), Confirm: bool(in.Confirm),
	}))
}
