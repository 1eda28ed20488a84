package issuing

import (
	"maps"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/collections"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// collectionsAPI serves collections of groups.
type collectionsAPI struct {
	collections *collections.Service
}

func (a collectionsAPI) routes(r chi.Router) {
	r.Post("/collections", httpx.JSON(a.create))
	r.Post("/collections/search", httpx.JSON(a.search))
	r.Put("/collections/{id}", httpx.JSON(a.update))
	r.Delete("/collections/{id}", a.delete)
}

type collectionGroup struct {
	ID int64 `json:"id"`
}

type collectionOut struct {
	ID             string            `json:"id"`
	Name           string            `json:"name"`
	Description    string            `json:"description"`
	OrganizationID int64             `json:"organization_id"`
	Public         bool              `json:"public"`
	GroupsCount    int               `json:"groups_count"`
	Groups         []collectionGroup `json:"groups"`
}

func collectionToWire(c collections.Collection) collectionOut {
	out := collectionOut{c.ID.String(), c.Name, c.Description, c.DepartmentID, c.Public, len(c.Groups), make([]collectionGroup, len(c.Groups))}
	for i, id := range c.Groups {
		out.Groups[i].ID = id
	}
	return out
}

type collectionIn struct {
	ID         string `json:"id" validate:"max=64"`
	Collection struct {
		Name        wire.Maybe[httpx.Text] `json:"name"`
		Description wire.Maybe[httpx.Text] `json:"description"`
		Public      wire.Maybe[httpx.Bool] `json:"public"`
		Groups      wire.Maybe[[]struct {
			ID httpx.Int `json:"id"`
		}] `json:"groups"`
	} `json:"collection" validate:"required"`
}

func (in collectionIn) domain() collections.Input {
	c := in.Collection
	out := collections.Input{Name: wire.As(c.Name, wire.Text), Description: wire.As(c.Description, wire.Text), Public: wire.As(c.Public, wire.Bool)}
	if c.Groups.Value != nil {
		out.Groups.Given = true
		for _, g := range *c.Groups.Value {
			out.Groups.Value = append(out.Groups.Value, int64(g.ID))
		}
	}
	return out
}

type collectionReply struct {
	Collection collectionOut `json:"collection"`
}

func (a collectionsAPI) create(r *http.Request, in collectionIn) (collectionReply, error) {
	c, err := a.collections.Create(r.Context(), access.From(r.Context()), in.domain())
	return collectionReply{collectionToWire(c)}, err
}

func (a collectionsAPI) update(r *http.Request, in collectionIn) (collectionReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageGroups); err != nil {
		return collectionReply{}, err
	}
	id, err := uuid.Parse(in.ID)
	if err != nil {
		return collectionReply{}, collections.ErrNotFound
	}
	c, err := a.collections.Update(r.Context(), by, id, in.domain())
	return collectionReply{collectionToWire(c)}, err
}

// delete returns an empty response, as clients expect.
func (a collectionsAPI) delete(w http.ResponseWriter, r *http.Request) {
	by := access.From(r.Context())
	err := by.Require(access.ManageGroups)
	if err == nil {
		var id uuid.UUID
		if id, err = uuid.Parse(chi.URLParam(r, "id")); err != nil {
			err = collections.ErrNotFound
		} else {
			err = a.collections.Delete(r.Context(), by, id)
		}
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
}

type collectionSearchIn struct {
	Query struct {
		IDs     []httpx.Text           `json:"ids" validate:"max=1000"`
		Name    httpx.Text             `json:"name" validate:"max=255"`
		Public  wire.Maybe[httpx.Bool] `json:"public"`
		Without []httpx.Text           `json:"exclusion_list" validate:"max=1000"`
	} `json:"query"`
	Sort map[string]httpx.Text `json:"sort"`
	Meta struct {
		Number httpx.PageSize `json:"page_number"`
		Size   httpx.PageSize `json:"per_page"`
	} `json:"meta"`
}

func (in collectionSearchIn) domain() (collections.Query, error) {
	q := collections.Query{Name: string(in.Query.Name), Page: page.Request{Number: int(in.Meta.Number), Size: int(in.Meta.Size)}}
	var wrong errs.Fields
	q.IDs = uuidsOf(&wrong, "query.ids", in.Query.IDs)
	q.Without = uuidsOf(&wrong, "query.exclusion_list", in.Query.Without)
	q.Public = (*bool)(in.Query.Public.Value)
	maps.DeleteFunc(in.Sort, func(_ string, order httpx.Text) bool { return order == "" })
	for field, order := range in.Sort {
		switch {
		case field != "name" && field != "groups_count" && field != "public" || order != "asc" && order != "desc" || len(in.Sort) > 1:
			wrong.Add("sort", "invalid")
		case order == "desc":
			q.Sort = "-" + field
		default:
			q.Sort = field
		}
	}
	return q, wrong.Err()
}

// uuidsOf parses IDs and adds a field error for an invalid one. Without IDs it returns nil.
func uuidsOf(wrong *errs.Fields, field string, texts []httpx.Text) []uuid.UUID {
	var out []uuid.UUID
	for _, text := range texts {
		id, err := uuid.Parse(string(text))
		if err != nil {
			wrong.Add(field, "invalid")
			return nil
		}
		out = append(out, id)
	}
	return out
}

type collectionsReply struct {
	Collections []collectionOut `json:"collections"`
	Meta        wire.Meta       `json:"meta"`
}

func (a collectionsAPI) search(r *http.Request, in collectionSearchIn) (collectionsReply, error) {
	q, err := in.domain()
	if err != nil {
		return collectionsReply{}, err
	}
	found, err := a.collections.Search(r.Context(), access.From(r.Context()), q)
	if err != nil {
		return collectionsReply{}, err
	}
	out := collectionsReply{Collections: make([]collectionOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, c := range found.Items {
		out.Collections[i] = collectionToWire(c)
	}
	return out, nil
}
