package credentials

import (
	"laurel/internal/platform/errs"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound           = errs.New(errs.NotFound, "credential.not_found")
	ErrGroupNotFound      = errs.New(errs.NotFound, "group.not_found")
	ErrGroupWithoutDesign = errs.New(errs.Invalid, "credential.group_without_design")
	ErrGroupArchived      = errs.New(errs.Conflict, "credential.group_archived")
	ErrNotDeleted         = errs.New(errs.Conflict, "credential.not_deleted")
	ErrPrivate            = errs.New(errs.Forbidden, "credential.private")
	ErrGone               = errs.New(errs.Gone, "credential.gone")
	ErrNotPublished       = errs.New(errs.Conflict, "credential.not_published")
	// ErrUnapproved means that a second person has to approve it.
	ErrUnapproved         = errs.New(errs.Conflict, "credential.approval_required")
	ErrRevoked            = errs.New(errs.Conflict, "credential.revoked")
	ErrExpiryCredits      = errs.New(errs.Conflict, "credential.expiry_credits")
	ErrRenewed            = errs.New(errs.Conflict, "credential.renewed")
	ErrDuplicate          = errs.New(errs.Conflict, "credential.duplicate")
	ErrExpiresBeforeIssue = errs.New(errs.Invalid, "credential.expires_before_issue")
	ErrChangedSince       = errs.New(errs.Conflict, "credential.changed_since")
	ErrNoAddress          = errs.New(errs.Conflict, "credential.no_address")
	ErrUnwanted           = errs.New(errs.Conflict, "credential.mail_unwanted")
	ErrTest               = errs.New(errs.Conflict, "credential.test")
	ErrOpened             = errs.New(errs.Conflict, "credential.mail_opened")
	ErrNothingSelected    = errs.New(errs.Invalid, "credential.nothing_selected")
)
