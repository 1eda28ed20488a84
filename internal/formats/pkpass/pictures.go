package pkpass

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // logos may be GIFs,
	_ "image/jpeg" // JPEGs
	"image/png"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
	_ "golang.org/x/image/webp" // or WebPs
)

// maxPixels limits what is decoded.
const maxPixels = 40_000_000

// Decode reads a picture. Drawings and what is no picture are nil.
func Decode(data []byte) image.Image {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width*size.Height > maxPixels {
		return nil
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return m
}

// Pictures returns the picture files of a pass: icons, and the logo and the thumbnail unless they are nil. Each has the sizes of Apple's
// three kinds of screen.
func Pictures(logo, thumbnail image.Image, c Colors) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, scale := range []int{1, 2, 3} {
		suffix := ".png"
		if scale > 1 {
			suffix = fmt.Sprintf("@%dx.png", scale)
		}
		add := func(name string, m image.Image) error {
			var out bytes.Buffer
			if err := png.Encode(&out, m); err != nil {
				return fmt.Errorf("write %s: %w", name, err)
			}
			files[name+suffix] = out.Bytes()
			return nil
		}
		if logo == nil {
			if err := add("icon", sign(29*scale, c)); err != nil {
				return nil, err
			}
		} else {
			size := fitted(logo, 152*scale, 42*scale)
			plate := plated(logo, size.Add(image.Pt(8*scale, 8*scale)), size, 4*scale)
			if err := add("logo", plate); err != nil {
				return nil, err
			}
			side := 29 * scale
			if err := add("icon", plated(logo, image.Pt(side, side), fitted(logo, side*5/6, side*5/6), 0)); err != nil {
				return nil, err
			}
		}
		if thumbnail != nil {
			size := fitted(thumbnail, 90*scale, 90*scale)
			m := image.NewRGBA(image.Rectangle{Max: size})
			draw.CatmullRom.Scale(m, m.Bounds(), thumbnail, thumbnail.Bounds(), draw.Src, nil)
			if err := add("thumbnail", m); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// fitted returns the largest size of a picture within a box.
func fitted(m image.Image, width, height int) image.Point {
	w, h := float64(m.Bounds().Dx()), float64(m.Bounds().Dy())
	scale := min(float64(width)/w, float64(height)/h)
	return image.Pt(max(1, int(math.Round(w*scale))), max(1, int(math.Round(h*scale))))
}

// plated draws a picture in the middle of a white plate with round corners: logos are made for white paper.
func plated(m image.Image, plate, size image.Point, radius int) image.Image {
	out := image.NewRGBA(image.Rectangle{Max: plate})
	if radius == 0 {
		draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	} else {
		fill(out, color.RGBA{0xff, 0xff, 0xff, 0xff}, func(z *vector.Rasterizer) {
			rounded(z, float32(plate.X), float32(plate.Y), float32(radius))
		})
	}
	at := image.Rectangle{Max: size}.Add(plate.Sub(size).Div(2))
	draw.CatmullRom.Scale(out, at, m, m.Bounds(), draw.Over, nil)
	return out
}

func fill(out *image.RGBA, c color.RGBA, path func(*vector.Rasterizer)) {
	z := vector.NewRasterizer(out.Bounds().Dx(), out.Bounds().Dy())
	path(z)
	z.Draw(out, out.Bounds(), image.NewUniform(c), image.Point{})
}

func rounded(z *vector.Rasterizer, w, h, r float32) {
	z.MoveTo(r, 0)
	z.LineTo(w-r, 0)
	z.QuadTo(w, 0, w, r)
	z.LineTo(w, h-r)
	z.QuadTo(w, h, w-r, h)
	z.LineTo(r, h)
	z.QuadTo(0, h, 0, h-r)
	z.LineTo(0, r)
	z.QuadTo(0, 0, r, 0)
	z.ClosePath()
}

// sign draws the icon of a pass without a logo: a tick.
func sign(side int, c Colors) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(out, out.Bounds(), image.NewUniform(c.Background), image.Point{}, draw.Src)
	fill(out, c.Text, func(z *vector.Rasterizer) {
		for i, p := range [][2]float32{{.22, .52}, {.30, .44}, {.43, .57}, {.70, .28}, {.78, .36}, {.43, .73}} {
			if i == 0 {
				z.MoveTo(p[0]*float32(side), p[1]*float32(side))
			} else {
				z.LineTo(p[0]*float32(side), p[1]*float32(side))
			}
		}
		z.ClosePath()
	})
	return out
}
