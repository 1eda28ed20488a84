package issuer

import (
	"net/http"

	"laurel/internal/access"
	"laurel/internal/errs"
	"laurel/internal/httpx"
	"laurel/internal/identity"
	"laurel/internal/page"
)

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
	Permissions []departmentPermission `json:"department_permissions"`
	CreatedAt   string                 `json:"created_at"`
}

// memberToWire tells what a person may do by the role that they have: administrators all, viewers look.
func memberToWire(m identity.Member, departmentID int64) memberOut {
	all := m.Role == access.Administrator
	p := permissionsOut{Designs: all, Emails: all, Attributes: all, Analytics: true, Settings: all, Role: "viewer", DisplayRole: string(m.Role)}
	if all {
		p.Role = "editor"
	}
	return memberOut{m.UserID, m.Name, m.Email, []departmentPermission{{departmentID, p}}, stamp(m.Since)}
}

type membersReply struct {
	Members []memberOut `json:"team_members"`
	Meta    meta        `json:"meta"`
}

func (a organizationAPI) members(r *http.Request, in exportListIn) (membersReply, error) {
	by := access.From(r.Context())
	found, err := a.people.Members(r.Context(), by, page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return membersReply{}, err
	}
	out := membersReply{make([]memberOut, len(found.Items)), metaOf(found)}
	for i, m := range found.Items {
		out.Members[i] = memberToWire(m, by.DepartmentID)
	}
	return out, nil
}

type memberReply struct {
	Member memberOut `json:"team_member"`
}

func (a organizationAPI) member(r *http.Request, in idIn) (memberReply, error) {
	by := access.From(r.Context())
	m, err := a.people.Member(r.Context(), by, int64(in.ID))
	if err != nil {
		return memberReply{}, err
	}
	return memberReply{memberToWire(m, by.DepartmentID)}, nil
}

// permissionsIn are what a member shall be able to do. There are two roles: one that may do all, and one that looks.
type permissionsIn struct {
	Designs    maybe[httpx.Bool]  `json:"designs"`
	Emails     maybe[httpx.Bool]  `json:"emails"`
	Attributes maybe[httpx.Bool]  `json:"credential_attributes"`
	Analytics  maybe[httpx.Bool]  `json:"analytics"`
	Settings   maybe[httpx.Bool]  `json:"settings"`
	Role       httpx.Text         `json:"role"`
	Groups     maybe[[]httpx.Int] `json:"groups"`
}

type memberIn struct {
	ID     httpx.Int `json:"id"`
	Member *struct {
		Name        httpx.Text `json:"name"`
		Email       httpx.Text `json:"email"`
		Permissions []struct {
			DepartmentID httpx.Int     `json:"department_id"`
			Permissions  permissionsIn `json:"permissions"`
		} `json:"department_permissions" validate:"max=100"`
	} `json:"team_member" validate:"required"`
}

const rightsField = "department_permissions"

// role is what the permissions come to in the department where the caller acts. What no role says is refused: anything else
// would let somebody do more than they were meant to, or less.
func (in memberIn) role(by access.Actor) (access.Role, error) {
	all := in.Member.Permissions
	switch {
	case len(all) == 0:
		return "", errs.Field(rightsField, "required")
	case len(all) > 1 || all[0].DepartmentID != 0 && int64(all[0].DepartmentID) != by.DepartmentID:
		return "", errs.Field(rightsField, "member.other_department")
	}
	p := all[0].Permissions
	switch {
	case p.Role != "editor" && p.Role != "viewer":
		return "", errs.Field(rightsField, "not_one_of", "values", "editor, viewer")
	case p.Groups.value != nil || p.contradict(p.Role == "editor"):
		return "", errs.Field(rightsField, "member.partial_rights")
	case p.Role == "editor":
		return access.Administrator, nil
	}
	return access.Viewer, nil
}

// contradict tells whether one of them is not what the role brings; everybody may see the analytics.
func (p permissionsIn) contradict(all bool) bool {
	for _, given := range []maybe[httpx.Bool]{p.Designs, p.Emails, p.Attributes, p.Settings} {
		if given.value != nil && bool(*given.value) != all {
			return true
		}
	}
	return p.Analytics.value != nil && !bool(*p.Analytics.value)
}

// addMember invites somebody; they get a mail unless they have an account.
func (a organizationAPI) addMember(r *http.Request, in memberIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageDepartment); err != nil {
		return memberReply{}, err
	}
	role, err := in.role(by)
	if err != nil {
		return memberReply{}, err
	}
	u, err := a.people.Invite(r.Context(), by, identity.Invite{Email: string(in.Member.Email), Name: string(in.Member.Name), Role: role})
	if err != nil {
		return memberReply{}, err
	}
	return a.member(r, idIn{httpx.Int(u.ID)})
}

// changeMember replaces what a member may do; their name and address are their own.
func (a organizationAPI) changeMember(r *http.Request, in memberIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageDepartment); err != nil {
		return memberReply{}, err
	}
	role, err := in.role(by)
	if err == nil {
		err = a.departments.SetRole(r.Context(), by, int64(in.ID), role)
	}
	if err != nil {
		return memberReply{}, err
	}
	return a.member(r, idIn{in.ID})
}

// removeMember answers who was removed.
func (a organizationAPI) removeMember(r *http.Request, in idIn) (memberReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageDepartment); err != nil {
		return memberReply{}, err
	}
	before, err := a.member(r, in)
	if err != nil {
		return memberReply{}, err
	}
	return before, a.departments.RemoveMember(r.Context(), by, int64(in.ID))
}
