package references

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound   = errs.New(errs.NotFound, "reference.not_found")
	ErrTooMany    = errs.New(errs.Invalid, "reference.too_many")       // references of one credential
	ErrNotIssued  = errs.New(errs.Conflict, "reference.not_issued")    // nobody is asked about what is not out, or was taken back
	ErrNotAllowed = errs.New(errs.Forbidden, "reference.none_allowed") // the credential takes none that its recipient asks for
	ErrNotYours   = errs.New(errs.Forbidden, "reference.issuers")      // a recipient touches what the issuer wanted
	ErrReferees   = errs.New(errs.Forbidden, "reference.referees")     // somebody writes in the words of a referee
	ErrNoWords    = errs.New(errs.Conflict, "reference.no_words")      // there is nothing to decide on
	ErrAnswered   = errs.New(errs.Conflict, "reference.answered")      // a referee who answered is not asked once more
	ErrShown      = errs.New(errs.Conflict, "reference.shown")         // what was approved is not written anew
	ErrLink       = errs.New(errs.Gone, "reference.link_over")         // unknown, used up, replaced, out of time: nobody learns which
)
