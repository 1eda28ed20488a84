package designs

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound        = errs.New(errs.NotFound, "design.not_found")
	ErrVersionNotFound = errs.New(errs.NotFound, "design.version_not_found")
	ErrInUse           = errs.New(errs.Conflict, "design.in_use")
	ErrChanged         = errs.New(errs.Conflict, "design.changed")
	// ErrUsed is returned if a change needs confirmation. Its count is the number of issued credentials that use the design.
	ErrUsed     = errs.New(errs.Conflict, "design.used_by_credentials")
	ErrTemplate = errs.New(errs.NotFound, "design.template_not_found")
)
