// Package addresses checks the email addresses of users of the dashboard.
package addresses

import (
	"strings"
	"unicode/utf8"

	"laurel/internal/platform/errs"
)

// Normal returns the form in which an address is stored and compared.
func Normal(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// Check adds a field error for an invalid address.
func Check(wrong *errs.Fields, email string) {
	switch {
	case email == "":
		wrong.Add("email", "required")
	case utf8.RuneCountInString(email) > 320:
		wrong.Add("email", "too_long", "max", 320)
	case !valid(email):
		wrong.Add("email", "not_an_email")
	}
}

// valid accepts the common form local@domain, without quoted local parts, comments or lists.
func valid(email string) bool {
	local, host, ok := strings.Cut(email, "@")
	if !ok || local == "" || len(local) > 64 || len(host) > 255 {
		return false
	}
	odd := func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`@<>()[]\,;:"`, r) }
	if strings.ContainsFunc(local, odd) || strings.ContainsFunc(host, odd) || strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") {
		return false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if label == "" || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	return len(labels) > 1
}
