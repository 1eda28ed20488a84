// Package captcha makes a form costly to send by the thousand. The built-in kind asks the browser for a proof of work; any
// service that speaks the reCAPTCHA protocol can take its place.
package captcha

import (
	"context"

	"laurel/internal/platform/errs"
)

// Refusals of this package.
var (
	ErrRequired    = errs.New(errs.Invalid, "captcha.required")
	ErrWrong       = errs.New(errs.Invalid, "captcha.wrong")
	ErrUnreachable = errs.New(errs.Unavailable, "captcha.unreachable")
)

// Offer is what a form needs to know before it can be sent.
type Offer struct {
	Kind      string     // "proof_of_work" or "recaptcha"
	SiteKey   string     // of the other service
	ScriptURL string     // of the other service's program for browsers
	Challenge *Challenge // of the proof of work
}

// Verifier judges what a form sent along.
type Verifier interface {
	// Offer says what a form has to do.
	Offer() Offer
	// Verify refuses with ErrRequired or ErrWrong, and with ErrUnreachable when it cannot tell.
	Verify(ctx context.Context, response, ip string) error
}
