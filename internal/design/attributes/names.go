package attributes

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"laurel/internal/platform/errs"
)

// The rules for names of ADR 5 (docs/adr/0005-attribute-names.md). The browser has the same rules; testdata/names.json tests both.

const (
	maxName = 255
	maxKey  = 190 // an image attribute's tag has 200 characters in a design
)

// reserved are the keys of built-in fields of credentials, which no case, space or hyphen distinguishes.
var reserved = map[string]bool{
	"name": true, "student_name": true, "student_email": true, "email": true, "forename": true, "surname": true,
	"issue_date": true, "issued_date": true, "issued_on": true, "expired_on": true, "expiry_date": true, "grade": true,
	"reference": true, "referee_name": true, "evidence_description": true, "evidence_url": true,
}

var (
	spaces     = regexp.MustCompile(`\p{Zs}+`)
	allowed    = regexp.MustCompile(`^[\p{L}\p{M}\p{Nd}\x{200c}\x{200d} _-]+$`)
	letter     = regexp.MustCompile(`\p{L}`)
	separators = regexp.MustCompile(`[^a-z0-9]+`)
	keyForm    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,189}$`)
	keyStart   = regexp.MustCompile(`^[0-9_]+`)
	invisible  = regexp.MustCompile(`[\p{M}\x{200c}\x{200d}]`)
	latin      = strings.NewReplacer(transliterations()...)
)

// tidy returns the stored form of a name: Unicode normal form C, trimmed, with single plain spaces.
func tidy(name string) string {
	return spaces.ReplaceAllString(strings.TrimFunc(norm.NFC.String(name), unicode.IsSpace), " ")
}

// nameProblem returns the error code of a tidied name, or "".
func nameProblem(name string) (code string, params []any) {
	switch {
	case name == "":
		return "required", nil
	case utf8.RuneCountInString(name) > maxName:
		return "too_long", []any{"max", maxName}
	case !allowed.MatchString(name):
		return "attribute.characters", nil
	case !letter.MatchString(name):
		return "attribute.no_letter", nil
	case reserved[strings.TrimRight(keyOf(name), "_")]:
		return "attribute.reserved", nil
	}
	return "", nil
}

func checkName(name string) error {
	if code, params := nameProblem(name); code != "" {
		return errs.Field("name", code, params...)
	}
	return nil
}

// keyOf derives the key of a tidied name: lower case, each run of other characters than letters and digits as one underscore, and no
// leading digits or underscores. It returns "" for a name that cannot be transliterated, whose key is numbered.
func keyOf(name string) string {
	roman := romanise(name)
	for _, r := range roman {
		if r > unicode.MaxASCII {
			return ""
		}
	}
	key := keyStart.ReplaceAllString(separators.ReplaceAllString(roman, "_"), "")
	return key[:min(len(key), maxKey)]
}

// romanise transliterates a name to lower-case Latin letters as far as possible.
func romanise(name string) string {
	lower := latin.Replace(strings.ToLower(norm.NFC.String(name)))
	return latin.Replace(invisible.ReplaceAllString(norm.NFD.String(lower), ""))
}

// transliterations are pairs of a letter and its transliteration. Diacritics are removed elsewhere.
func transliterations() []string {
	var pairs []string
	for _, line := range []string{
		"ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ŋ ng ŧ t ĸ k ſ s ə e",
		"а a б b в v г g ґ g д d е e ё e є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s т t у u ў u ф f х kh",
		"ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz",
		"α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o",
	} {
		fields := strings.Fields(line)
		for i := 1; i < len(fields); i += 2 {
			if fields[i] == "-" { // a sign without a sound of its own
				fields[i] = ""
			}
		}
		pairs = append(pairs, fields...)
	}
	return pairs
}
