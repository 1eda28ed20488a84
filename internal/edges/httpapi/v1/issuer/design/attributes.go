package design

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/attributes"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// attributesAPI serves the attributes that designs can contain.
type attributesAPI struct {
	attributes *attributes.Service
}

func (a attributesAPI) routes(r chi.Router) {
	r.Post("/attribute_keys/list", httpx.JSON(a.list))
	r.Post("/attribute_keys/search", httpx.JSON(a.search))
	r.Post("/attribute_keys/create", httpx.JSON(a.create))
	r.Post("/attribute_keys", httpx.JSON(a.create))
	r.Post("/attribute_keys/update", httpx.JSON(a.update))
	r.Post("/attribute_keys/delete", httpx.JSON(a.delete))
	r.Get("/attribute_keys/{id}/usage", httpx.JSON(a.usage))
}

type attributeWire struct {
	ID           *int64          `json:"id"`
	Name         string          `json:"name"`
	Kind         attributes.Kind `json:"kind"`
	Parent       string          `json:"parent"`
	Key          string          `json:"key"`
	Type         string          `json:"type"`
	Tag          string          `json:"tag"`
	TagName      string          `json:"tagName"`
	Draft        bool            `json:"draft"`
	DepartmentID int64           `json:"department_id,omitempty"`
}

func attributeToWire(a attributes.Attribute) attributeWire {
	out := attributeWire{
		Name: a.Name, Kind: a.Kind, Parent: a.Parent, Key: a.Key, Type: "other", Tag: a.Tag(), TagName: a.TagName(),
		Draft: a.Draft, DepartmentID: a.DepartmentID,
	}
	if a.Kind == attributes.Image || a.Kind == attributes.Date {
		out.Type = string(a.Kind)
	}
	if a.ID != 0 {
		out.ID = &a.ID
	}
	return out
}

func attributesToWire(all []attributes.Attribute) []attributeWire {
	out := make([]attributeWire, len(all))
	for i, a := range all {
		out[i] = attributeToWire(a)
	}
	return out
}

type attributeReply struct {
	AttributeKey attributeWire `json:"attribute_key"`
}

func attributeAnswer(a attributes.Attribute, err error) (attributeReply, error) {
	return attributeReply{attributeToWire(a)}, err
}

type attributeListIn struct {
	Mode string `json:"mode" validate:"omitempty,oneof=full custom nested"`
}

type attributesReply struct {
	AttributeKeys []attributeWire   `json:"attribute_keys"`
	Nested        []attributeParent `json:"nested,omitempty"` // in the nested mode
}

// attributeParent contains the attributes with one parent, in the order of the full list.
type attributeParent struct {
	Parent        string          `json:"parent"`
	AttributeKeys []attributeWire `json:"attribute_keys"`
}

func nested(all []attributeWire) []attributeParent {
	var out []attributeParent
	for _, a := range all {
		at := slices.IndexFunc(out, func(p attributeParent) bool { return p.Parent == a.Parent })
		if at < 0 {
			at, out = len(out), append(out, attributeParent{Parent: a.Parent})
		}
		out[at].AttributeKeys = append(out[at].AttributeKeys, a)
	}
	return out
}

func (a attributesAPI) list(r *http.Request, in attributeListIn) (attributesReply, error) {
	read := a.attributes.List
	if in.Mode == attributes.Custom {
		read = a.attributes.ListCustom
	}
	all, err := read(r.Context(), access.From(r.Context()))
	reply := attributesReply{AttributeKeys: attributesToWire(all)}
	if in.Mode == "nested" {
		reply.Nested = nested(reply.AttributeKeys)
	}
	return reply, err
}

type attributeSearchIn struct {
	Name     httpx.Text     `json:"name"`
	Kind     httpx.Text     `json:"kind"`
	Of       httpx.Int      `json:"department_id"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type attributePageReply struct {
	AttributeKeys []attributeWire `json:"attribute_keys"`
	Meta          wire.Meta       `json:"meta"`
}

func (a attributesAPI) search(r *http.Request, in attributeSearchIn) (attributePageReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ViewAttributes); err != nil {
		return attributePageReply{}, err
	}
	if in.Of != 0 && int64(in.Of) != by.DepartmentID {
		return attributePageReply{}, departments.ErrNotFound
	}
	found, err := a.attributes.Search(r.Context(), by, attributes.Query{
		Name: string(in.Name), Kind: string(in.Kind), Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	if err != nil {
		return attributePageReply{}, err
	}
	return attributePageReply{attributesToWire(found.Items), wire.MetaOf(found)}, nil
}

type attributeIn struct {
	AttributeKey *struct {
		ID     httpx.Int   `json:"id"`
		Name   *httpx.Text `json:"name"`
		Kind   httpx.Text  `json:"kind"`
		Parent httpx.Text  `json:"parent"`
	} `json:"attribute_key" validate:"required"`
}

func (a attributesAPI) create(r *http.Request, in attributeIn) (attributeReply, error) {
	create := attributes.Create{Kind: string(in.AttributeKey.Kind)}
	if in.AttributeKey.Name != nil {
		create.Name = string(*in.AttributeKey.Name)
	}
	return attributeAnswer(a.attributes.Create(r.Context(), access.From(r.Context()), create))
}

func (a attributesAPI) update(r *http.Request, in attributeIn) (attributeReply, error) {
	return attributeAnswer(a.attributes.Update(r.Context(), access.From(r.Context()), attributes.Update{
		ID: int64(in.AttributeKey.ID), Name: (*string)(in.AttributeKey.Name), Kind: string(in.AttributeKey.Kind),
		Parent: string(in.AttributeKey.Parent),
	}))
}

func (a attributesAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.attributes.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type attributeUsageReply struct {
	Designs     int64 `json:"design_count"`
	Credentials int64 `json:"credential_count"`
	Capped      bool  `json:"count_is_capped"`
}

func (a attributesAPI) usage(r *http.Request, in wire.IDIn) (attributeUsageReply, error) {
	found, err := a.attributes.Usage(r.Context(), access.From(r.Context()), int64(in.ID))
	return attributeUsageReply{Designs: found.Designs, Credentials: found.Credentials, Capped: found.Capped}, err
}
