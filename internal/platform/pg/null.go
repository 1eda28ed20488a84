package pg

// OrNull returns a pointer to a value for a column that may be null, or nil, which is null, for the zero value.
func OrNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
