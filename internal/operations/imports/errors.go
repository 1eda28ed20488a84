package imports

import (
	"laurel/internal/platform/errs"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound       = errs.New(errs.NotFound, "import.not_found")
	ErrRowNotFound    = errs.New(errs.NotFound, "import.row_not_found")
	ErrNotMappable    = errs.New(errs.Conflict, "import.not_mappable")
	ErrNotValidated   = errs.New(errs.Conflict, "import.not_validated")
	ErrHasErrors      = errs.New(errs.Conflict, "import.has_errors")
	ErrNothingToDo    = errs.New(errs.Conflict, "import.nothing_to_do")
	ErrNotCancellable = errs.New(errs.Conflict, "import.not_cancellable")
	ErrStillRunning   = errs.New(errs.Conflict, "import.still_running")
	ErrNothingToUndo  = errs.New(errs.Conflict, "import.nothing_to_undo")
	ErrAlreadyUndone  = errs.New(errs.Conflict, "import.already_undone")
	ErrNotStopped     = errs.New(errs.Conflict, "import.not_stopped")
	ErrFileGone       = errs.New(errs.Gone, "import.file_gone")
)
