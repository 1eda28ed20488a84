// Package captcha makes automated form submissions expensive. By default the browser computes a proof of work; any service with the
// reCAPTCHA protocol can be used instead.
package captcha

import (
	"context"

	"laurel/internal/platform/errs"
)

// The errors of this package.
var (
	ErrRequired    = errs.New(errs.Invalid, "captcha.required")
	ErrWrong       = errs.New(errs.Invalid, "captcha.wrong")
	ErrUnreachable = errs.New(errs.Unavailable, "captcha.unreachable")
)

// Offer is what a form needs to know before it can be submitted.
type Offer struct {
	Kind      string     // "proof_of_work" or "recaptcha"
	SiteKey   string     // of the other service
	ScriptURL string     // of the other service's program for browsers
	Challenge *Challenge // of the proof of work
}

// Verifier checks the response that a form submits.
type Verifier interface {
	// Offer returns what the form has to do.
	Offer() Offer
	// Verify returns ErrRequired, ErrWrong, or ErrUnreachable if the response could not be checked.
	Verify(ctx context.Context, response, ip string) error
}
