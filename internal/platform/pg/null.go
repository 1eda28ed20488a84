package pg

// OrNull returns a pointer to a value for a column that may be null, or nil, which is null, for the zero value.
func OrNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// OrZero returns the value of a column that may be null, or the zero value, for null.
func OrZero[T any](value *T) (zero T) {
	if value == nil {
		return zero
	}
	return *value
}
