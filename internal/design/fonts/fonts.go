// Package fonts manages fonts other than the bundled ones: those that departments upload for themselves, and those that the operator of
// the installation adds for all departments. Font files are never deleted, so that anything printed with a font can be printed again.
package fonts

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"laurel/internal/formats/fontfile"
	"laurel/internal/platform/errs"
)

// Kind is where a font comes from. The values are those of the font catalogue.
type Kind string

// The kinds. System fonts are metric-compatible replacements of fonts that few systems have.
const (
	Google Kind = "google"
	Custom Kind = "custom"
	System Kind = "system"
)

// MaxFonts is the maximum number of fonts per department, including deleted ones, because their files are kept.
const MaxFonts = 200

const maxName = 100

// Font is a font family.
type Font struct {
	ID           int64 // 0: not a department's
	DepartmentID int64
	Name         string
	Kind         Kind
	Style        fontfile.Style
	Files        []File
	CreatedAt    time.Time
	bundled      *bundledFont
}

// File is one weight of a font, upright or italic. Files of installed fonts may contain only a subset of its characters.
type File struct {
	ID         int64           `json:"-"`
	Weight     int             `json:"weight"`
	Italic     bool            `json:"italic"`
	Hash       string          `json:"hash"`
	Ending     string          `json:"ending"`
	Bytes      int             `json:"bytes"`
	Characters string          `json:"characters"` // as CSS writes a unicode-range
	FileName   string          `json:"file_name"`
	CreatedAt  time.Time       `json:"-"`
	points     fontfile.Ranges // of Characters
}

// Address returns the URL path of the file for browsers and the printer.
func (f File) Address() string { return "/" + folder + f.Hash + "." + f.Ending }

// fileOf returns the File of a parsed font.
func fileOf(f fontfile.Font, name string) File {
	return File{
		Weight: f.Weight, Italic: f.Italic, Hash: f.Hash(), Ending: f.Ending, Bytes: len(f.Data), Characters: f.Points.String(),
		FileName: name, points: f.Points,
	}
}

// Fallback returns the closest generic font family of CSS.
func (f Font) Fallback() string {
	if f.bundled != nil {
		return f.bundled.Fallback
	}
	switch f.Style {
	case fontfile.Serif:
		return "serif"
	case fontfile.Mono:
		return "monospace"
	case fontfile.Script:
		return "cursive"
	default:
		return "sans-serif"
	}
}

// Weights returns the weights as in the catalogue: a number, or a string such as "400i" for italics.
func (f Font) Weights() []any {
	if f.bundled != nil {
		return f.bundled.Weights
	}
	weights := []any{}
	for _, file := range f.Files {
		var weight any = file.Weight
		if file.Italic {
			weight = strconv.Itoa(file.Weight) + "i"
		}
		if !slices.Contains(weights, weight) {
			weights = append(weights, weight)
		}
	}
	return weights
}

// Scripts returns the scripts that the font supports, with the same names as for bundled fonts.
func (f Font) Scripts() []string {
	if f.bundled != nil {
		return f.bundled.Scripts
	}
	return scriptsOf(f.points())
}

// Languages returns the languages for which the font has all characters. It returns none for bundled fonts.
func (f Font) Languages() []string { return languagesOf(f.points()) }

// points returns the characters that all weights of the font have. Files with subsets of one weight are combined.
func (f Font) points() fontfile.Ranges {
	styles := map[[2]any]fontfile.Ranges{}
	for _, file := range f.Files {
		key := [2]any{file.Weight, file.Italic}
		styles[key] = fontfile.Join(styles[key], file.points)
	}
	var common fontfile.Ranges
	first := true
	for _, points := range styles {
		if first {
			common, first = points, false
			continue
		}
		common = common.Intersect(points)
	}
	return common
}

// Create contains the fields of a new font, whose file was uploaded to the bucket.
type Create struct {
	Key      string // of the upload
	Name     string // empty: as the file says; a family of that name gets one more weight
	Licensed bool   // somebody said that the department may use it
}

// allowedName matches the font names that designs can use.
var allowedName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ._-]*$`)

func checkName(name string) error {
	switch {
	case name == "":
		return errs.Field("name", "required")
	case len(name) > maxName:
		return errs.Field("name", "too_long", "max", maxName)
	case !allowedName.MatchString(name):
		return errs.Field("name", "font.wrong_name")
	}
	return nil
}

func tidy(name string) string { return strings.Join(strings.Fields(name), " ") }

func keyOf(name string) string { return strings.ToLower(name) }

// namesIn returns the normalised names of the fonts that a design document uses.
func namesIn(document json.RawMessage) []string {
	var d struct {
		Blocks []struct {
			Font string `json:"font"`
		} `json:"blocks"`
	}
	_ = json.Unmarshal(document, &d) // what is no design names none
	var keys []string
	for _, b := range d.Blocks {
		if key := keyOf(b.Font); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}
