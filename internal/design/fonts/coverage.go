package fonts

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"

	"laurel/internal/formats/fontfile"
)

// exemplarFile holds the letters and signs that ordinary texts of each language need. For Chinese, Japanese and Korean they are
// the first levels of the national standards.
//
//go:embed exemplars.json
var exemplarFile []byte

var exemplars = func() (all map[string]string) {
	if err := json.Unmarshal(exemplarFile, &all); err != nil {
		panic(err) // the file is part of the program
	}
	return all
}()

// proofs are the languages that a font has to cover to count as supporting a script, as for the bundled fonts.
var proofs = map[string][]string{
	"latin": {"en"}, "latin-ext": {"cs", "hr", "hu", "pl", "ro", "sk", "sl", "tr"}, "vietnamese": {"vi"}, "cyrillic": {"ru"},
	"greek": {"el"}, "arabic": {"ar"}, "hebrew": {"he"}, "devanagari": {"hi"}, "thai": {"th"}, "japanese": {"ja"}, "korean": {"ko"},
	"chinese-simplified": {"zh-cn"}, "chinese-traditional": {"zh-tw"},
}

// maxMissing is the maximum number of missing characters that are listed.
const maxMissing = 200

// Coverage contains the languages that a font supports, and the characters it lacks for one language.
type Coverage struct {
	Languages []string
	Missing   string // the first of them
	Lacks     int
	Needs     int
}

func missing(points fontfile.Ranges, language string) (lacking []rune) {
	for _, c := range exemplars[language] {
		if !points.Has(c) {
			lacking = append(lacking, c)
		}
	}
	return lacking
}

func writes(points fontfile.Ranges, language string) bool {
	for _, c := range exemplars[language] {
		if !points.Has(c) {
			return false
		}
	}
	return true
}

func languagesOf(points fontfile.Ranges) []string {
	found := []string{}
	for _, language := range slices.Sorted(maps.Keys(exemplars)) {
		if writes(points, language) {
			found = append(found, language)
		}
	}
	return found
}

func scriptsOf(points fontfile.Ranges) []string {
	found := []string{}
	for _, script := range slices.Sorted(maps.Keys(proofs)) {
		if !slices.ContainsFunc(proofs[script], func(language string) bool { return !writes(points, language) }) {
			found = append(found, script)
		}
	}
	return found
}

func coverageOf(points fontfile.Ranges, language string) Coverage {
	lacking := missing(points, language)
	return Coverage{
		Languages: languagesOf(points), Missing: string(lacking[:min(len(lacking), maxMissing)]), Lacks: len(lacking),
		Needs: len([]rune(exemplars[language])),
	}
}
