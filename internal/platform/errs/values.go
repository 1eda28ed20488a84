package errs

import "strings"

// Values formats the allowed values of a field for the parameter of the code "not_one_of".
func Values[T ~string](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}
