package access

import (
	"slices"
	"strconv"
	"strings"
)

// custom is the prefix of a department's own roles: "role:12:manage_credentials,publish_credentials". The database writes the permissions
// after the ID, and keeps them up to date.
const custom = "role:"

// Custom returns the department's own role with an ID and these permissions.
func Custom(id int64, permissions []Permission) Role {
	names := make([]string, len(permissions))
	for i, p := range permissions {
		names[i] = string(p)
	}
	return Role(custom + strconv.FormatInt(id, 10) + ":" + strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ","))
}

// CustomID returns the ID of a department's own role, or 0.
func (r Role) CustomID() int64 {
	rest, _ := strings.CutPrefix(string(r.Own()), custom)
	text, _, _ := strings.Cut(rest, ":")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !strings.HasPrefix(string(r), custom) {
		return 0
	}
	return id
}

func (r Role) customPermissions() (names []string, ok bool) {
	rest, ok := strings.CutPrefix(string(r.Own()), custom)
	if !ok {
		return nil, false
	}
	_, list, _ := strings.Cut(rest, ":")
	return strings.Split(list, ","), true
}

// Given reports whether an invitation may grant the role: a built-in one but Owner, a custom one, or some rights.
func (r Role) Given() bool {
	_, _, partly := r.parts()
	switch {
	case partly:
		return r == r.Rights().Role()
	case r == Owner:
		return false
	}
	return r.CustomID() != 0 || slices.Contains(BuiltIn(), r)
}

// Grantable returns the permissions that a custom role can hold, sorted. Viewing is not among them, because every member may view.
func Grantable() []Permission {
	return slices.DeleteFunc(Administrator.Permissions(), func(p Permission) bool { return slices.Contains(looking, p) })
}
