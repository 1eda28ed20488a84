// Package passwords decides which passwords people may choose, in the dashboard and as recipients. See ADR 52.
package passwords

import (
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ccojocar/zxcvbn-go"

	"laurel/internal/platform/errs"
)

// The limits of a password. There are no rules about kinds of characters, since length and rarity are what matters.
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

// Check adds a field error for a weak password, one that is common, or one that contains the person's own address or name.
func Check(wrong *errs.Fields, password string, own ...string) {
	switch n := utf8.RuneCountInString(password); {
	case password == "":
		wrong.Add("password", "required")
	case n < minPassword:
		wrong.Add("password", "too_short", "min", minPassword)
	case n > maxPassword:
		wrong.Add("password", "too_long", "max", maxPassword)
	case isCommon(password) || slices.ContainsFunc(own, func(o string) bool { return strings.EqualFold(o, password) }) || !strong(password, own):
		wrong.Add("password", "password.common")
	}
}

const (
	// leastScore is zxcvbn's "safely unguessable": more than 10^8 guesses.
	leastScore = 3
	// leastDifferent is the minimum number of different characters.
	leastDifferent = 5
	// measured is the number of characters that zxcvbn examines. Its running time grows with the square of the length, and this many
	// are enough.
	measured = 64
)

// strong reports whether a password takes many guesses for somebody who tries common passwords, words, names, dates, keyboard patterns,
// repetitions and what is known of the person.
func strong(password string, own []string) bool {
	runes := []rune(password)
	different := map[rune]bool{}
	for _, r := range runes {
		different[r] = true
	}
	if len(different) < leastDifferent {
		return false // the library finds repetitions of ASCII only
	}
	var known []string
	for _, o := range own {
		known = append(known, strings.FieldsFunc(o, func(r rune) bool { return strings.ContainsRune("@.+-_ ", r) })...)
	}
	known = append(known, "laurel")
	return zxcvbn.PasswordStrength(string(runes[:min(len(runes), measured)]), known).Score >= leastScore
}

func isCommon(password string) bool {
	_, found := slices.BinarySearch(common, strings.ToLower(password))
	return found
}
