// Package fonts keeps the typefaces beyond the bundled ones: those that departments upload for themselves, and those that the
// operator of the installation adds for all. What was ever printed with a font can always be printed again.
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

// Kind is where a font comes from, in the words of the catalogue.
type Kind string

// The kinds. System fonts are metric twins of fonts that exist on few machines.
const (
	Google Kind = "google"
	Custom Kind = "custom"
	System Kind = "system"
)

// MaxFonts is how many fonts a department may bring along; deleted ones count, as their files stay.
const MaxFonts = 200

const maxName = 100

// Font is a family of files under one name.
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

// File is one weight of a font, upright or italic; of an installed font it may be a slice of one.
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

// Address is where browsers and the printer load the file from.
func (f File) Address() string { return "/" + folder + f.Hash + "." + f.Ending }

// fileOf describes a font that was read.
func fileOf(f fontfile.Font, name string) File {
	return File{
		Weight: f.Weight, Italic: f.Italic, Hash: f.Hash(), Ending: f.Ending, Bytes: len(f.Data), Characters: f.Points.String(),
		FileName: name, points: f.Points,
	}
}

// Fallback is the generic family that a font stands nearest to.
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

// Weights are numbers, or a number and "i" for an italic, as the catalogue writes them.
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

// Scripts are those that the font can write, by the names that the bundled fonts use.
func (f Font) Scripts() []string {
	if f.bundled != nil {
		return f.bundled.Scripts
	}
	return scriptsOf(f.points())
}

// Languages are those that the font has all letters for. Bundled fonts do not tell here.
func (f Font) Languages() []string { return languagesOf(f.points()) }

// points are the characters that every weight of the font draws; slices of one weight count together.
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

// Create is a font file that was sent to the bucket.
type Create struct {
	Key      string // of the upload
	Name     string // empty: as the file says; a family of that name gets one more weight
	Licensed bool   // somebody said that the department may use it
}

// allowedName is what a design may call a font.
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

// namesIn lists the fonts that a design document names.
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
