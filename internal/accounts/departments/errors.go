package departments

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "department.not_found")
	ErrOnlyOne  = errs.New(errs.Conflict, "department.only_one")
	ErrTooMany  = errs.New(errs.Conflict, "department.too_many")

	// ErrSecondFactor means that the department requires a second factor, which the person of the session has not.
	ErrSecondFactor = errs.New(errs.Forbidden, "second_factor.enrol")

	// ErrNetwork means that the department does not allow the address that the person of the session works from.
	ErrNetwork = errs.New(errs.Forbidden, "network.not_allowed")

	ErrNotMember = errs.New(errs.NotFound, "member.not_found")
	// ErrDeactivated means that the person is a member who was deactivated. They can be reactivated.
	ErrDeactivated   = errs.New(errs.Conflict, "member.deactivated")
	ErrAlreadyMember = errs.New(errs.Conflict, "member.already")
	// ErrLastAdministrator ensures that a department always has an administrator.
	ErrLastAdministrator = errs.New(errs.Conflict, "member.last_administrator")
	// ErrLastOwner ensures that a department that has an owner keeps one.
	ErrLastOwner = errs.New(errs.Conflict, "member.last_owner")
	// ErrOrganizationAdministrator means that the member administers the organization, which is not the department's to change.
	ErrOrganizationAdministrator = errs.New(errs.Conflict, "member.organization_administrator")
)
