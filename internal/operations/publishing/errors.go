package publishing

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound      = errs.New(errs.NotFound, "publication.not_found")
	ErrUndone        = errs.New(errs.Conflict, "publication.undone")
	ErrUndoOver      = errs.New(errs.Conflict, "publication.undo_over")
	ErrNothingToUndo = errs.New(errs.Conflict, "publication.nothing_to_undo")
	ErrNothingHeld   = errs.New(errs.Conflict, "publication.nothing_held")
	ErrWorking       = errs.New(errs.Conflict, "publication.working")
	ErrNotStopped    = errs.New(errs.Conflict, "publication.not_stopped")
)
