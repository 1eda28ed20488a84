package billing

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNoPlan          = errs.New(errs.NotFound, "billing.plan_not_found")
	ErrNoSubscription  = errs.New(errs.NotFound, "billing.no_subscription")
	ErrYearRunning     = errs.New(errs.Conflict, "billing.year_running")
	ErrNoDepartment    = errs.New(errs.NotFound, "billing.department_not_found")
	ErrFunded          = errs.New(errs.Conflict, "billing.funded")
	ErrEnded           = errs.New(errs.Conflict, "billing.ended")
	ErrTooFewAvailable = errs.New(errs.Conflict, "billing.too_few_available")
)
