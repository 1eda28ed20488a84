package laurel

import "encoding/json"

// Nullable is a field that can be left out, set, or set to null: its zero value is left out.
type Nullable[T any] struct {
	value *T
	given bool
}

// Set gives a field a value.
func Set[T any](value T) Nullable[T] { return Nullable[T]{&value, true} }

// Null sets a field to null.
func Null[T any]() Nullable[T] { return Nullable[T]{given: true} }

// IsZero reports whether the field is left out.
func (n Nullable[T]) IsZero() bool { return !n.given }

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads the value, or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.given = true
	return json.Unmarshal(data, &n.value)
}
