package uploads

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrForeign     = errs.New(errs.Invalid, "upload.foreign")   // an address that is no upload of this department
	ErrMissing     = errs.New(errs.Invalid, "upload.missing")   // a policy was given, but no file came
	ErrNotAnImage  = errs.New(errs.Invalid, "upload.not_image") // what came is no picture of the type it says
	ErrTooLarge    = errs.New(errs.Invalid, "upload.too_large")
	ErrPixels      = errs.New(errs.Invalid, "upload.too_many_pixels")
	ErrPreset      = errs.New(errs.NotFound, "upload.unknown_preset")
	ErrUnreachable = errs.New(errs.Unavailable, "upload.store_unavailable")
)
