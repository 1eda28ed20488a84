// Package optional tells apart what a client gave, also as nothing, from what it did not give.
package optional

// Value is a field of a partial change: not given leaves things as they are.
type Value[T any] struct {
	Given bool
	Value T
}

// Set makes a given value.
func Set[T any](v T) Value[T] { return Value[T]{true, v} }
