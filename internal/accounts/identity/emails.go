package identity

import (
	"strings"
	"unicode/utf8"

	"laurel/internal/platform/errs"
)

// normalEmail returns the form in which an address is stored and compared.
func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// checkEmail adds a field error for an invalid address.
func checkEmail(wrong *errs.Fields, email string) {
	switch {
	case email == "":
		wrong.Add("email", "required")
	case utf8.RuneCountInString(email) > 320:
		wrong.Add("email", "too_long", "max", 320)
	case !validEmail(email):
		wrong.Add("email", "not_an_email")
	}
}

// validEmail accepts the common form local@domain, without quoted local parts, comments or lists.
func validEmail(email string) bool {
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
