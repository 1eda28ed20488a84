// Package access defines who makes a request and what they are allowed to do. All permissions are checked here.
package access

import (
	"context"
	"slices"

	"laurel/internal/platform/errs"
)

// Permission is an action. Its text completes the error message "you do not have permission to {action}".
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
	ViewAuditLog       Permission = "view_audit_log"      // with what all members did, and from where
	ManageEmails       Permission = "manage_emails"       // how emails go out, and what they say: a person's alone
	ManageOwners       Permission = "manage_owners"       // to appoint and dismiss owners: of owners alone
	SeePersonalData    Permission = "see_personal_data"   // of recipients; without it, names and addresses are masked
	ViewBilling        Permission = "view_billing"        // plan, usage and invoices, on an installation with billing
	ManageBilling      Permission = "manage_billing"
)

// Role is a set of permissions: either a built-in one, or the encoding of Rights.
type Role string

// The built-in roles: those of members of a department, those of API keys, and that of an embedded design maker, whose permissions
// depend on its scopes.
const (
	Owner         Role = "owner"
	Administrator Role = "administrator"
	Designer      Role = "designer"
	Issuer        Role = "issuer"
	Viewer        Role = "viewer"
	Member        Role = "member" // in no group but those of their permission groups
	KeyWrite      Role = "key_write"
	KeyRead       Role = "key_read"
	EmbeddedMaker Role = "embedded_maker"
)

// roles lists the permissions of each role. Every role may view. The permissions of an embedded design maker are in scopes.
var roles = map[Role]map[Permission]bool{
	Administrator: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true, ManageAPIKeys: true, ViewAPIKeys: true, UploadFiles: true, ViewDesigns: true,
		CreateDesigns: true, DeleteDesigns: true, ViewAttributes: true, OpenDesignMaker: true, ManageFonts: true, ManageWebhooks: true, ViewWebhooks: true,
		ManageTeam: true, ViewAnalytics: true, ManageSigningKeys: true, ViewAuditLog: true, SeePersonalData: true,
		ManageEmails: true, ViewBilling: true, ManageBilling: true,
	},
	Designer: {
		ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAnalytics: true, ManageDesigns: true, CreateDesigns: true,
		DeleteDesigns: true, ManageFonts: true, OpenDesignMaker: true, UploadFiles: true, ManageAttributes: true,
	},
	Issuer: {
		ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAnalytics: true, ManageCredentials: true, PublishCredentials: true,
		UploadFiles: true, SeePersonalData: true,
	},
	Viewer: {ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAnalytics: true, SeePersonalData: true},
	Member: {ViewDepartment: true, ViewDesigns: true, ViewAttributes: true},
	KeyWrite: {
		ViewDepartment: true, ManageDepartment: true, ManageAttributes: true, ManageDesigns: true, ManageGroups: true,
		ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true, ViewAPIKeys: true, UploadFiles: true, ViewDesigns: true, CreateDesigns: true,
		DeleteDesigns: true, ViewAttributes: true, OpenDesignMaker: true, ManageFonts: true, ManageWebhooks: true, ViewWebhooks: true,
		ManageTeam: true, ViewAnalytics: true, ViewAuditLog: true, SeePersonalData: true, ViewBilling: true, ManageBilling: true,
	},
	KeyRead: {ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAPIKeys: true, ViewWebhooks: true, ViewAnalytics: true, SeePersonalData: true},
}

// The errors of this package.
var (
	// ErrDenied means that a permission is missing; see Denied.
	ErrDenied       = errs.New(errs.Forbidden, "access_denied")
	ErrNotSignedIn  = errs.New(errs.Unauthorized, "not_signed_in")
	ErrNoDepartment = errs.New(errs.Forbidden, "no_department_selected")
	ErrNotVerified  = errs.New(errs.Forbidden, "account.not_verified")
	// ErrArchived is returned for everything but reading in an archived department.
	ErrArchived = errs.New(errs.Forbidden, "department.archived")
	// ErrUnproved means that a person must prove again who they are; see RequireProof.
	ErrUnproved = errs.New(errs.Forbidden, "proof.required")
	// ErrTestMode is returned for actions that are not available in test mode.
	ErrTestMode = errs.New(errs.Forbidden, "api_key.test_mode")
)

// Denied returns ErrDenied for a missing permission. Clients get the permission as its code, and its message says what it allows.
func Denied(p Permission) *errs.Error { return ErrDenied.With("action", string(p)).Named(string(p)) }

// BuiltIn are the built-in roles of members, from all permissions to the fewest.
func BuiltIn() []Role { return []Role{Owner, Administrator, Designer, Issuer, Viewer, Member} }

// Actor is who makes a request, in which department, and from where. The zero Actor has no permissions.
type Actor struct {
	UserID       int64 // 0 for an API key
	SessionID    int64
	APIKeyID     int64 // 0 for a person
	EmbedID      int64 // the session of an embedded design maker, which is neither a person nor a key
	RecipientID  int64 // a recipient, for the record only: they may do nothing that is asked for here
	DesignID     int64 // the one design that an embedded maker was opened for; 0 where it was for none in particular
	Scopes       Scopes
	Groups       Groups // those that a key or a member is limited to; empty: all of the department
	Sight        *Sight // of a member with permission groups: what their request sees; else nil
	DepartmentID int64  // 0 when signed in without a department
	Test         bool   // sees the credentials of tests, and no others
	Rate         int    // requests that a key may make a minute; 0: as many as the operator allows
	Role         Role
	Bound        bool  // a department signed the person in (SSO): their other departments are out of sight
	Proved       bool  // the person of the session proved who they are within the last 15 minutes
	Enrolled     bool  // the person of the session has a second factor
	Unverified   bool  // the person has not confirmed their address yet
	Missing      error // why nobody is signed in, or why there is no department, although one was asked for; Require answers it
	IP           string
	RequestID    string
	System       System // a part of the product that acts on its own; its permissions replace those of Role
}

// Require returns an error unless the actor has permission p in a department: ErrNotSignedIn, ErrNoDepartment, Missing, ErrTestMode,
// ErrArchived, ErrDenied or ErrNotVerified.
//
// The transactions that follow see only the groups in which a member with permission groups has the permission.
func (a Actor) Require(p Permission) error {
	if err := a.Allows(p); err != nil {
		return err
	}
	return a.Sight.narrow(p)
}

// Allows is Require for showing what could be done: it leaves what the request sees as it is.
func (a Actor) Allows(p Permission) error {
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
	case a.Role.Archived() && !reading[p]:
		return ErrArchived
	case !a.may(p):
		return Denied(p)
	case a.Unverified && reachesOut[p]:
		return ErrNotVerified
	}
	return nil
}

// RequireProof returns ErrUnproved for a session whose person has not proved who they are within the last 15 minutes: by signing in, or
// again with a password, a code or a passkey. A stolen session must not be able to do what it guards. Programs prove themselves with
// every request.
func (a Actor) RequireProof() error {
	if a.SessionID != 0 && !a.Proved {
		return ErrUnproved
	}
	return nil
}

// Nobody reports whether the request is unauthenticated.
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

// SeesPersonalData reports whether the actor sees the names and addresses of recipients. It is a question for members only: API keys and
// the product itself do, recipients see their own.
func (a Actor) SeesPersonalData() bool {
	return a.UserID == 0 || a.DepartmentID == 0 || a.may(SeePersonalData)
}

// SeesPrivateKeys reports whether the actor may see the keys of private credentials, which give anyone access to them. It takes the
// right to manage credentials, not only to read them, that to see personal data, and for an API key the scope credentials:write.
func (a Actor) SeesPrivateKeys() bool {
	return a.Allows(ManageCredentials) == nil && a.SeesPersonalData() && (a.Sight == nil || a.Role.groupsFor(ManageCredentials) == a.Groups) && (a.APIKeyID == 0 || a.Scopes.HasOne([]string{WriteCredentials}))
}

// Reaches reports whether the actor may access a design of their department.
func (a Actor) Reaches(designID int64) bool { return a.DesignID == 0 || a.DesignID == designID }

// reachesOut are the permissions that require a verified email address, because they send emails to strangers or outlive the session.
var reachesOut = map[Permission]bool{PublishCredentials: true, RevokeCredentials: true, ManageAPIKeys: true, ManageWebhooks: true}

// inTests are the permissions that are available in test mode.
var inTests = map[Permission]bool{
	ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ManageCredentials: true, PublishCredentials: true, RevokeCredentials: true,
	UploadFiles: true, ViewAnalytics: true, ViewAPIKeys: true, SeePersonalData: true,
}

// Permissions returns the role's permissions in sorted order, for the session response.
func (r Role) Permissions() []Permission {
	var out []Permission
	for p := range roles[Administrator] {
		if r.allows(p) {
			out = append(out, p)
		}
	}
	if r.allows(ManageOwners) {
		out = append(out, ManageOwners)
	}
	slices.Sort(out)
	return out
}

// WithoutBilling returns the permissions that mean something on an installation without billing.
func WithoutBilling(all []Permission) []Permission {
	return slices.DeleteFunc(slices.Clone(all), func(p Permission) bool { return p == ViewBilling || p == ManageBilling })
}

type actorKey struct{}

// With returns a context with the actor.
func With(ctx context.Context, a Actor) context.Context { return context.WithValue(ctx, actorKey{}, a) }

// From returns the actor of the request, or the zero Actor if it is unauthenticated.
func From(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}
