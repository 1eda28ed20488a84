package team

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/team"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// groupsAPI serves permission groups, and what the caller may do because of them.
type groupsAPI struct {
	team    *team.Service
	billing bool
}

func (a groupsAPI) routes(r chi.Router) {
	r.Get("/permission_groups", httpx.JSON(a.list))
	r.Post("/permission_groups", httpx.JSON(a.create))
	r.Get("/permission_groups/{id}", httpx.JSON(a.read))
	r.Put("/permission_groups/{id}", httpx.JSON(a.update))
	r.Delete("/permission_groups/{id}", httpx.JSON(a.delete))
	r.Get("/access", httpx.JSON(a.access))
}

type groupOut struct {
	ID          int64               `json:"id"`
	Name        string              `json:"name"`
	Description string              `json:"description"`
	Level       access.Level        `json:"level"`
	Scope       team.Scope          `json:"scope"`
	Targets     []string            `json:"targets"`
	Permissions []access.Permission `json:"permissions"`
	MemberIDs   []int64             `json:"member_ids"`
}

func groupToWire(g team.PermissionGroup) groupOut {
	return groupOut{g.ID, g.Name, g.Description, g.Level, g.Scope, wire.List(g.Targets), wire.List(g.Permissions), wire.List(g.MemberIDs)}
}

type groupsReply struct {
	Groups []groupOut `json:"permission_groups"`
	// Grantable are the permissions for the whole department that a permission group can have.
	Grantable []access.Permission `json:"grantable_permissions"`
}

func (a groupsAPI) list(r *http.Request, _ httpx.None) (groupsReply, error) {
	found, err := a.team.PermissionGroups(r.Context(), access.From(r.Context()))
	if err != nil {
		return groupsReply{}, err
	}
	out := groupsReply{make([]groupOut, len(found)), access.Features()}
	for i, one := range found {
		out.Groups[i] = groupToWire(one)
	}
	return out, nil
}

type groupFields struct {
	Name        wire.Maybe[httpx.Text]   `json:"name"`
	Description wire.Maybe[httpx.Text]   `json:"description"`
	Level       wire.Maybe[httpx.Text]   `json:"level"`
	Scope       wire.Maybe[httpx.Text]   `json:"scope"`
	Targets     wire.Maybe[[]httpx.Text] `json:"targets"`
	Permissions wire.Maybe[[]httpx.Text] `json:"permissions"`
	MemberIDs   wire.Maybe[[]httpx.Int]  `json:"member_ids"`
}

func (f groupFields) domain() team.GroupInput {
	return team.GroupInput{
		Name: wire.As(f.Name, wire.Text), Description: wire.As(f.Description, wire.Text), Level: wire.As(f.Level, wire.Text),
		Scope: wire.As(f.Scope, wire.Text), Targets: wire.As(f.Targets, wire.Texts), Permissions: wire.As(f.Permissions, wire.Texts),
		MemberIDs: wire.As(f.MemberIDs, ids),
	}
}

func ids(in []httpx.Int) []int64 {
	out := make([]int64, len(in))
	for i, id := range in {
		out[i] = int64(id)
	}
	return out
}

type groupIn struct {
	ID    httpx.Int    `json:"id"`
	Group *groupFields `json:"permission_group" validate:"required"`
}

type groupReply struct {
	Group groupOut `json:"permission_group"`
}

func groupAnswer(g team.PermissionGroup, err error) (groupReply, error) {
	return groupReply{groupToWire(g)}, err
}

func (a groupsAPI) read(r *http.Request, in wire.IDIn) (groupReply, error) {
	return groupAnswer(a.team.PermissionGroup(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a groupsAPI) create(r *http.Request, in groupIn) (groupReply, error) {
	return groupAnswer(a.team.CreatePermissionGroup(r.Context(), access.From(r.Context()), in.Group.domain()))
}

func (a groupsAPI) update(r *http.Request, in groupIn) (groupReply, error) {
	return groupAnswer(a.team.UpdatePermissionGroup(r.Context(), access.From(r.Context()), int64(in.ID), in.Group.domain()))
}

func (a groupsAPI) delete(r *http.Request, in wire.IDIn) (groupReply, error) {
	return groupAnswer(a.team.DeletePermissionGroup(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type originOut struct {
	Kind   string  `json:"kind"` // role or permission_group
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Groups []int64 `json:"groups"` // null: all
}

type rightOut struct {
	Permission access.Permission `json:"permission"`
	Origins    []originOut       `json:"origins"`
}

type accessReply struct {
	Rights []rightOut `json:"rights"`
}

// access returns each permission that somebody can have, with what gives it to the caller.
func (a groupsAPI) access(r *http.Request, _ httpx.None) (accessReply, error) {
	found, err := a.team.Access(r.Context(), access.From(r.Context()))
	if err != nil {
		return accessReply{}, err
	}
	out := accessReply{[]rightOut{}}
	for _, p := range (rolesAPI{billing: a.billing}).shown(access.Owner.Permissions()) {
		out.Rights = append(out.Rights, rightOut{p, origins(found, p)})
	}
	return out, nil
}

func origins(found team.Access, p access.Permission) []originOut {
	out := []originOut{}
	if slices.Contains(found.Role.Permissions(), p) {
		out = append(out, originOut{"role", team.IDOf(found.Role), found.RoleName, access.Grant{Groups: found.Groups}.Reach(p).IDs()})
	}
	for _, g := range found.Grants {
		if g.Allows(p) {
			out = append(out, originOut{"permission_group", strconv.FormatInt(g.ID, 10), g.Name, g.Reach(p).IDs()})
		}
	}
	return out
}
