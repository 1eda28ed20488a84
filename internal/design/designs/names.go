package designs

import (
	"strings"
	"unicode/utf8"
)

// maxName is the maximum length of a name in characters, before escaping.
const maxName = 255

// Names are stored HTML-escaped. Escaping is idempotent: a name that is already escaped is not escaped again. See
// docs/adr/0006-escaped-design-names.md.
var (
	escaper   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;", "/", "&#x2F;")
	unescaper = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#x27;", "'", "&#x2F;", "/")
)

func escape(name string) string { return escaper.Replace(unescaper.Replace(name)) }

// PlainName returns the name of a design without HTML escaping.
func PlainName(name string) string { return unescaper.Replace(name) }

// cut truncates a plain name to the maximum length.
func cut(plain string) string {
	if utf8.RuneCountInString(plain) <= maxName {
		return plain
	}
	return strings.TrimSpace(string([]rune(plain)[:maxName]))
}
