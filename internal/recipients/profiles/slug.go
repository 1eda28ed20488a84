package profiles

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	minSlug = 3
	maxSlug = 40
	// changedOnceIn is how long a person waits between two changes of their slug.
	changedOnceIn = 30 * 24 * time.Hour
)

// redirects returns until when a slug that is given up now redirects to the new one.
func redirects(now time.Time) time.Time { return now.AddDate(1, 0, 0) }

// The reasons why a slug cannot be had. Each has a message in locales/en/errors.json.
const (
	slugRequired   = "required"
	slugCharacters = "profile.slug_characters"
	slugHyphens    = "profile.slug_hyphens"
	slugLength     = "profile.slug_length"
	slugReserved   = "profile.slug_reserved"
	slugTaken      = "profile.slug_taken"
	slugTooEarly   = "profile.slug_too_early"
)

var (
	slugLetters = regexp.MustCompile(`^[a-z0-9-]*$`)
	slugForm    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// cleanSlug returns a slug as it is kept.
func cleanSlug(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// refusal returns why nobody may have a slug, or "".
func refusal(slug string) string {
	switch {
	case slug == "":
		return slugRequired
	case !slugLetters.MatchString(slug): // also letters that only look like a to z
		return slugCharacters
	case !slugForm.MatchString(slug):
		return slugHyphens
	case len(slug) < minSlug || len(slug) > maxSlug:
		return slugLength
	case looksReserved(slug):
		return slugReserved
	}
	return ""
}

// looksReserved reports whether a slug is one of the reserved words, or looks like one.
func looksReserved(slug string) bool {
	for _, seen := range readings(slug) {
		if reserved[seen] {
			return true
		}
		for _, part := range strings.Split(seen, "-") {
			if offensive[part] {
				return true
			}
		}
		if joined := strings.ReplaceAll(seen, "-", ""); reserved[joined] || offensive[joined] {
			return true
		}
	}
	return false
}

// lookalikes are digits and pairs of letters that pass for letters. 1 is both an l and an i.
var lookalikes = strings.NewReplacer("0", "o", "3", "e", "4", "a", "5", "s", "6", "g", "7", "t", "8", "b", "9", "g", "2", "z")

// readings returns how people may read a slug.
func readings(slug string) []string {
	letters := lookalikes.Replace(slug)
	out := []string{slug}
	for _, one := range []string{"l", "i"} {
		read := strings.ReplaceAll(letters, "1", one)
		out = append(out, read, strings.ReplaceAll(strings.ReplaceAll(read, "rn", "m"), "vv", "w"))
	}
	return out
}

// slugFrom makes a slug of a name, or "" if it has too few letters from a to z.
func slugFrom(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == 'ß':
			b.WriteString("ss")
		case !unicode.Is(unicode.Mn, r): // accents vanish, all else separates
			gap = true
		}
	}
	slug := b.String()
	if len(slug) > maxSlug-3 {
		slug = strings.TrimRight(slug[:maxSlug-3], "-")
	}
	if len(slug) < minSlug {
		return ""
	}
	return slug
}

// candidates returns slugs like a wanted one, for a person of this name.
func candidates(wanted, name string) (out []string) {
	add := func(slug string) {
		if refusal(slug) == "" && slug != wanted {
			out = append(out, slug)
		}
	}
	own, like := slugFrom(name), slugFrom(wanted)
	add(own)
	first, last, two := strings.Cut(own, "-")
	if two && first != "" {
		add(first[:1] + "-" + last)
		add(first + "-" + last[:1])
	}
	for _, base := range []string{like, own} {
		for _, n := range []string{"-2", "-3", "-4", "-5"} {
			if base != "" {
				add(base + n)
			}
		}
	}
	return out
}
