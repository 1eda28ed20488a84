package groups

import "laurel/internal/platform/errs"

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound        = errs.New(errs.NotFound, "group.not_found")
	ErrNameTaken       = errs.New(errs.Conflict, "group.name_taken")
	ErrHasCredentials  = errs.New(errs.Conflict, "group.has_credentials")
	ErrNoFont          = errs.New(errs.Conflict, "group.no_font") // in the department that it goes to
	ErrIsPrerequisite  = errs.New(errs.Conflict, "group.is_prerequisite")
	ErrDuplicatesExist = errs.New(errs.Conflict, "group.duplicates_exist")
)
