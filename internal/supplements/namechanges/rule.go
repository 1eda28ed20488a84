package namechanges

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

const (
	tinyDistance = 2
	autoEvery    = 365 // days
)

// tiny reports whether a new name differs so little that nobody has to check it: at most two letters and less than half of them, with
// the same number of words. Marriages and court orders always need a check.
func tiny(from, to string, reason Reason) bool {
	if reason == Legal || reason == Married || len(strings.Fields(from)) != len(strings.Fields(to)) {
		return false
	}
	d, letters := distance(from, to), len(letters(from))
	return d <= tinyDistance && 2*d < letters
}

// letters reduces a name to its letters, without case and accents.
func letters(name string) []rune { return []rune(strings.ReplaceAll(folded(name), " ", "")) }

// folded removes case and accents. Marks that form another letter in their script stay, such as vowel signs in Devanagari and Thai, and
// voicing marks in Japanese.
func folded(name string) string {
	bare := strings.Map(func(r rune) rune {
		if accent(r) {
			return -1
		}
		return r
	}, norm.NFD.String(name))
	return norm.NFC.String(cases.Fold().String(strings.Join(strings.Fields(bare), " ")))
}

func accent(r rune) bool {
	const voiced, halfVoiced = '\u3099', '\u309A'
	return unicode.Is(unicode.Mn, r) && r != voiced && r != halfVoiced && (unicode.Is(unicode.Inherited, r) || unicode.Is(unicode.Hebrew, r))
}

// distance is the Damerau–Levenshtein distance between two names.
func distance(from, to string) int {
	a, b := []rune(folded(from)), []rune(folded(to))
	far := len(a) + len(b)
	d := make([][]int, len(a)+2)
	for i := range d {
		d[i] = make([]int, len(b)+2)
		d[i][0] = far
		if i > 0 {
			d[i][1] = i - 1
		}
	}
	for j := range len(b) + 1 {
		d[0][j+1], d[1][j+1] = far, j
	}
	lastRow := map[rune]int{} // where each letter stood last in a
	for i := 1; i <= len(a); i++ {
		lastColumn := 0 // where a's letter stood last in b
		for j := 1; j <= len(b); j++ {
			row, column, differ := lastRow[b[j-1]], lastColumn, 1
			if a[i-1] == b[j-1] {
				differ, lastColumn = 0, j
			}
			d[i+1][j+1] = min(d[i][j]+differ, d[i+1][j]+1, d[i][j+1]+1, d[row][column]+(i-row-1)+1+(j-column-1))
		}
		lastRow[a[i-1]] = i
	}
	return d[len(a)+1][len(b)+1]
}
