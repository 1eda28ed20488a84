package operations

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json. The API has always called an operation an action.
var (
	ErrNotFound      = errs.New(errs.NotFound, "action.not_found")
	ErrFailed        = errs.New(errs.Conflict, "action.failed") // why an operation has ended
	ErrFinished      = errs.New(errs.Conflict, "action.finished")
	ErrWorking       = errs.New(errs.Conflict, "action.working")
	ErrCannotCancel  = errs.New(errs.Conflict, "action.cannot_cancel")
	ErrCannotUndo    = errs.New(errs.Conflict, "action.cannot_undo")
	ErrUndone        = errs.New(errs.Conflict, "action.undone")
	ErrUndoOver      = errs.New(errs.Conflict, "action.undo_over")
	ErrNothingToUndo = errs.New(errs.Conflict, "action.nothing_to_undo")
	ErrCancelled     = errs.New(errs.Conflict, "action.cancelled") // of items
	ErrNotStopped    = errs.New(errs.Conflict, "action.not_stopped")
)
