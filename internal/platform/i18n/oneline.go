package i18n

import (
	"strings"
	"unicode"
)

// OneLine is a name as it is kept: on one line, without outer spaces, and without control characters and the marks that change the
// order of the text around them, with which a name could pretend to be another one. The marks of a single direction (U+200E, U+200F,
// U+061C), and joiners, which scripts need, stay.
func OneLine(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return strings.Join(strings.Fields(name), " ")
}
