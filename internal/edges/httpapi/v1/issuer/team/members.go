package team

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/team"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// membersAPI serves the members of a department and who is invited to it.
type membersAPI struct {
	departments *departments.Service
	people      *identity.Service
	team        *team.Service
	groups      Groups
}

func (a membersAPI) routes(r chi.Router) {
	r.Get("/team_members", httpx.JSON(a.members))
	r.Post("/team_members", httpx.JSON(a.addMember))
	r.Get("/team_members/{id}", httpx.JSON(a.member))
	r.Put("/team_members/{id}", httpx.JSON(a.changeMember))
	r.Post("/team_members/{id}/resend", httpx.JSON(a.resendInvitation))
	r.Post("/team_members/{id}/deactivate", httpx.JSON(a.deactivate))
	r.Post("/team_members/{id}/reactivate", httpx.JSON(a.reactivate))
	r.Post("/team_members/{id}/reset_second_factors", httpx.JSON(a.resetFactors))
	r.Delete("/team_members/{id}", httpx.JSON(a.removeMember))
}

type permissionsOut struct {
	Designs     bool    `json:"designs"`
	Emails      bool    `json:"emails"`
	Attributes  bool    `json:"credential_attributes"`
	Analytics   bool    `json:"analytics"`
	Settings    bool    `json:"settings"`
	Role        string  `json:"role"`
	Groups      []int64 `json:"groups"` // null: all
	DisplayRole string  `json:"role_name"`
}

type departmentPermission struct {
	DepartmentID int64          `json:"department_id"`
	Permissions  permissionsOut `json:"permissions"`
}

type memberOut struct {
	ID          int64                  `json:"id"`
	Name        string                 `json:"name"`
	Email       string                 `json:"email"`
	RoleID      string                 `json:"role_id"` // of a role; "" for permissions of one's own
	Permissions []departmentPermission `json:"department_permissions"`
	CreatedAt   string                 `json:"created_at"`
	Status      string                 `json:"status"` // active, deactivated, invited or expired
	ExpiresAt   *string                `json:"invitation_expires_at"`
	LastSeen    *string                `json:"last_seen_at"`
	Deactivated *string                `json:"deactivated_at"`

	PermissionGroups []string `json:"permission_groups"`
	SecondFactor     *bool    `json:"second_factor"`
	OrganizationRole string   `json:"organization_role"` // administrator, or member
}

// memberToWire converts a member or an invited person, with the permissions of their role.
func (a membersAPI) memberToWire(m identity.Member, departmentID int64) memberOut {
	may := m.Role.Rights()
	p := permissionsOut{
		Designs: may.Designs, Emails: may.Emails, Attributes: may.Attributes, Analytics: may.Analytics, Settings: may.Settings,
		Role: "viewer", Groups: may.Groups, DisplayRole: string(m.Role.Name()),
	}
	if may.Editor {
		p.Role = "editor"
	}
	out := memberOut{ID: m.ID, Name: m.Name, Email: m.Email, RoleID: team.IDOf(m.Role), Permissions: []departmentPermission{{departmentID, p}}, CreatedAt: wire.Stamp(m.Since), Status: "active"}
	out.PermissionGroups = append([]string{}, m.PermissionGroups...)
	out.SecondFactor, out.OrganizationRole = m.Enrolled, "member"
	if m.Organization {
		out.OrganizationRole = "administrator"
	}
	if !m.LastSeen.IsZero() {
		out.LastSeen = new(wire.Stamp(m.LastSeen))
	}
	if m.DeactivatedAt != nil {
		out.Status, out.Deactivated = "deactivated", new(wire.Stamp(*m.DeactivatedAt))
	}
	if m.Invited() {
		out.Status, out.ExpiresAt = "invited", new(wire.Stamp(m.ExpiresAt))
		if !a.people.Clock.Now().Before(m.ExpiresAt) {
			out.Status = "expired"
		}
	}
	return out
}

type membersReply struct {
	Members []memberOut `json:"team_members"`
	Meta    wire.Meta   `json:"meta"`
}

type membersIn struct {
	wire.PageIn
	Query httpx.Text `json:"query"`
	Sort  string     `json:"sort"`
}

func (a membersAPI) members(r *http.Request, in membersIn) (membersReply, error) {
	by := access.From(r.Context())
	found, err := a.people.Members(r.Context(), by, identity.MemberQuery{Term: string(in.Query), Sort: in.Sort}, in.Request())
	if err != nil {
		return membersReply{}, err
	}
	out := membersReply{make([]memberOut, len(found.Items)), wire.MetaOf(found)}
	for i, m := range found.Items {
		out.Members[i] = a.memberToWire(m, by.DepartmentID)
	}
	return out, nil
}

func (a membersAPI) resetFactors(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.people.ResetFactors(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type memberReply struct {
	Member memberOut `json:"team_member"`
}

func (a membersAPI) member(r *http.Request, in wire.IDIn) (memberReply, error) {
	by := access.From(r.Context())
	m, err := a.people.Member(r.Context(), by, int64(in.ID))
	if err != nil {
		return memberReply{}, err
	}
	return memberReply{a.memberToWire(m, by.DepartmentID)}, nil
}

// permissionsIn are the permissions of a member. Missing ones default to those of the role: editors may do everything, and viewers may
// only read.
type permissionsIn struct {
	Designs    wire.Maybe[httpx.Bool]  `json:"designs"`
	Emails     wire.Maybe[httpx.Bool]  `json:"emails"`
	Attributes wire.Maybe[httpx.Bool]  `json:"credential_attributes"`
	Analytics  wire.Maybe[httpx.Bool]  `json:"analytics"`
	Settings   wire.Maybe[httpx.Bool]  `json:"settings"`
	Role       httpx.Text              `json:"role"`
	Groups     wire.Maybe[[]httpx.Int] `json:"groups"`
}

type memberIn struct {
	ID     httpx.Int `json:"id"`
	Member *struct {
		Name        httpx.Text `json:"name"`
		Email       httpx.Text `json:"email"`
		RoleID      httpx.Text `json:"role_id"` // instead of department_permissions
		Permissions []struct {
			DepartmentID httpx.Int     `json:"department_id"`
			Permissions  permissionsIn `json:"permissions"`
		} `json:"department_permissions" validate:"max=100"`
	} `json:"team_member" validate:"required"`
}

const rightsField = "department_permissions"

// mostMemberGroups is the maximum number of groups that a member can be limited to.
const mostMemberGroups = 100

// role returns the role for the permissions in the caller's department.
func (a membersAPI) role(r *http.Request, by access.Actor, in memberIn) (access.Role, error) {
	all := in.Member.Permissions
	if id := string(in.Member.RoleID); id != "" {
		found, err := a.team.Role(r.Context(), by, id)
		if errs.KindOf(err) == errs.NotFound {
			err = errs.Field("role_id", "role.not_found")
		}
		return found.Access(), err
	}
	switch {
	case len(all) == 0:
		return "", errs.Field(rightsField, "required")
	case len(all) > 1 || all[0].DepartmentID != 0 && int64(all[0].DepartmentID) != by.DepartmentID:
		return "", errs.Field(rightsField, "member.other_department")
	}
	p := all[0].Permissions
	if p.Role != "editor" && p.Role != "viewer" {
		return "", errs.Field(rightsField, "not_one_of", "values", "editor, viewer")
	}
	may := p.rights()
	if p.Groups.Value == nil {
		return may.Role(), nil
	}
	for _, id := range *p.Groups.Value {
		may.Groups = append(may.Groups, int64(id))
	}
	return may.Role(), a.groupsExist(r, by, may.Groups)
}

func (p permissionsIn) rights() access.Rights {
	as := access.Viewer.Rights()
	if p.Role == "editor" {
		as = access.Administrator.Rights()
	}
	for _, one := range []struct {
		given wire.Maybe[httpx.Bool]
		to    *bool
	}{
		{p.Designs, &as.Designs}, {p.Emails, &as.Emails}, {p.Attributes, &as.Attributes}, {p.Analytics, &as.Analytics}, {p.Settings, &as.Settings},
	} {
		if one.given.Value != nil {
			*one.to = bool(*one.given.Value)
		}
	}
	return as
}

// groupsExist returns a field error for unknown groups. An empty list is also an error, because it would mean all groups.
func (a membersAPI) groupsExist(r *http.Request, by access.Actor, ids []int64) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	switch {
	case len(ids) == 0:
		return errs.Field(rightsField, "member.no_groups")
	case len(ids) > mostMemberGroups:
		return errs.Field(rightsField, "too_many", "max", mostMemberGroups)
	}
	found, err := a.groups.Search(r.Context(), by, groups.Query{IDs: ids, Page: page.Request{Size: mostMemberGroups}})
	if err == nil && len(found.Items) != len(ids) {
		err = errs.Field(rightsField, "member.no_groups")
	}
	return err
}

// addMember sends an invitation by email.
func (a membersAPI) addMember(r *http.Request, in memberIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageTeam); err != nil {
		return memberReply{}, err
	}
	role, err := a.role(r, by, in)
	if err != nil {
		return memberReply{}, err
	}
	m, err := a.people.Invite(r.Context(), by, identity.Invite{Email: string(in.Member.Email), Name: string(in.Member.Name), Role: role})
	if err != nil {
		return memberReply{}, err
	}
	return memberReply{a.memberToWire(m, by.DepartmentID)}, nil
}

// resendInvitation emails a new link for a pending invitation.
func (a membersAPI) resendInvitation(r *http.Request, in wire.IDIn) (memberReply, error) {
	by := access.From(r.Context())
	m, err := a.people.ResendInvitation(r.Context(), by, int64(in.ID))
	if err != nil {
		return memberReply{}, err
	}
	return memberReply{a.memberToWire(m, by.DepartmentID)}, nil
}

// changeMember replaces a member's permissions. Only members themselves can change their name and email address.
func (a membersAPI) changeMember(r *http.Request, in memberIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageTeam); err != nil {
		return memberReply{}, err
	}
	role, err := a.role(r, by, in)
	if err != nil {
		return memberReply{}, err
	}
	m, err := a.people.Member(r.Context(), by, int64(in.ID))
	switch {
	case err != nil:
	case m.DeactivatedAt != nil:
		err = departments.ErrDeactivated
	case m.Invited():
		err = a.people.SetInvitedRole(r.Context(), by, m.ID, role)
	default:
		err = a.departments.SetRole(r.Context(), by, m.ID, role)
	}
	if err != nil {
		return memberReply{}, err
	}
	return a.member(r, wire.IDIn{ID: in.ID})
}

// deactivate ends a member's access until they are reactivated.
func (a membersAPI) deactivate(r *http.Request, in wire.IDIn) (memberReply, error) {
	if err := a.departments.Deactivate(r.Context(), access.From(r.Context()), int64(in.ID)); err != nil {
		return memberReply{}, err
	}
	return a.member(r, in)
}

// reactivate gives a deactivated member their access back.
func (a membersAPI) reactivate(r *http.Request, in wire.IDIn) (memberReply, error) {
	if err := a.departments.Reactivate(r.Context(), access.From(r.Context()), int64(in.ID)); err != nil {
		return memberReply{}, err
	}
	return a.member(r, in)
}

// removeMember removes a member or cancels an invitation, and returns the removed member.
func (a membersAPI) removeMember(r *http.Request, in wire.IDIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageTeam); err != nil {
		return memberReply{}, err
	}
	m, err := a.people.Member(r.Context(), by, int64(in.ID))
	switch {
	case err != nil:
	case m.Invited():
		err = a.people.CancelInvitation(r.Context(), by, m.ID)
	default:
		err = a.departments.RemoveMember(r.Context(), by, m.ID)
	}
	if err != nil {
		return memberReply{}, err
	}
	return memberReply{a.memberToWire(m, by.DepartmentID)}, nil
}
