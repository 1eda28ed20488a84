package webhooks

import "laurel/internal/platform/errs"

// Errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound         = errs.New(errs.NotFound, "webhook.not_found")
	ErrTooMany          = errs.New(errs.Conflict, "webhook.too_many")
	ErrPaused           = errs.New(errs.Conflict, "webhook.paused")
	ErrDeliveryNotFound = errs.New(errs.NotFound, "webhook.delivery_not_found")
	ErrDeliveryPending  = errs.New(errs.Conflict, "webhook.delivery_pending")
)
