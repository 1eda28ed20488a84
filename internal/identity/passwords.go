package identity

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"laurel/internal/errs"
)

// Limits of a password. There is no rule about kinds of characters: length and not being common is what helps.
const (
	minPassword = 10
	maxPassword = 1000
)

// commonList has the passwords of at least minPassword characters among the 30,000 most used ones (from zxcvbn 4.4.2, MIT
// licence) and obvious variations, in lower case, sorted.
//
//go:embed common_passwords.txt
var commonList string

var common = strings.Fields(commonList)

// checkPassword notes what is wrong with a new password. It may be no common one and not the person's own address or name.
func checkPassword(wrong *errs.Fields, password string, own ...string) {
	switch n := utf8.RuneCountInString(password); {
	case password == "":
		wrong.Add("password", "required")
	case n < minPassword:
		wrong.Add("password", "too_short", "min", minPassword)
	case n > maxPassword:
		wrong.Add("password", "too_long", "max", maxPassword)
	case isCommon(password) || slices.ContainsFunc(own, func(o string) bool { return strings.EqualFold(o, password) }):
		wrong.Add("password", "password.common")
	}
}

func isCommon(password string) bool {
	_, found := slices.BinarySearch(common, strings.ToLower(password))
	return found
}
