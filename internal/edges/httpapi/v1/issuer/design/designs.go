package design

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/documents/documents"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/page"
)

// designsAPI serves designs and templates.
type designsAPI struct {
	designs   *designs.Service
	groups    *groups.Service
	documents *documents.Service
	proofs    *documents.Proofs
	files     *objects.Store
	wire      DesignWire
}

func (a designsAPI) routes(r chi.Router) {
	r.Post("/certificate_designs/get_blank_template", httpx.JSON(a.blank))
	r.Post("/certificate_designs/all", httpx.JSON(a.list))
	r.Post("/certificate_designs/public_templates", httpx.JSON(a.templates))
	r.Get("/certificate_designs/read", httpx.JSON(a.read))
	r.Post("/certificate_designs/create", httpx.JSON(a.create))
	r.Post("/certificate_designs/update", httpx.JSON(a.update))
	r.Post("/certificate_designs/copy", httpx.JSON(a.copy))
	r.Post("/certificate_designs/delete", httpx.JSON(a.delete))
	r.Post("/designs/{id}/preview", a.preview)
	a.contract(r)
}

type blankIn struct {
	Kind        string `json:"kind"`
	Size        string `json:"size"`
	Orientation string `json:"orientation"`
}

func (a designsAPI) blank(r *http.Request, in blankIn) (designReply, error) {
	if err := access.From(r.Context()).Require(access.ViewDesigns); err != nil {
		return designReply{}, err
	}
	return a.wire.answer(designs.Blank(in.Kind, in.Size, in.Orientation))
}

type designQueryIn struct {
	Kind        httpx.Text     `json:"kind"`
	Size        httpx.Text     `json:"size"`
	Orientation httpx.Text     `json:"orientation"`
	Language    httpx.Text     `json:"language"`
	Identifier  httpx.Text     `json:"design_identifier"`
	MetaData    wire.Object    `json:"meta_data"`
	Query       httpx.Text     `json:"query"`
	Sort        httpx.Text     `json:"sort"`
	Page        httpx.PageSize `json:"page"`
	PageSize    httpx.PageSize `json:"page_size"`
}

func (a designsAPI) list(r *http.Request, in designQueryIn) (designsReply, error) {
	found, err := a.designs.List(r.Context(), access.From(r.Context()), designs.Query{
		Kind: string(in.Kind), Size: string(in.Size), Orientation: string(in.Orientation), Language: string(in.Language),
		Identifier: string(in.Identifier), Text: string(in.Query), Sort: string(in.Sort), MetaData: in.MetaData,
		Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	if err != nil {
		return designsReply{}, err
	}
	out := designsReply{Designs: make([]designSummary, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, d := range found.Items {
		out.Designs[i] = a.wire.Summary(d)
	}
	return out, nil
}

type templatesIn struct {
	Kind httpx.Text `json:"kind"`
	Size httpx.Text `json:"size"`
}

func (a designsAPI) templates(_ *http.Request, in templatesIn) (templatesReply, error) {
	all := designs.Templates(string(in.Kind), string(in.Size))
	out := templatesReply{Templates: make([]templateOut, len(all))}
	for i, t := range all {
		out.Templates[i] = a.wire.template(t)
	}
	return out, nil
}

func (a designsAPI) read(r *http.Request, in wire.IDIn) (designReply, error) {
	return a.wire.answer(a.designs.Read(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type designIn struct {
	ID      httpx.Int       `json:"id"`
	Design  json.RawMessage `json:"design" validate:"required"`
	Version httpx.Int       `json:"version"`
	Confirm httpx.Bool      `json:"confirm"`
}

func (in designIn) save() designs.Save {
	return designs.Save{Design: in.Design, Version: int(in.Version), Confirm: bool(in.Confirm)}
}

// id returns the ID at the top level or in the design. Two different IDs are an error.
func (in designIn) id() (int64, error) {
	var inner struct {
		ID httpx.Int `json:"id"`
	}
	// A design that is not an object is rejected later, with a specific error.
	_ = json.Unmarshal(in.Design, &inner)
	switch {
	case in.ID == 0 && inner.ID == 0:
		return 0, errs.Field("id", "required")
	case in.ID == 0:
		return int64(inner.ID), nil
	case inner.ID != 0 && inner.ID != in.ID:
		return 0, errs.Field("id", "given_twice")
	}
	return int64(in.ID), nil
}

func (a designsAPI) create(r *http.Request, in designIn) (designReply, error) {
	return a.wire.answer(a.designs.Create(r.Context(), access.From(r.Context()), in.save()))
}

func (a designsAPI) update(r *http.Request, in designIn) (designReply, error) {
	id, err := in.id()
	if err != nil {
		return designReply{}, err
	}
	return a.wire.answer(a.designs.Update(r.Context(), access.From(r.Context()), id, in.save()))
}

func (a designsAPI) copy(r *http.Request, in wire.IDIn) (designReply, error) {
	return a.wire.answer(a.designs.Copy(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a designsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.designs.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type previewReply struct {
	Link string `json:"link"`
}

// sample renders a design with a flat map of tags to values, which also contains the design's ID from the path.
func (a designsAPI) sample(r *http.Request, in map[string]any) (previewReply, error) {
	id, err := strconv.ParseInt(fmt.Sprint(in["id"]), 10, 64)
	if err != nil {
		return previewReply{}, errs.Field("id", "wrong_type", "type", "whole number")
	}
	by := access.From(r.Context())
	d, err := a.designs.Read(r.Context(), by, id)
	if err != nil {
		return previewReply{}, err
	}
	values := map[string]string{}
	for tag, value := range in {
		if text, ok := value.(string); ok {
			values[tag] = text
		}
	}
	picture, err := a.documents.Preview(r.Context(), by, d, values, previewWidth)
	if err != nil {
		return previewReply{}, err
	}
	// The object key is the hash of the image, so that repeated requests do not fill the bucket.
	sum := sha256.Sum256(picture)
	key := objects.PublicPrefix + "previews/" + hex.EncodeToString(sum[:]) + ".png"
	if err := a.files.Put(r.Context(), key, "image/png", picture); err != nil {
		return previewReply{}, err
	}
	return previewReply{a.files.PublicURL(key)}, nil
}

// previewWidth is the width of a preview in px: sharp enough to review, small enough to load quickly.
const previewWidth = 960
