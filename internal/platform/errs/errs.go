// Package errs defines the error type for requests that the product rejects, and the kinds of rejection. It does not depend on HTTP:
// internal/platform/httpx maps each kind to a status.
package errs

import (
	"errors"
	"fmt"
	"maps"
)

// Kind is the category of a rejection.
type Kind int

// The kinds. Any error that is not an *Error is an internal error.
const (
	Invalid      Kind = iota + 1 // the input is wrong; Fields may name where
	Unauthorized                 // nobody is signed in, or the credentials are wrong
	Forbidden                    // signed in, but not allowed
	NotFound                     // does not exist, or belongs to another department
	Conflict                     // contradicts what is there
	TooMany                      // throttled
	Gone                         // existed and was withdrawn
	TooLarge                     // more bytes than allowed
	Unavailable                  // something we need is down; try again
	NotAllowed                   // there is such a thing, but nothing of the kind can be done with it
)

// Error is a rejected request. Code is stable and has a message in locales/en/errors.json.
type Error struct {
	Kind   Kind
	Code   string
	Params map[string]any      // values for the message
	Fields map[string][]Detail // per input field, where there is one to blame
	name   string
	cause  error
}

// Detail is one problem with one field.
type Detail struct {
	Code   string
	Params map[string]any
}

// Warning reports that a value was accepted in a different form than it was sent.
type Warning struct {
	Field string
	Detail
}

// Warn returns a warning about a field. params are name, value pairs.
func Warn(field, code string, params ...any) Warning {
	return Warning{field, detail(code, params)}
}

// New returns an error. Keep it in a package variable in errors.go of the domain.
func New(kind Kind, code string) *Error { return &Error{Kind: kind, Code: code} }

// With returns a copy with a parameter for the message.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Params = maps.Clone(e.Params)
	if c.Params == nil {
		c.Params = map[string]any{}
	}
	c.Params[name] = value
	return &c
}

// Named returns a copy that clients get under another code, while its message and errors.Is stay those of Code. It is for errors of which
// there is one for each of something, such as a permission.
func (e *Error) Named(name string) *Error {
	c := *e
	c.name = name
	return &c
}

// Name returns the code that clients get: that of Named, or Code.
func (e *Error) Name() string {
	if e.name != "" {
		return e.name
	}
	return e.Code
}

// At returns a copy that names a field of the input, so that a form can show it there.
func (e *Error) At(field string) *Error {
	c := *e
	c.Fields = map[string][]Detail{field: {{Code: e.Code, Params: e.Params}}}
	return &c
}

// Wrap returns a copy that keeps the cause for the log.
func (e *Error) Wrap(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// Error returns the code and the cause. People see the localised message instead.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Code + ": " + e.cause.Error()
	}
	return e.Code
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is makes copies made by With, At and Wrap equal to the original for errors.Is.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code && t.Kind == e.Kind
}

// Fields collects the problems of an input so that all of them can be reported at once.
type Fields struct{ m map[string][]Detail }

// Add rejects a field with a code. params are name, value pairs.
func (f *Fields) Add(field, code string, params ...any) {
	if f.m == nil {
		f.m = map[string][]Detail{}
	}
	f.m[field] = append(f.m[field], detail(code, params))
}

func detail(code string, params []any) Detail {
	d := Detail{Code: code}
	for i := 0; i+1 < len(params); i += 2 {
		if d.Params == nil {
			d.Params = map[string]any{}
		}
		d.Params[fmt.Sprint(params[i])] = params[i+1]
	}
	return d
}

// Err returns nil if nothing was added, and otherwise an Invalid error with all fields.
func (f *Fields) Err() error {
	if len(f.m) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "invalid", Fields: f.m}
}

// Field returns an Invalid error for a single field.
func Field(field, code string, params ...any) error {
	var f Fields
	f.Add(field, code, params...)
	return f.Err()
}

// KindOf returns the kind of err, or 0 if it is not a rejection.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}
