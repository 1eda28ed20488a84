package letters

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"slices"
	"strconv"

	"laurel/internal/platform/errs"
)

// fonts are the families that every mail program has, with their fallbacks.
var fonts = map[string]template.CSS{
	"Arial":           "Arial,Helvetica,sans-serif",
	"Georgia":         "Georgia,'Times New Roman',serif",
	"Tahoma":          "Tahoma,Geneva,sans-serif",
	"Times New Roman": "'Times New Roman',Times,serif",
	"Trebuchet MS":    "'Trebuchet MS',Helvetica,sans-serif",
	"Verdana":         "Verdana,Geneva,sans-serif",
}

// Fonts lists the names of fonts.
func Fonts() []string {
	return []string{"Arial", "Georgia", "Tahoma", "Times New Roman", "Trebuchet MS", "Verdana"}
}

// DefaultStyle returns how emails look unless somebody changed it.
func DefaultStyle() Style {
	return Style{
		Brand: "#1f6f4a", Background: "#f6f7f5", Surface: "#ffffff", Text: "#16211c", Font: "Arial", HeadingFont: "Georgia",
	}
}

// The contrast that WCAG 2.2 asks for.
const (
	contrastOfText    = 4.5
	contrastOfControl = 3
)

var colorPattern = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// ValidateColors reports colors that are none, and unknown fonts: nothing can be drawn with them.
func (s Style) ValidateColors(wrong *errs.Fields) (ok bool) {
	ok = true
	for _, c := range []struct{ field, value string }{
		{"style.brand", s.Brand}, {"style.background", s.Background}, {"style.surface", s.Surface}, {"style.text", s.Text},
	} {
		if !colorPattern.MatchString(c.value) {
			wrong.Add(c.field, "email_template.not_a_color")
			ok = false
		}
	}
	for _, f := range []struct{ field, value string }{{"style.font", s.Font}, {"style.heading_font", s.HeadingFont}} {
		if fonts[f.value] == "" {
			wrong.Add(f.field, "not_one_of", "values", errs.Values(Fonts()))
		}
	}
	return ok
}

// Validate reports what ValidateColors does, and colors that people can't tell apart.
func (s Style) Validate(wrong *errs.Fields) {
	if !s.ValidateColors(wrong) {
		return
	}
	differ := func(field, a, b string, least float64) {
		if ratio := contrast(a, b); ratio < least {
			wrong.Add(field, "email_template.contrast", "ratio", fmt.Sprintf("%.1f", math.Floor(ratio*10)/10), "min", strconv.FormatFloat(least, 'g', 2, 64))
		}
	}
	differ("style.text", s.Text, s.Surface, contrastOfText)
	differ("style.background", quiet(s.Text, s.Background), s.Background, contrastOfText)
	differ("style.brand", s.Brand, s.Surface, contrastOfControl)
}

// palette is the colors of an email in light or dark.
type palette struct {
	Brand, OnBrand, Background, Surface, Text, Quiet, Foot, Line, Link string
}

// light returns the colors as they were chosen.
func (s Style) light() palette {
	p := palette{
		Brand: s.Brand, OnBrand: readable(s.Brand), Background: s.Background, Surface: s.Surface, Text: s.Text, Quiet: quiet(s.Text, s.Surface),
		Foot: quiet(s.Text, s.Background), Line: mix(s.Text, s.Surface, 0.12), Link: s.Brand,
	}
	if contrast(p.Link, s.Surface) < contrastOfText {
		p.Link = s.Text
	}
	return p
}

// dark returns the colors of a dark screen: the brand, as light as it has to be.
func (s Style) dark() palette {
	const ground, surface, text = "#121614", "#1a201d", "#e6ebe7"
	brand := s.Brand
	for share := 0.9; contrast(brand, surface) < contrastOfText && share > 0; share -= 0.1 {
		brand = mix(s.Brand, "#ffffff", share)
	}
	return palette{
		Brand: brand, OnBrand: readable(brand), Background: ground, Surface: surface, Text: text, Quiet: "#a8b4ad", Foot: "#a8b4ad", Line: "#323b36", Link: brand,
	}
}

// readable returns the color of text on a color.
func readable(on string) string {
	if contrast("#ffffff", on) >= contrastOfText {
		return "#ffffff"
	}
	return "#08110c"
}

// quiet returns a softer color of text that is still readable.
func quiet(text, on string) string {
	for _, share := range []float64{0.75, 0.85, 0.95} {
		if c := mix(text, on, share); contrast(c, on) >= contrastOfText {
			return c
		}
	}
	return text
}

// mix returns a color with a share of a and the rest of b.
func mix(a, b string, share float64) string {
	x, y := channels(a), channels(b)
	out := "#"
	for i := range x {
		out += fmt.Sprintf("%02x", int(math.Round(255*(x[i]*share+y[i]*(1-share)))))
	}
	return out
}

// channels returns red, green and blue between 0 and 1.
func channels(color string) (c [3]float64) {
	for i := range c {
		n, _ := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8) // the pattern was checked
		c[i] = float64(n) / 255
	}
	return c
}

// contrast returns the contrast of two colors by WCAG 2.2, from 1 to 21.
func contrast(a, b string) float64 {
	lights := []float64{luminance(a), luminance(b)}
	slices.Sort(lights)
	return (lights[1] + 0.05) / (lights[0] + 0.05)
}

func luminance(color string) float64 {
	c := channels(color)
	for i, v := range c {
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}
