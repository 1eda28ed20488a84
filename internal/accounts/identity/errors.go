package identity

import (
	"laurel/internal/accounts/access"
	"laurel/internal/accounts/onetime"
	"laurel/internal/platform/errs"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	// ErrSignedOut means that a session is unknown, has ended or has expired.
	ErrSignedOut = access.ErrNotSignedIn

	// ErrSessionLimit means that a session was unused, or lasted, longer than one of the user's departments allows.
	ErrSessionLimit = errs.New(errs.Unauthorized, "session.limit")

	ErrSignIn          = errs.New(errs.Unauthorized, "sign_in.failed")
	ErrTooManySignIns  = errs.New(errs.TooMany, "sign_in.too_many").With("retry_after", 60)
	ErrToken           = onetime.ErrWrong
	ErrHasAccount      = errs.New(errs.Conflict, "invitation.sign_in")
	ErrOtherAccount    = errs.New(errs.Forbidden, "invitation.other_account")
	ErrBound           = errs.New(errs.Forbidden, "session.bound")
	ErrSessionNotFound = errs.New(errs.NotFound, "session.not_found")
	ErrSignInStep      = errs.New(errs.Unauthorized, "second_factor.expired")
	ErrElsewhere       = errs.New(errs.Conflict, "member.elsewhere")
	ErrKeyOnly         = errs.New(errs.Forbidden, "sso.api_key_only")
)
