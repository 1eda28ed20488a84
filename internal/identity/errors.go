package identity

import (
	"laurel/internal/access"
	"laurel/internal/errs"
)

// The refusals of this package. Each code has a message in locales/en.json.
var (
	// ErrSignedOut says that a session is unknown, was ended, or has expired.
	ErrSignedOut = access.ErrNotSignedIn

	ErrSignIn          = errs.New(errs.Unauthorized, "sign_in.failed")
	ErrTooManySignIns  = errs.New(errs.TooMany, "sign_in.too_many").With("retry_after", 60)
	ErrToken           = errs.New(errs.Invalid, "token.incorrect")
	ErrEmailTaken      = errs.New(errs.Conflict, "account.email_taken")
	ErrBound           = errs.New(errs.Forbidden, "session.bound")
	ErrSessionNotFound = errs.New(errs.NotFound, "session.not_found")
	ErrKeyOnly         = errs.New(errs.Forbidden, "sso.api_key_only")
)
