package issuing

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// groupsAPI serves groups.
type groupsAPI struct {
	groups        *groups.Service
	collections   *collections.Service
	publishing    *publishing.Service
	prerequisites *prerequisites.Service
	wire          groupWire
	site          wire.SiteLinks
	texts         httpx.Messages
	languages     []string // that have texts
}

func (a groupsAPI) routes(r chi.Router) {
	r.Post("/issuer/groups", httpx.JSON(a.create))
	r.Get("/issuer/groups", httpx.JSON(a.search))
	r.Get("/issuer/all_groups", httpx.JSON(a.search))
	r.Post("/issuer/groups/search", httpx.JSON(a.search))
	r.Get("/issuer/groups/{id}", httpx.JSON(a.read))
	r.Put("/issuer/groups/{id}", httpx.JSON(a.update))
	r.Delete("/issuer/groups/{id}", httpx.JSON(a.delete))
	r.Post("/issuer/groups/{id}/clone", httpx.JSON(a.clone))
	r.Post("/issuer/groups/stack_check", httpx.JSON(a.checkPrerequisites))
	r.Get("/issuer/groups/{id}/rewordings", httpx.JSON(a.wording))
	r.Post("/issuer/groups/{id}/rewordings", httpx.JSON(a.reword))
	r.Get("/issuer/group_defaults", httpx.JSON(a.readDefaults))
	r.Put("/issuer/group_defaults", httpx.JSON(a.updateDefaults))
	r.Get("/issuer/group_tags", httpx.JSON(a.tags))
	r.Get("/issuer/skills", httpx.JSON(a.skills))
	r.Get("/skill_categories", httpx.JSON(a.skillCategories))
}

type groupIn struct {
	ID    httpx.Int   `json:"id"`
	Group *groupInput `json:"group" validate:"required"`
}

func (a groupsAPI) create(r *http.Request, in groupIn) (groupReply, error) {
	return a.write(r, in.Group, func(ctx context.Context, by access.Actor) (groups.Group, error) {
		if by.APIKeyID != 0 {
			return a.groups.CreateWithDesign(ctx, by, in.Group.domain())
		}
		return a.groups.Create(ctx, by, in.Group.domain())
	})
}

func (a groupsAPI) read(r *http.Request, in wire.IDIn) (groupReply, error) {
	g, err := a.groups.Read(r.Context(), access.From(r.Context()), int64(in.ID))
	return a.answer(r, g, err)
}

func (a groupsAPI) update(r *http.Request, in groupIn) (groupReply, error) {
	return a.write(r, in.Group, func(ctx context.Context, by access.Actor) (groups.Group, error) {
		return a.groups.Update(ctx, by, int64(in.ID), in.Group.domain())
	})
}

// delete deletes a group and returns it.
func (a groupsAPI) delete(r *http.Request, in wire.IDIn) (groupReply, error) {
	before, err := a.read(r, in)
	if err != nil {
		return groupReply{}, err
	}
	_, err = a.groups.Delete(r.Context(), access.From(r.Context()), int64(in.ID))
	return before, err
}

type groupCloneIn struct {
	ID           httpx.Int  `json:"id"`
	DepartmentID httpx.Int  `json:"department_id"`
	Group        groupInput `json:"group"`
}

func (a groupsAPI) clone(r *http.Request, in groupCloneIn) (groupReply, error) {
	return a.write(r, &in.Group, func(ctx context.Context, by access.Actor) (groups.Group, error) {
		return a.groups.CloneInto(ctx, by, int64(in.DepartmentID), int64(in.ID), in.Group.domain())
	})
}

type groupQueryIn struct {
	IDs        []httpx.Int    `json:"ids" validate:"max=1000"`
	Name       httpx.Text     `json:"name"`
	CourseName httpx.Text     `json:"course_name"`
	Query      httpx.Text     `json:"query"`
	State      httpx.Text     `json:"state"`
	Tag        httpx.Text     `json:"tag" validate:"max=255"`
	DesignID   httpx.Int      `json:"design_id"`
	Start      httpx.Text     `json:"start_updated_date"`
	End        httpx.Text     `json:"end_updated_date"`
	MetaData   wire.Object    `json:"meta_data"`
	Within     []httpx.Text   `json:"collection_ids" validate:"max=1000"`
	Sort       httpx.Text     `json:"sort"`
	Page       httpx.PageSize `json:"page"`
	PageSize   httpx.PageSize `json:"page_size"`
}

func (in groupQueryIn) domain() (groups.Query, error) {
	q := groups.Query{
		Name: string(in.Name), CourseName: string(in.CourseName), Text: string(in.Query), State: string(in.State), Tag: string(in.Tag), DesignID: int64(in.DesignID),
		MetaData: in.MetaData, Sort: string(in.Sort), Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	}
	for _, id := range in.IDs {
		q.IDs = append(q.IDs, int64(id))
	}
	var wrong errs.Fields
	q.UpdatedFrom = wire.Date(&wrong, "start_updated_date", in.Start, 0)
	q.UpdatedBefore = wire.Date(&wrong, "end_updated_date", in.End, 1) // the last day counts
	return q, wrong.Err()
}

func (a groupsAPI) search(r *http.Request, in groupQueryIn) (groupsReply, error) {
	by := access.From(r.Context())
	q, err := in.domain()
	if err == nil {
		err = a.within(r, in.Within, &q)
	}
	if err != nil {
		return groupsReply{}, err
	}
	found, err := a.groups.Search(r.Context(), by, q)
	if err != nil {
		return groupsReply{}, err
	}
	ids := make([]int64, len(found.Items))
	for i, g := range found.Items {
		ids[i] = g.ID
	}
	filed, err := a.collections.OfGroups(r.Context(), by, ids...)
	out := groupsReply{Groups: make([]groupOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, g := range found.Items {
		out.Groups[i] = a.wire.group(g, filed[g.ID])
	}
	return out, err
}
