package access

import (
	"slices"
	"strings"
)

// Rights are what a member may do in addition to viewing. The names are those of comparable products. Nil groups mean all groups.
type Rights struct {
	Designs    bool
	Emails     bool // how emails of the department go out
	Attributes bool
	Analytics  bool
	Settings   bool // of the department, never who belongs to it or what programs may do: that would be every right
	Editor     bool // groups and credentials
	Groups     []int64
}

// partial is the prefix of roles that encode some rights: "partial:designs,editor", or "partial:editor/3,17" if limited to two groups.
const partial = "partial:"

var rightNames = []string{"analytics", "attributes", "designs", "editor", "emails", "settings"}

func (r *Rights) named() []*bool {
	return []*bool{&r.Analytics, &r.Attributes, &r.Designs, &r.Editor, &r.Emails, &r.Settings}
}

// allowed lists the permissions that each right adds to viewing.
var allowed = map[string][]Permission{
	"analytics":  {ViewAnalytics},
	"attributes": {ManageAttributes},
	"designs":    {ManageDesigns, CreateDesigns, DeleteDesigns, ManageFonts, OpenDesignMaker, UploadFiles},
	"emails":     {ManageEmails},
	"editor":     {ManageGroups, ManageCredentials, PublishCredentials, RevokeCredentials, UploadFiles},
	"settings":   {ManageDepartment, ManageWebhooks, ViewWebhooks, UploadFiles},
}

var looking = []Permission{ViewDepartment, ViewDesigns, ViewAttributes}

// Role returns the role with exactly these rights.
func (r Rights) Role() Role {
	switch {
	case r.Groups == nil && r.Designs && r.Emails && r.Attributes && r.Analytics && r.Settings && r.Editor:
		return Administrator
	case r.Groups == nil && r.Analytics && !r.Designs && !r.Emails && !r.Attributes && !r.Settings && !r.Editor:
		return Viewer
	}
	var names []string
	for i, has := range r.named() {
		if *has {
			names = append(names, rightNames[i])
		}
	}
	role := partial + strings.Join(names, ",")
	if r.Groups != nil {
		role += "/" + string(NewGroups(r.Groups))
	}
	return Role(role)
}

// Rights returns the rights of a member's role. A role that is not made of rights has those of which it has every permission.
func (r Role) Rights() Rights {
	var out Rights
	names, groups, ok := r.parts()
	if !ok {
		for i, has := range out.named() {
			*has = !slices.ContainsFunc(allowed[rightNames[i]], func(p Permission) bool { return !r.allows(p) })
		}
		return out
	}
	for i, has := range out.named() {
		*has = slices.Contains(names, rightNames[i])
	}
	out.Groups = Groups(groups).IDs()
	return out
}

// Groups returns the groups that the role is limited to. Empty means all groups.
func (r Role) Groups() Groups { return r.groupsFor(ViewDepartment) }

// Name returns the role's name for display and for the API: "partial" for any role that encodes some rights, "custom" for a custom role.
func (r Role) Name() Role {
	if _, _, ok := r.parts(); ok {
		return "partial"
	}
	if strings.HasPrefix(string(r), custom) {
		return "custom"
	}
	return r.Own()
}

func (r Role) parts() (names []string, groups string, ok bool) {
	rest, ok := strings.CutPrefix(string(r.Own()), partial)
	if !ok {
		return nil, "", false
	}
	rights, groups, _ := strings.Cut(rest, "/")
	return strings.Split(rights, ","), groups, true
}

// allows reports whether the role has a permission anywhere.
func (r Role) allows(p Permission) bool {
	if r.Archived() && !reading[p] {
		return false
	}
	return r.Own().has(p) || slices.ContainsFunc(r.Grants(), func(g Grant) bool { return g.Allows(p) })
}

// has is allows for a role without grants.
func (r Role) has(p Permission) bool {
	if permissions, ok := r.customPermissions(); ok {
		return slices.Contains(looking, p) || slices.Contains(permissions, string(p))
	}
	if r == Owner {
		return p == ManageOwners || roles[Administrator][p]
	}
	names, _, ok := r.parts()
	if !ok {
		return roles[r][p]
	}
	return p == SeePersonalData || slices.Contains(looking, p) || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(allowed[name], p) })
}
