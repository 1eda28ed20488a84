// Package team manages what the members of a department may do: their roles, and permission groups, which give more than the role in some
// of the department's groups. The built-in roles are part of the program; a department adds its own.
package team

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/team/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
)

const (
	longestName        = 100
	longestDescription = 1000
	mostRoles          = 100 // of one department
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrRoleNotFound = errs.New(errs.NotFound, "role.not_found")
	ErrRoleTaken    = errs.New(errs.Conflict, "role.name_taken")
	ErrRoleBuiltIn  = errs.New(errs.Conflict, "role.built_in")
	ErrRoleInUse    = errs.New(errs.Conflict, "role.in_use")
	ErrTooManyRoles = errs.New(errs.Conflict, "role.too_many")
)

// Role is a named set of permissions that members can have.
type Role struct {
	ID          string // the name of a built-in role, or the number of a custom one
	Name        string // empty for built-in roles, whose names are in the locales
	Description string
	Permissions []access.Permission
	BuiltIn     bool
	Members     int64 // who have it, or are invited with it
}

// Access returns the role as members have it.
func (r Role) Access() access.Role {
	if r.BuiltIn {
		return access.Role(r.ID)
	}
	return access.Custom(r.number(), r.Permissions)
}

func (r Role) number() int64 { return number(r.ID) }

// number returns the number of a custom role, or 0.
func number(id string) int64 {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// IDOf returns the ID of a member's role here, or "" for one that consists of some rights.
func IDOf(r access.Role) string {
	if id := r.CustomID(); id != 0 {
		return strconv.FormatInt(id, 10)
	}
	if slices.Contains(access.BuiltIn(), r.Own()) {
		return string(r.Own())
	}
	return ""
}

// Input is the fields of a custom role. Fields that are not given stay unchanged.
type Input struct {
	Name        optional.Value[string]
	Description optional.Value[string]
	Permissions optional.Value[[]string]
}

// apply sets the given fields of r, or returns an error with all invalid fields.
func (in Input) apply(r *Role) error {
	var wrong errs.Fields
	if in.Name.Given {
		r.Name = i18n.OneLine(in.Name.Value)
	}
	if r.Name == "" {
		wrong.Add("name", "required")
	}
	if in.Description.Given {
		r.Description = strings.TrimSpace(in.Description.Value)
	}
	checkText(&wrong, "name", r.Name, longestName)
	checkText(&wrong, "description", r.Description, longestDescription)
	if in.Permissions.Given {
		r.Permissions = permissions(&wrong, "permissions", in.Permissions.Value, access.Grantable())
	}
	return wrong.Err()
}

// permissions returns the permissions of these names, sorted. What every member may view anyway is left out.
func permissions(wrong *errs.Fields, field string, names []string, grantable []access.Permission) []access.Permission {
	out := []access.Permission{}
	every := access.Member.Permissions()
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		switch p := access.Permission(name); {
		case slices.Contains(grantable, p):
			out = append(out, p)
		case !slices.Contains(every, p):
			wrong.Add(field, "not_one_of", "values", join(grantable, ", "))
			return out
		}
	}
	return out
}

func join(permissions []access.Permission, separator string) string {
	names := make([]string, len(permissions))
	for i, p := range permissions {
		names[i] = string(p)
	}
	return strings.Join(names, separator)
}

func checkText(wrong *errs.Fields, field, value string, longest int) {
	switch {
	case utf8.RuneCountInString(value) > longest:
		wrong.Add(field, "too_long", "max", longest)
	case strings.ContainsRune(value, 0) || !utf8.ValidString(value):
		wrong.Add(field, "invalid")
	}
}

func of(row db.Role, members int64) Role {
	return Role{ID: strconv.FormatInt(row.ID, 10), Name: row.Name, Description: row.Description, Permissions: named(row.Permissions), Members: members}
}
