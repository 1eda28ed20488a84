package recipients

import (
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// ErrLimited means that the session's level is too low: the address was not proven.
var ErrLimited = errs.New(errs.Forbidden, "recipient.prove_address")

// Shareable reports whether others see a credential in what its owner shares: it is achieved, not private, and not renewed.
func Shareable(c credentials.Credential) bool {
	return !c.Private && c.State.Achieved() && c.SupersededAt == nil
}
