// Package problem defines the error that ends a part of a verification.
package problem

// Error names the step that explains why a part of a verification ended, with the names and values of its parameters.
type Error struct {
	Code  string
	Pairs []string
}

// Error returns the code of the step.
func (e *Error) Error() string { return e.Code }

// Because returns an Error.
func Because(code string, pairs ...string) *Error { return &Error{code, pairs} }
