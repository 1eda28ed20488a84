package fonts

import (
	"errors"

	"laurel/internal/formats/fontfile"
	"laurel/internal/platform/errs"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound    = errs.New(errs.NotFound, "font.not_found")
	ErrNotAFont    = errs.New(errs.Invalid, "font.not_a_font")
	ErrDamaged     = errs.New(errs.Invalid, "font.damaged")
	ErrCollection  = errs.New(errs.Invalid, "font.collection")
	ErrVariable    = errs.New(errs.Invalid, "font.variable")
	ErrRestricted  = errs.New(errs.Invalid, "font.restricted")
	ErrNoLetters   = errs.New(errs.Invalid, "font.no_letters")
	ErrUnlicensed  = errs.New(errs.Invalid, "font.license_needed")
	ErrNameTaken   = errs.New(errs.Conflict, "font.name_taken")
	ErrStyleTaken  = errs.New(errs.Conflict, "font.style_taken")
	ErrTooMany     = errs.New(errs.Conflict, "font.too_many")
	ErrInUse       = errs.New(errs.Conflict, "font.in_use")
	ErrUnknownLang = errs.New(errs.Invalid, "font.unknown_language")
)

// refusal converts an error of fontfile to an error of this package.
func refusal(err error) error {
	for cause, told := range map[error]*errs.Error{
		fontfile.ErrNotAFont: ErrNotAFont, fontfile.ErrBroken: ErrDamaged, fontfile.ErrTooLarge: ErrDamaged, fontfile.ErrVariable: ErrVariable,
		fontfile.ErrCollection: ErrCollection, fontfile.ErrRestricted: ErrRestricted, fontfile.ErrNoLetters: ErrNoLetters,
	} {
		if errors.Is(err, cause) {
			return told.At("file")
		}
	}
	return err
}
