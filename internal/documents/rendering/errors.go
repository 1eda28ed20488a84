package rendering

import (
	"context"
	"errors"
	"strings"

	"laurel/internal/formats/browser"
	"laurel/internal/platform/errs"
)

// Errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrInvalidJob  = errs.New(errs.Invalid, "rendering.invalid_job")
	ErrImageType   = errs.New(errs.Invalid, "rendering.image_type")
	ErrImageFailed = errs.New(errs.Invalid, "rendering.image_failed")
	ErrBusy        = errs.New(errs.TooMany, "rendering.busy")
	ErrUnavailable = errs.New(errs.Unavailable, "rendering.unavailable")
	ErrFailed      = errs.New(errs.Unavailable, "rendering.failed")
)

// refusal maps an error of the browser or the print page. Context errors of the caller are returned unchanged.
func refusal(err error) error {
	var script *browser.ScriptError
	var known *errs.Error
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, browser.ErrBusy):
		return ErrBusy
	case errors.Is(err, browser.ErrUnavailable), errors.Is(err, browser.ErrClosed):
		return ErrUnavailable.Wrap(err)
	case errors.Is(err, browser.ErrTimeout), errors.Is(err, browser.ErrCrashed):
		return ErrFailed.Wrap(err)
	case errors.As(err, &script):
		return scriptRefusal(script)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	default:
		return ErrFailed.Wrap(err)
	}
}

func scriptRefusal(err *browser.ScriptError) error {
	code, _, _ := strings.Cut(err.Message, ":")
	switch code {
	case "invalid_job":
		return ErrInvalidJob.Wrap(err)
	case "image_failed":
		return ErrImageFailed.Wrap(err)
	default:
		return ErrFailed.Wrap(err)
	}
}
