// Package access says who is acting and what they may do. It is the one place that decides a permission.
package access

import (
	"context"
	"slices"

	"laurel/internal/errs"
)

// Permission names an action as the refusal speaks of it: "you do not have permission to {action}".
type Permission string

// The permissions. Each has a text in locales/en.json under "permissions".
const (
	ViewDepartment     Permission = "view_department"
	ManageDepartment   Permission = "manage_department"
	ManageAttributes   Permission = "manage_attributes"
	ManageDesigns      Permission = "manage_designs"
	ManageGroups       Permission = "manage_groups"
	ManageCredentials  Permission = "manage_credentials"
	PublishCredentials Permission = "publish_credentials"
	ManageAPIKeys      Permission = "manage_api_keys"
	UploadFiles        Permission = "upload_files"
)

// Role is a built-in bundle of permissions.
type Role string

// The built-in roles of an issuer in a department, and the two kinds of API key.
const (
	Administrator Role = "administrator"
	Viewer        Role = "viewer"
	KeyWrite      Role = "key_write"
	KeyRead       Role = "key_read"
)

// roles is the table of who may do what. Everyone may view.
var roles = map[Role]map[Permission]bool{
	Administrator: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, ManageAPIKeys: true, UploadFiles: true,
	},
	Viewer: {ViewDepartment: true},
	KeyWrite: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, UploadFiles: true,
	},
	KeyRead: {ViewDepartment: true},
}

// Refusals of this package.
var (
	ErrDenied       = errs.New(errs.Forbidden, "access_denied")
	ErrNotSignedIn  = errs.New(errs.Unauthorized, "not_signed_in")
	ErrNoDepartment = errs.New(errs.Forbidden, "no_department_selected")
	ErrNotVerified  = errs.New(errs.Forbidden, "account.not_verified")
)

// Actor is who acts, in which department, from where. The zero Actor may do nothing.
type Actor struct {
	UserID       int64 // 0 for an API key
	SessionID    int64
	APIKeyID     int64 // 0 for a person
	DepartmentID int64 // 0 when signed in without a department
	Role         Role
	Bound        bool  // a department signed the person in (SSO): their other departments are out of sight
	Unverified   bool  // the person has not confirmed their address yet
	Missing      error // why there is no department although one was asked for; Require answers it
	IP           string
	RequestID    string
}

// Require refuses with ErrNotSignedIn, ErrNoDepartment, Missing, ErrDenied or ErrNotVerified unless the actor may do p in a department.
func (a Actor) Require(p Permission) error {
	switch {
	case a.UserID == 0 && a.APIKeyID == 0:
		return ErrNotSignedIn
	case a.DepartmentID == 0 && a.Missing != nil:
		return a.Missing
	case a.DepartmentID == 0:
		return ErrNoDepartment
	case !roles[a.Role][p]:
		return ErrDenied.With("action", string(p))
	case a.Unverified && reachesOut[p]:
		return ErrNotVerified
	}
	return nil
}

// reachesOut are the permissions that mail strangers or outlive the session: they need a confirmed address.
var reachesOut = map[Permission]bool{PublishCredentials: true, ManageAPIKeys: true}

// Permissions lists what the actor's role may do, for the session's answer.
func (r Role) Permissions() []Permission {
	var out []Permission
	for p, ok := range roles[r] {
		if ok {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

type actorKey struct{}

// With returns a context that carries the actor.
func With(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// From returns the actor of the request, or the zero Actor when nobody is signed in.
func From(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}
