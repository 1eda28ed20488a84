package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// savedFiltersAPI serves a user's saved filters.
type savedFiltersAPI struct {
	filters *savedfilters.Service
}

func (a savedFiltersAPI) routes(r chi.Router) {
	r.Get("/saved_filters", httpx.JSON(a.list))
	r.Post("/saved_filters", httpx.JSON(a.create))
	r.Put("/saved_filters/{id}", httpx.JSON(a.update))
	r.Delete("/saved_filters/{id}", httpx.JSON(a.delete))
}

type savedFilterOut struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Query     string `json:"query"`
	Default   bool   `json:"is_default"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

func savedFilterToWire(f savedfilters.Filter) savedFilterOut {
	return savedFilterOut{ID: f.ID, Name: f.Name, Query: f.Query, Default: f.Default, CreatedAt: wire.Stamp(f.CreatedAt), UpdatedAt: wire.Stamp(f.UpdatedAt)}
}

type savedFiltersReply struct {
	Filters []savedFilterOut `json:"saved_filters"`
	Meta    wire.Meta        `json:"meta"`
}

type savedFilterListIn struct {
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

func (a savedFiltersAPI) list(r *http.Request, in savedFilterListIn) (savedFiltersReply, error) {
	found, err := a.filters.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return savedFiltersReply{}, err
	}
	out := savedFiltersReply{Filters: make([]savedFilterOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, f := range found.Items {
		out.Filters[i] = savedFilterToWire(f)
	}
	return out, nil
}

type savedFilterIn struct {
	ID     httpx.Int `json:"id"`
	Filter struct {
		Name    wire.Maybe[httpx.Text] `json:"name"`
		Query   wire.Maybe[httpx.Text] `json:"query"`
		Default wire.Maybe[httpx.Bool] `json:"is_default"`
	} `json:"saved_filter" validate:"required"`
}

func (in savedFilterIn) domain() savedfilters.Input {
	f := in.Filter
	return savedfilters.Input{Name: wire.As(f.Name, wire.Text), Query: wire.As(f.Query, wire.Text), Default: wire.As(f.Default, wire.Bool)}
}

type savedFilterReply struct {
	Filter savedFilterOut `json:"saved_filter"`
}

func (a savedFiltersAPI) create(r *http.Request, in savedFilterIn) (savedFilterReply, error) {
	f, err := a.filters.Create(r.Context(), access.From(r.Context()), in.domain())
	return savedFilterReply{savedFilterToWire(f)}, err
}

func (a savedFiltersAPI) update(r *http.Request, in savedFilterIn) (savedFilterReply, error) {
	f, err := a.filters.Update(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	return savedFilterReply{savedFilterToWire(f)}, err
}

func (a savedFiltersAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.filters.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}
