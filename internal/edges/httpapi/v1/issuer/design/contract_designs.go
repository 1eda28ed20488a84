package design

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/designs"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// contract adds the endpoints for designs that only integrations use.
func (a designsAPI) contract(r chi.Router) {
	r.Get("/issuer/all_designs", httpx.JSON(a.listOwn))
	r.Get("/designs", httpx.JSON(a.listOwn))
	r.Post("/designs", httpx.JSON(a.createContent))
	r.Post("/designs/search", httpx.JSON(a.listOwn))
	r.Get("/designs/{id}", httpx.JSON(a.readWhole))
	r.Put("/designs/{id}", httpx.JSON(a.updateContent))
	r.Delete("/designs/{id}", httpx.JSON(a.deleteWhole))
	r.Post("/designs/{id}/copy", httpx.JSON(a.copyOwn))
}

type ownDesignsIn struct {
	designQueryIn
	DepartmentID httpx.Int `json:"department_id"`
}

func (a designsAPI) listOwn(r *http.Request, in ownDesignsIn) (designsReply, error) {
	if err := wire.OwnDepartment(access.From(r.Context()), in.DepartmentID); err != nil {
		return designsReply{}, err
	}
	return a.list(r, in.designQueryIn)
}

// contentIn is a design whose document is sent as a JSON string, as it is returned.
type contentIn struct {
	ID     httpx.Int                  `json:"id"`
	Design map[string]json.RawMessage `json:"design" validate:"required"`
}

// save merges the fields next to the document into the document. Without either, a new design is blank and an existing one is
// unchanged.
func (in contentIn) save() (designs.Save, error) {
	document := map[string]json.RawMessage{}
	if raw, ok := in.Design["encoded_content"]; ok && string(raw) != "null" {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return designs.Save{}, errs.Field("design.encoded_content", "wrong_type", "type", "text")
		}
		if err := json.Unmarshal([]byte(text), &document); err != nil || document == nil {
			return designs.Save{}, errs.Field("design.encoded_content", "invalid")
		}
	}
	beside := maps.Clone(in.Design)
	delete(beside, "encoded_content")
	delete(beside, "department_id")
	maps.DeleteFunc(beside, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	maps.Copy(document, beside)
	data, err := json.Marshal(document)
	if err != nil {
		return designs.Save{}, fmt.Errorf("write design: %w", err)
	}
	// Integrations cannot answer a confirmation prompt. Issued credentials keep their design version in any case.
	return designs.Save{Design: data, Confirm: true}, nil
}

// own returns an error if the design is for another department.
func (in contentIn) own(by access.Actor) error {
	var id httpx.Int
	if raw, ok := in.Design["department_id"]; ok {
		if err := json.Unmarshal(raw, &id); err != nil {
			return errs.Field("design.department_id", "wrong_type", "type", "whole number")
		}
	}
	if id != 0 && int64(id) != by.DepartmentID {
		return departments.ErrNotFound
	}
	return nil
}

func (a designsAPI) createContent(r *http.Request, in contentIn) (designReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.CreateDesigns); err != nil {
		return designReply{}, err
	}
	if err := in.own(by); err != nil {
		return designReply{}, err
	}
	save, err := in.save()
	if err != nil {
		return designReply{}, err
	}
	d, err := a.designs.Create(r.Context(), by, save)
	return a.whole(r, by, d, err)
}

func (a designsAPI) updateContent(r *http.Request, in contentIn) (designReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageDesigns); err != nil {
		return designReply{}, err
	}
	if err := in.own(by); err != nil {
		return designReply{}, err
	}
	save, err := in.save()
	if err != nil {
		return designReply{}, err
	}
	d, err := a.designs.Update(r.Context(), by, int64(in.ID), save)
	return a.whole(r, by, d, err)
}

func (a designsAPI) readWhole(r *http.Request, in wire.IDIn) (designReply, error) {
	by := access.From(r.Context())
	d, err := a.designs.Read(r.Context(), by, int64(in.ID))
	return a.whole(r, by, d, err)
}

func (a designsAPI) deleteWhole(r *http.Request, in wire.IDIn) (designReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.DeleteDesigns); err != nil {
		return designReply{}, err
	}
	reply, err := a.readWhole(r, in)
	if err != nil {
		return reply, err
	}
	return reply, a.designs.Delete(r.Context(), by, int64(in.ID))
}

type copyIn struct {
	ID     httpx.Int `json:"id"`
	Design struct {
		DepartmentID httpx.Int `json:"department_id"`
	} `json:"design"`
}

func (a designsAPI) copyOwn(r *http.Request, in copyIn) (designReply, error) {
	by := access.From(r.Context())
	if into := int64(in.Design.DepartmentID); into != 0 && into != by.DepartmentID {
		return a.wire.answer(a.groups.CopyDesign(r.Context(), by, into, int64(in.ID)))
	}
	d, err := a.designs.Copy(r.Context(), by, int64(in.ID))
	return a.whole(r, by, d, err)
}

type designGroup struct {
	ID               int64  `json:"id"`
	Name             string `json:"name"`
	UpdatedAt        string `json:"updated_at"`
	CredentialsCount int    `json:"credentials_count"`
}

// shownGroups is the maximum number of groups in the response for a design.
const shownGroups = 100

// whole returns a design with the groups that use it.
func (a designsAPI) whole(r *http.Request, by access.Actor, d designs.Design, err error) (designReply, error) {
	reply, err := a.wire.answer(d, err)
	if err != nil {
		return reply, err
	}
	shown := []designGroup{}
	if by.Allows(access.ViewDepartment) == nil { // an embedded maker knows of no groups
		found, err := a.groups.Search(r.Context(), by, groups.Query{DesignID: d.ID, Page: page.Request{Size: shownGroups}})
		if err != nil {
			return designReply{}, err
		}
		for _, g := range found.Items {
			shown = append(shown, designGroup{g.ID, g.Name, wire.Stamp(g.UpdatedAt), g.Counts.Drafts + g.Counts.Published})
		}
	}
	reply.Design["groups"] = shown
	if _, told := reply.Design["background_bleeds"]; !told {
		reply.Design["background_bleeds"] = false
	}
	return reply, nil
}
