package i18n

import (
	"strings"
	"unicode"
)

// OneLine normalises a name: one line, trimmed, and without control characters or marks that reorder the surrounding text, which could
// make one name look like another. It keeps marks with a single direction (U+200E, U+200F, U+061C) and joiners, which some scripts
// need.
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
