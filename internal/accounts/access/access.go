// Package access says who is acting and what they may do. It is the one place that decides a permission.
package access

import (
	"context"
	"slices"

	"laurel/internal/platform/errs"
)

// Permission names an action as the refusal speaks of it: "you do not have permission to {action}".
type Permission string

// The permissions. Each has a text in locales/en/team.json.
const (
	ViewDepartment     Permission = "view_department"
	ManageDepartment   Permission = "manage_department"
	ManageAttributes   Permission = "manage_attributes"
	ManageDesigns      Permission = "manage_designs"
	ManageGroups       Permission = "manage_groups"
	ManageCredentials  Permission = "manage_credentials"
	PublishCredentials Permission = "publish_credentials"
	RevokeCredentials  Permission = "revoke_credentials"
	ManageAPIKeys      Permission = "manage_api_keys"
	ViewAPIKeys        Permission = "view_api_keys" // with the addresses they are used from: of people, for those who may manage them
	UploadFiles        Permission = "upload_files"
	ViewDesigns        Permission = "view_designs"
	CreateDesigns      Permission = "create_designs"
	DeleteDesigns      Permission = "delete_designs"
	ViewAttributes     Permission = "view_attributes"
	OpenDesignMaker    Permission = "open_design_maker"
	ManageFonts        Permission = "manage_fonts"
	ManageWebhooks     Permission = "manage_webhooks"
	ViewWebhooks       Permission = "view_webhooks" // with what was sent, so not for everyone
	ManageTeam         Permission = "manage_team"   // who may do all of this, so only for who may do it all
	ViewAnalytics      Permission = "view_analytics"
	ManageSigningKeys  Permission = "manage_signing_keys" // a person's alone: no API key may
)

// Role is a bundle of permissions: a built-in one, or some Rights.
type Role string

// The built-in roles of an issuer in a department, the two kinds of API key, and the design maker in another product's page,
// which may do what its scopes say.
const (
	Administrator Role = "administrator"
	Viewer        Role = "viewer"
	KeyWrite      Role = "key_write"
	KeyRead       Role = "key_read"
	EmbeddedMaker Role = "embedded_maker"
)

// roles is the table of who may do what. Everyone may view; what an embedded maker may do stands in scopes.
var roles = map[Role]map[Permission]bool{
	Administrator: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true, ManageAPIKeys: true, ViewAPIKeys: true, UploadFiles: true, ViewDesigns: true,
		CreateDesigns: true, DeleteDesigns: true, ViewAttributes: true, OpenDesignMaker: true, ManageFonts: true, ManageWebhooks: true, ViewWebhooks: true,
		ManageTeam: true, ViewAnalytics: true, ManageSigningKeys: true,
	},
	Viewer: {ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAnalytics: true},
	KeyWrite: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true, ViewAPIKeys: true, UploadFiles: true, ViewDesigns: true, CreateDesigns: true,
		DeleteDesigns: true, ViewAttributes: true, OpenDesignMaker: true, ManageFonts: true, ManageWebhooks: true, ViewWebhooks: true,
		ManageTeam: true, ViewAnalytics: true,
	},
	KeyRead: {ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAPIKeys: true, ViewWebhooks: true, ViewAnalytics: true},
}

// Refusals of this package.
var (
	ErrDenied       = errs.New(errs.Forbidden, "access_denied")
	ErrNotSignedIn  = errs.New(errs.Unauthorized, "not_signed_in")
	ErrNoDepartment = errs.New(errs.Forbidden, "no_department_selected")
	ErrNotVerified  = errs.New(errs.Forbidden, "account.not_verified")
	// ErrTestMode says that tests have nothing to do with it.
	ErrTestMode = errs.New(errs.Forbidden, "api_key.test_mode")
)

// Actor is who acts, in which department, from where. The zero Actor may do nothing.
type Actor struct {
	UserID       int64 // 0 for an API key
	SessionID    int64
	APIKeyID     int64 // 0 for a person
	EmbedID      int64 // the session of an embedded design maker, which is neither a person nor a key
	RecipientID  int64 // a recipient, for the record only: they may do nothing that is asked for here
	DesignID     int64 // the one design that an embedded maker was opened for; 0 where it was for none in particular
	Scopes       Scopes
	Groups       Groups // those that a key or a member is limited to; empty: all of the department
	DepartmentID int64  // 0 when signed in without a department
	Test         bool   // sees the credentials of tests, and no others
	Rate         int    // requests that a key may make a minute; 0: as many as the operator allows
	Role         Role
	Bound        bool  // a department signed the person in (SSO): their other departments are out of sight
	Unverified   bool  // the person has not confirmed their address yet
	Missing      error // why nobody is signed in, or why there is no department, although one was asked for; Require answers it
	IP           string
	RequestID    string
	System       System // a part of the product that acts on its own; its permissions replace those of Role
}

// Require refuses with ErrNotSignedIn, ErrNoDepartment, Missing, ErrTestMode, ErrDenied or ErrNotVerified unless the actor may do p in a department.
func (a Actor) Require(p Permission) error {
	switch {
	case a.Nobody() && a.Missing != nil:
		return a.Missing
	case a.Nobody():
		return ErrNotSignedIn
	case a.DepartmentID == 0 && a.Missing != nil:
		return a.Missing
	case a.DepartmentID == 0:
		return ErrNoDepartment
	case a.Test && !inTests[p]:
		return ErrTestMode
	case !a.may(p):
		return ErrDenied.With("action", string(p))
	case a.Unverified && reachesOut[p]:
		return ErrNotVerified
	}
	return nil
}

// Nobody tells whether no one is signed in.
func (a Actor) Nobody() bool {
	return a.UserID == 0 && a.APIKeyID == 0 && a.EmbedID == 0 && a.System == ""
}

func (a Actor) may(p Permission) bool {
	if a.System != "" {
		return a.System.allows(p)
	}
	if a.Role == EmbeddedMaker {
		return a.Scopes.allow(p) && (a.DesignID == 0 || p != CreateDesigns)
	}
	if a.APIKeyID != 0 && p == OpenDesignMaker && !a.Scopes.HasOne([]string{EmbedDesigner}) {
		return false // a key may come in the address of the design maker too, where no call's scopes are asked for
	}
	return a.Role.allows(p)
}

// SeesPrivateKeys tells whether the actor may see the keys that open private credentials to everybody who has them. Reading
// credentials is not enough: it takes the right to manage them, and of an API key the scope to write them.
func (a Actor) SeesPrivateKeys() bool {
	return a.Require(ManageCredentials) == nil && (a.APIKeyID == 0 || a.Scopes.HasOne([]string{"credentials:write"}))
}

// Reaches tells whether the actor may know of a design of its department.
func (a Actor) Reaches(designID int64) bool { return a.DesignID == 0 || a.DesignID == designID }

// reachesOut are the permissions that mail strangers or outlive the session: they need a confirmed address.
var reachesOut = map[Permission]bool{PublishCredentials: true, RevokeCredentials: true, ManageAPIKeys: true, ManageWebhooks: true}

// inTests are the permissions that do not change what counts.
var inTests = map[Permission]bool{
	ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true,
	UploadFiles: true, ViewAnalytics: true, ViewAPIKeys: true,
}

// Permissions lists what the actor's role may do, for the session's answer.
func (r Role) Permissions() []Permission {
	var out []Permission
	for p := range roles[Administrator] {
		if r.allows(p) {
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
