package bulk

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound      = errs.New(errs.NotFound, "action.not_found")
	ErrFinished      = errs.New(errs.Conflict, "action.finished")
	ErrWorking       = errs.New(errs.Conflict, "action.working")
	ErrCannotUndo    = errs.New(errs.Conflict, "action.cannot_undo")
	ErrUndone        = errs.New(errs.Conflict, "action.undone")
	ErrNothingToUndo = errs.New(errs.Conflict, "action.nothing_to_undo")
	ErrCancelled     = errs.New(errs.Conflict, "action.cancelled")
	ErrNotStopped    = errs.New(errs.Conflict, "action.not_stopped")
)
