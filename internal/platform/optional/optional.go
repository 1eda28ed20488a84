// Package optional distinguishes a missing value from one that a client set, even to null.
package optional

// Value is a field of a partial update. A missing value leaves the field unchanged.
type Value[T any] struct {
	Given bool
	Value T
}

// Set returns a value that is present.
func Set[T any](v T) Value[T] { return Value[T]{true, v} }
