package qr

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"golang.org/x/image/vector"
)

const (
	pageSide = 2400.0   // pixels of the longer side of a page that is drawn
	maxUnits = 20_000   // of a page's sides; larger ones are no pages
	maxInk   = 48 << 20 // pixels that are filled for one page
	maxStack = 64       // saved graphics states
)

// ReadContent renders the filled shapes of a PDF page's content stream in black and white, and reads the QR code in them. width and
// height are the size of the page in its own units. It returns ErrNone. Source: ISO 32000-1, 8.5 and Annex A.
func ReadContent(content []byte, width, height float64) (string, error) {
	if width <= 0 || height <= 0 || max(width, height) > maxUnits {
		return "", ErrNone
	}
	places <- struct{}{}
	defer func() { <-places }()
	scale := pageSide / max(width, height)
	p := &page{
		out:   image.NewGray(image.Rect(0, 0, int(width*scale)+1, int(height*scale)+1)),
		state: state{matrix: matrix{scale, 0, 0, -scale, 0, height * scale}},
	}
	draw.Draw(p.out, p.out.Bounds(), image.White, image.Point{}, draw.Src)
	p.run(content)
	if !p.filled {
		return "", ErrNone
	}
	return find(p.out)
}

// matrix is [a b c d e f] of ISO 32000-1, 8.3.3.
type matrix [6]float64

func (m matrix) apply(x, y float64) point {
	return point{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]}
}

func (m matrix) after(n matrix) matrix {
	return matrix{
		n[0]*m[0] + n[1]*m[2], n[0]*m[1] + n[1]*m[3], n[2]*m[0] + n[3]*m[2], n[2]*m[1] + n[3]*m[3],
		n[4]*m[0] + n[5]*m[2] + m[4], n[4]*m[1] + n[5]*m[3] + m[5],
	}
}

type point struct{ x, y float64 }

type state struct {
	matrix matrix
	grey   float64 // of fills, 0 is black
	drawn  bool    // whether fills have a plain colour
}

type page struct {
	out    *image.Gray
	state  state
	saved  []state
	path   [][]point
	ink    int
	filled bool
}

// run executes the operators of a content stream.
func (p *page) run(content []byte) {
	var numbers []float64
	p.state.drawn = true
	for t := (tokens{rest: content}); ; {
		token := t.next()
		if token == "" || p.ink > maxInk {
			return
		}
		if n, err := strconv.ParseFloat(token, 64); err == nil {
			if numbers = append(numbers, n); len(numbers) > 64 {
				numbers = numbers[1:]
			}
			continue
		}
		p.operate(token, numbers)
		if token == "BI" {
			t.skipImage()
		}
		numbers = numbers[:0]
	}
}

func (p *page) operate(operator string, n []float64) {
	switch operator {
	case "q":
		if len(p.saved) < maxStack {
			p.saved = append(p.saved, p.state)
		}
	case "Q":
		if last := len(p.saved) - 1; last >= 0 {
			p.state, p.saved = p.saved[last], p.saved[:last]
		}
	case "cm":
		if len(n) == 6 {
			p.state.matrix = p.state.matrix.after(matrix(n))
		}
	case "g", "rg", "k", "sc", "scn":
		p.colour(n)
	case "m", "l", "c", "v", "y", "re", "h":
		p.extend(operator, n)
	case "f", "F", "f*", "B", "B*", "b", "b*":
		p.fill()
		p.path = nil
	case "n", "S", "s":
		p.path = nil
	}
}

// colour returns the fill colour as grey. Patterns have none and are not drawn.
func (p *page) colour(n []float64) {
	p.state.drawn = true
	switch len(n) {
	case 1:
		p.state.grey = n[0]
	case 3:
		p.state.grey = 0.3*n[0] + 0.59*n[1] + 0.11*n[2]
	case 4:
		p.state.grey = (1 - n[3]) * (1 - 0.3*n[0] - 0.59*n[1] - 0.11*n[2])
	default:
		p.state.drawn = false
	}
}

// extend adds to the path. A curve becomes a line to its end, because codes have none.
func (p *page) extend(operator string, n []float64) {
	to := func(x, y float64) {
		if last := len(p.path) - 1; last >= 0 {
			p.path[last] = append(p.path[last], p.state.matrix.apply(x, y))
		}
	}
	switch {
	case operator == "m" && len(n) == 2:
		p.path = append(p.path, []point{p.state.matrix.apply(n[0], n[1])})
	case operator == "re" && len(n) == 4:
		p.path = append(p.path, []point{p.state.matrix.apply(n[0], n[1])})
		to(n[0]+n[2], n[1])
		to(n[0]+n[2], n[1]+n[3])
		to(n[0], n[1]+n[3])
	case operator != "h" && operator != "m" && operator != "re" && len(n) >= 2:
		to(n[len(n)-2], n[len(n)-1])
	}
}

// fill fills the path within the bounds of the image.
func (p *page) fill() {
	box := p.box().Intersect(p.out.Bounds())
	if !p.state.drawn || box.Empty() {
		return
	}
	p.ink += box.Dx() * box.Dy()
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	limit := func(value float64) float32 { return float32(max(-1e5, min(1e5, value))) }
	for _, part := range p.path {
		for i, at := range part {
			x, y := limit(at.x-float64(box.Min.X)), limit(at.y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	level := uint8(max(0, min(255, p.state.grey*255)))
	r.Draw(p.out, box, image.NewUniform(color.Gray{Y: level}), image.Point{})
	p.filled = true
}

func (p *page) box() image.Rectangle {
	var box image.Rectangle
	for _, part := range p.path {
		for _, at := range part {
			if !(at.x > -1e6 && at.x < 1e6 && at.y > -1e6 && at.y < 1e6) {
				return image.Rectangle{}
			}
			x, y := int(at.x), int(at.y)
			box = box.Union(image.Rect(x-1, y-1, x+2, y+2))
		}
	}
	return box
}

// tokens splits a content stream into numbers, operators and names. Strings and dictionaries are skipped.
type tokens struct{ rest []byte }

const delimiters = " \t\r\n\f\x00()<>[]{}/%"

// next returns "" at the end.
func (t *tokens) next() string {
	for len(t.rest) > 0 {
		switch c := t.rest[0]; c {
		case '(':
			t.skipString()
		case '<':
			t.skipTo(">")
		case '%':
			t.skipTo("\n")
		case '/':
			t.rest = t.rest[1:]
			t.word()
		default:
			if word := t.word(); word != "" {
				return word
			}
			t.rest = t.rest[1:]
		}
	}
	return ""
}

func (t *tokens) word() string {
	end := bytes.IndexAny(t.rest, delimiters)
	if end < 0 {
		end = len(t.rest)
	}
	word := string(t.rest[:end])
	t.rest = t.rest[end:]
	return word
}

func (t *tokens) skipTo(end string) {
	_, t.rest, _ = bytes.Cut(t.rest, []byte(end))
}

// skipString skips a string with nested parentheses.
func (t *tokens) skipString() {
	depth := 0
	for i := 0; i < len(t.rest); i++ {
		switch t.rest[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				t.rest = t.rest[i+1:]
				return
			}
		}
	}
	t.rest = nil
}

// skipImage skips an inline image.
func (t *tokens) skipImage() { t.skipTo("EI") }
