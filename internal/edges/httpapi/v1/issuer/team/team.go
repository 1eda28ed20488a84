// Package team serves the members of a department and what they may do.
package team

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/administrators"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/accounts/team"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// Groups finds groups.
type Groups interface {
	Search(ctx context.Context, by access.Actor, q groups.Query) (page.Page[groups.Group], error)
	DefaultDesign(ctx context.Context, by access.Actor) (int64, error)
}

// Deps are the dependencies of these routes.
type Deps struct {
	Team           *team.Service
	Organizations  *organizations.Service
	Administrators *administrators.Service
	Departments    *departments.Service
	Identity       *identity.Service
	Groups         Groups
	Billing        bool // the installation has billing
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	membersAPI{d.Departments, d.Identity, d.Team, d.Groups}.routes(r)
	policyAPI{d.Departments}.routes(r)
	organizationsAPI{d.Organizations, d.Administrators, d.Identity.Clock, d.Groups}.routes(r)
	groupsAPI{d.Team, d.Billing}.routes(r)
	a := rolesAPI{d.Team, d.Billing}
	r.Get("/roles", httpx.JSON(a.list))
	r.Post("/roles", httpx.JSON(a.create))
	r.Get("/roles/{id}", httpx.JSON(a.read))
	r.Put("/roles/{id}", httpx.JSON(a.update))
	r.Delete("/roles/{id}", httpx.JSON(a.delete))
	r.Get("/admin_roles", httpx.JSON(a.listAdmin))
	r.Post("/admin_roles", httpx.JSON(a.createAdmin))
	r.Delete("/admin_roles/{id}", httpx.JSON(a.deleteAdmin))
}

// rolesAPI serves roles. Admin roles are the same under the name that older clients know.
type rolesAPI struct {
	team    *team.Service
	billing bool
}

// shown returns the permissions that mean something on this installation.
func (a rolesAPI) shown(all []access.Permission) []access.Permission {
	if a.billing {
		return all
	}
	return access.WithoutBilling(all)
}

type roleOut struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Description string              `json:"description"`
	Permissions []access.Permission `json:"permissions"`
	BuiltIn     bool                `json:"built_in"`
	Members     int64               `json:"members_count"`
}

// roleToWire converts a role. A built-in role is named by its ID, which callers translate.
func (a rolesAPI) roleToWire(r team.Role) roleOut {
	name := r.Name
	if r.BuiltIn {
		name = r.ID
	}
	return roleOut{r.ID, name, r.Description, wire.List(a.shown(r.Permissions)), r.BuiltIn, r.Members}
}

type rolesReply struct {
	Roles []roleOut `json:"roles"`
	// Grantable are the permissions that a custom role can have.
	Grantable []access.Permission `json:"grantable_permissions"`
}

func (a rolesAPI) list(r *http.Request, _ httpx.None) (rolesReply, error) {
	found, err := a.team.Roles(r.Context(), access.From(r.Context()))
	if err != nil {
		return rolesReply{}, err
	}
	out := rolesReply{make([]roleOut, len(found)), a.shown(access.Grantable())}
	for i, one := range found {
		out.Roles[i] = a.roleToWire(one)
	}
	return out, nil
}

type roleRef struct {
	ID httpx.Text `json:"id"`
}

type roleFields struct {
	Name        wire.Maybe[httpx.Text]   `json:"name"`
	Description wire.Maybe[httpx.Text]   `json:"description"`
	Permissions wire.Maybe[[]httpx.Text] `json:"permissions"`
}

func (f roleFields) domain() team.Input {
	return team.Input{Name: wire.As(f.Name, wire.Text), Description: wire.As(f.Description, wire.Text), Permissions: wire.As(f.Permissions, wire.Texts)}
}

type roleIn struct {
	ID   httpx.Text  `json:"id"`
	Role *roleFields `json:"role" validate:"required"`
}

type roleReply struct {
	Role roleOut `json:"role"`
}

func (a rolesAPI) answer(r team.Role, err error) (roleReply, error) {
	return roleReply{a.roleToWire(r)}, err
}

func (a rolesAPI) read(r *http.Request, in roleRef) (roleReply, error) {
	return a.answer(a.team.Role(r.Context(), access.From(r.Context()), string(in.ID)))
}

func (a rolesAPI) create(r *http.Request, in roleIn) (roleReply, error) {
	return a.answer(a.team.CreateRole(r.Context(), access.From(r.Context()), in.Role.domain()))
}

func (a rolesAPI) update(r *http.Request, in roleIn) (roleReply, error) {
	return a.answer(a.team.UpdateRole(r.Context(), access.From(r.Context()), string(in.ID), in.Role.domain()))
}

func (a rolesAPI) delete(r *http.Request, in roleRef) (roleReply, error) {
	return a.answer(a.team.DeleteRole(r.Context(), access.From(r.Context()), string(in.ID)))
}

type adminRolesReply struct {
	Roles []roleOut `json:"admin_roles"`
}

func (a rolesAPI) listAdmin(r *http.Request, in httpx.None) (adminRolesReply, error) {
	all, err := a.list(r, in)
	return adminRolesReply{all.Roles}, err
}

type adminRoleIn struct {
	Role *roleFields `json:"admin_role" validate:"required"`
}

type adminRoleReply struct {
	Role roleOut `json:"admin_role"`
}

func (a rolesAPI) createAdmin(r *http.Request, in adminRoleIn) (adminRoleReply, error) {
	one, err := a.create(r, roleIn{Role: in.Role})
	return adminRoleReply(one), err
}

func (a rolesAPI) deleteAdmin(r *http.Request, in roleRef) (adminRoleReply, error) {
	one, err := a.delete(r, in)
	return adminRoleReply(one), err
}
