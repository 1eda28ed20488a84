package evidence

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound    = errs.New(errs.NotFound, "evidence.not_found")
	ErrInvalidType = errs.New(errs.Invalid, "evidence.invalid_type")      // a picture that is none, a film that is none
	ErrFileUsed    = errs.New(errs.Conflict, "evidence.file_used")        // another item has the file
	ErrTooMany     = errs.New(errs.Invalid, "evidence.too_many")          // items of one credential
	ErrManyFiles   = errs.New(errs.Invalid, "evidence.too_many_files")    // files of one credential
	ErrTooMuch     = errs.New(errs.Invalid, "evidence.too_much")          // bytes of one credential
	ErrNotYours    = errs.New(errs.Forbidden, "evidence.issuers_item")    // a recipient touches what the issuer gave
	ErrRecipients  = errs.New(errs.Forbidden, "evidence.recipients_item") // an issuer writes what the recipient gave
	ErrNotAllowed  = errs.New(errs.Forbidden, "evidence.none_allowed")    // the credential takes nothing from its recipient
	ErrNoFile      = errs.New(errs.NotFound, "evidence.no_file")          // the item is no file
)
