package attributes

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound  = errs.New(errs.NotFound, "attribute.not_found")
	ErrNotCustom = errs.New(errs.Conflict, "attribute.not_custom")
	ErrDuplicate = errs.New(errs.Invalid, "attribute.duplicate")
	ErrInUse     = errs.New(errs.Conflict, "attribute.in_use")
	ErrOtherKind = errs.New(errs.Conflict, "attribute.other_kind") // one is a picture, the other is none
	ErrTooMany   = errs.New(errs.Conflict, "attribute.too_many")
)
