package pkpass

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Colors are the colours of a pass. Text and labels have a contrast of at least 4.5 to 1 with the background.
type Colors struct{ Background, Text, Label color.RGBA }

// minContrast is that of WCAG 2.2, 1.4.3.
const minContrast = 4.5

// green is the background of passes without a picture to take one from.
var green = color.RGBA{0x1f, 0x6f, 0x4a, 0xff}

// ColorsOf returns colours for a pass that carries a logo: the colour that most of the logo has, or green where it has none.
func ColorsOf(logo image.Image) Colors {
	background := green
	if logo != nil {
		background = dominant(logo)
	}
	text := color.RGBA{0xff, 0xff, 0xff, 0xff}
	if contrast(text, background) < minContrast {
		text = color.RGBA{0, 0, 0, 0xff}
	}
	label := tinted(text, background)
	if contrast(label, background) < minContrast {
		label = text
	}
	return Colors{background, text, label}
}

// CSS writes a colour as passes do.
func CSS(c color.RGBA) string { return fmt.Sprintf("rgb(%d, %d, %d)", c.R, c.G, c.B) }

// Hex writes a colour as web pages do.
func Hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// samples is how many pixels of each side of a picture are looked at.
const samples = 96

// dominant returns the most frequent vivid colour of a picture. White, black, greys and what is transparent do not count.
func dominant(m image.Image) color.RGBA {
	type sum struct{ n, r, g, b int }
	found := map[[3]uint8]sum{}
	bounds := m.Bounds()
	for y := range samples {
		for x := range samples {
			at := m.At(bounds.Min.X+x*bounds.Dx()/samples, bounds.Min.Y+y*bounds.Dy()/samples)
			c, _ := color.NRGBAModel.Convert(at).(color.NRGBA) // the model's own
			high, low := max(c.R, c.G, c.B), min(c.R, c.G, c.B)
			if c.A < 0x80 || high-low < 0x28 {
				continue
			}
			key := [3]uint8{c.R >> 5, c.G >> 5, c.B >> 5}
			s := found[key]
			found[key] = sum{s.n + 1, s.r + int(c.R), s.g + int(c.G), s.b + int(c.B)}
		}
	}
	best, key := sum{}, [3]uint8{}
	for k, s := range found {
		if s.n > best.n || s.n == best.n && (k[0] > key[0] || k[0] == key[0] && (k[1] > key[1] || k[1] == key[1] && k[2] > key[2])) {
			best, key = s, k
		}
	}
	if best.n < samples*samples/200 { // a speck is no colour of a logo
		return green
	}
	return color.RGBA{uint8(best.r / best.n), uint8(best.g / best.n), uint8(best.b / best.n), 0xff} //nolint:gosec // averages of bytes
}

// tinted returns a with a quarter of b in it.
func tinted(a, b color.RGBA) color.RGBA {
	one := func(a, b uint8) uint8 { return uint8((3*int(a) + int(b)) / 4) } //nolint:gosec // between two bytes
	return color.RGBA{one(a.R, b.R), one(a.G, b.G), one(a.B, b.B), 0xff}
}

// contrast is the contrast ratio of WCAG 2.2.
func contrast(a, b color.RGBA) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
