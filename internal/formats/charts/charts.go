// Package charts draws a line over time as a PNG, for places that show pictures only, such as emails.
package charts

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Width and Height are the size at which a chart is shown. Its picture has twice as many pixels.
const (
	Width  = 536
	Height = 200
	scale  = 2
)

// The margins around the lines, in pixels of the picture.
const (
	axisMargin   = 104
	otherMargin  = 24
	topMargin    = 24
	bottomMargin = 56
	fontSize     = 24
)

var (
	paper    = color.RGBA{255, 255, 255, 255}
	hairline = color.RGBA{226, 230, 226, 255}
	quiet    = color.RGBA{92, 104, 97, 255}
	accent   = color.RGBA{31, 111, 74, 255}
	area     = color.RGBA{4, 13, 9, 30} // the accent, premultiplied
	before   = color.RGBA{138, 149, 142, 255}
)

// Line is a chart of one line.
type Line struct {
	Values      []int64
	Previous    []int64 // a dashed line; nil: none
	First, Last string  // labels of the ends of the time axis, in Latin letters and digits
	Mirrored    bool    // time runs from right to left
	Number      func(int64) string
}

var parsed = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// PNG draws the chart.
func (l Line) PNG() ([]byte, error) {
	f, err := parsed()
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: fontSize, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("open font: %w", err)
	}
	defer face.Close() //nolint:errcheck // it holds nothing
	p := picture{Line: l, face: face, img: image.NewRGBA(image.Rect(0, 0, Width*scale, Height*scale))}
	p.draw()
	var out bytes.Buffer
	if err := png.Encode(&out, p.img); err != nil {
		return nil, fmt.Errorf("write chart: %w", err)
	}
	return out.Bytes(), nil
}

// picture is a chart being drawn.
type picture struct {
	Line

	img  *image.RGBA
	face font.Face
	top  int64 // the value at the upper end
}

func (p *picture) draw() {
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	step := stepOf(p.most())
	p.top = (p.most() + step - 1) / step * step
	for at := int64(0); at <= p.top; at += step {
		y := int(math.Round(float64(p.y(at))))
		draw.Draw(p.img, image.Rect(p.left(), y-1, p.right(), y+1), image.NewUniform(hairline), image.Point{}, draw.Src)
		p.valueLabel(p.Number(at), y)
	}
	if len(p.Previous) > 1 {
		p.fill(dashes(p.points(p.Previous)), before)
	}
	if points := p.points(p.Values); len(points) > 1 {
		p.fill([]polygon{p.under(points)}, area)
		p.fill(stroke(points, 4), accent)
	} else if len(points) == 1 {
		p.fill([]polygon{dot(points[0], 6)}, accent)
	}
	p.timeLabel(p.First, !p.Mirrored)
	p.timeLabel(p.Last, p.Mirrored)
}

// most returns the greatest value, at least 1.
func (p *picture) most() int64 {
	most := int64(1)
	for _, all := range [][]int64{p.Values, p.Previous} {
		for _, n := range all {
			most = max(most, n)
		}
	}
	return most
}

// stepOf returns the distance of grid lines: 1, 2 or 5 times a power of ten, of which at most four reach the greatest value.
func stepOf(most int64) int64 {
	for power := int64(1); ; power *= 10 {
		for _, n := range []int64{1, 2, 5} {
			if n*power*4 >= most {
				return n * power
			}
		}
	}
}

func (p *picture) left() int {
	if p.Mirrored {
		return otherMargin
	}
	return axisMargin
}

func (p *picture) right() int { return Width*scale - axisMargin - otherMargin + p.left() }

func (p *picture) y(value int64) float32 {
	height := float64(Height*scale - topMargin - bottomMargin)
	return float32(topMargin + height*(1-float64(value)/float64(p.top)))
}

func (p *picture) points(values []int64) []point {
	out := make([]point, len(values))
	for i, n := range values {
		share := 0.5
		if len(values) > 1 {
			share = float64(i) / float64(len(values)-1)
		}
		if p.Mirrored {
			share = 1 - share
		}
		out[i] = point{float32(float64(p.left()) + share*float64(p.right()-p.left())), p.y(n)}
	}
	return out
}

// under is the area between a line and the axis.
func (p *picture) under(line []point) polygon {
	base := p.y(0)
	return append(append(polygon{{line[0].x, base}}, line...), point{line[len(line)-1].x, base})
}

// valueLabel writes a label beside a grid line.
func (p *picture) valueLabel(text string, y int) {
	x := fixed.I(axisMargin-16) - font.MeasureString(p.face, text)
	if p.Mirrored {
		x = fixed.I(p.right() + 16)
	}
	p.write(text, x, y+fontSize/3)
}

// timeLabel writes a label below one end of the time axis.
func (p *picture) timeLabel(text string, atLeft bool) {
	x := fixed.I(p.left())
	if !atLeft {
		x = fixed.I(p.right()) - font.MeasureString(p.face, text)
	}
	p.write(text, x, Height*scale-bottomMargin/3)
}

func (p *picture) write(text string, x fixed.Int26_6, y int) {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(quiet), Face: p.face, Dot: fixed.Point26_6{X: x, Y: fixed.I(y)}}
	d.DrawString(text)
}
