package charts

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

type point struct{ x, y float32 }

// polygon is a closed outline.
type polygon []point

// fill paints polygons. Those that overlap are one shape.
func (p *picture) fill(all []polygon, with color.Color) {
	r := vector.NewRasterizer(Width*scale, Height*scale)
	r.DrawOp = draw.Over
	for _, outline := range all {
		outline = outline.oriented()
		r.MoveTo(outline[0].x, outline[0].y)
		for _, at := range outline[1:] {
			r.LineTo(at.x, at.y)
		}
		r.ClosePath()
	}
	r.Draw(p.img, p.img.Bounds(), image.NewUniform(with), image.Point{})
}

// oriented returns the outline clockwise. Where outlines of different directions overlap, the rasterizer would leave a hole.
func (p polygon) oriented() polygon {
	var twice float32
	for i, a := range p {
		b := p[(i+1)%len(p)]
		twice += a.x*b.y - b.x*a.y
	}
	if twice < 0 {
		p = slices.Clone(p)
		slices.Reverse(p)
	}
	return p
}

// stroke returns the outlines of a line with round joints.
func stroke(line []point, width float32) []polygon {
	var out []polygon
	for i, at := range line {
		out = append(out, dot(at, width/2))
		if i > 0 {
			out = append(out, bar(line[i-1], at, width))
		}
	}
	return slices.DeleteFunc(out, func(p polygon) bool { return p == nil })
}

// dashes returns the outlines of a dashed line.
func dashes(line []point) []polygon {
	const on, off, width = 12, 10, 3
	var out []polygon
	along := 0.0
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(float64(b.x-a.x), float64(b.y-a.y))
		at := func(d float64) point {
			share := float32(d / length)
			return point{a.x + (b.x-a.x)*share, a.y + (b.y-a.y)*share}
		}
		for from := 0.0; from < length; {
			phase := math.Mod(along+from, on+off)
			until := min(length, from+on+off-phase)
			if phase < on {
				until = min(length, from+on-phase)
				if p := bar(at(from), at(until), width); p != nil {
					out = append(out, p)
				}
			}
			from = max(until, from+0.01)
		}
		along += length
	}
	return out
}

// bar is the outline of a straight line, nil for none.
func bar(a, b point, width float32) polygon {
	dx, dy := b.x-a.x, b.y-a.y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length == 0 {
		return nil
	}
	nx, ny := -dy/length*width/2, dx/length*width/2
	return polygon{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}
}

func dot(at point, radius float32) polygon {
	const corners = 12
	out := make(polygon, corners)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		out[i] = point{at.x + radius*float32(cos), at.y + radius*float32(sin)}
	}
	return out
}
