package designs

import (
	"strings"
	"unicode/utf8"
)

// maxName is the longest name in characters, before it is escaped.
const maxName = 255

// Names are kept HTML-escaped, and escaped once however often they come back; docs/adr/0006-escaped-design-names.md says why.
var (
	escaper   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;", "/", "&#x2F;")
	unescaper = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#x27;", "'", "&#x2F;", "/")
)

func escape(name string) string { return escaper.Replace(unescaper.Replace(name)) }

// PlainName is a design's name as people wrote it.
func PlainName(name string) string { return unescaper.Replace(name) }

// cut shortens a plain name to what a name may have.
func cut(plain string) string {
	if utf8.RuneCountInString(plain) <= maxName {
		return plain
	}
	return strings.TrimSpace(string([]rune(plain)[:maxName]))
}
