package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Code is a two-dimensional code, such as a QR code. In the print, a box with the name of the code replaces its modules, because Chrome
// takes as long to print them as everything else on a page. In documents the code is an artifact.
type Code struct {
	Name string // plain ASCII
	Size int    // squares of a side
	Dark string // which are dark, row by row: four in each hexadecimal digit
}

type standIn struct {
	code  Code
	state standing
}

// standing is the progress in reading a box.
type standing int

const (
	awaited standing = iota
	outlined
	drawn
)

// mostSquares is more than the number of modules on a side of any code.
const mostSquares = 200

// takeStandIns removes the boxes that replace codes from the readable blocks, and returns them by their marked-content IDs.
func (page *Page) takeStandIns(codes []Code) (map[int]*standIn, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	page.blocks = slices.Clone(page.blocks) // the print keeps its own
	found := map[int]*standIn{}
	for _, c := range codes {
		if c.Size < 1 || c.Size > mostSquares || len(c.Dark) != (c.Size*c.Size+3)/4 {
			return nil, fmt.Errorf("%w: a code of %d squares a side", ErrForm, c.Size)
		}
		at := slices.IndexFunc(page.blocks, func(b block) bool {
			name, ok := decodeString(b.alt)
			return ok && b.role == Figure && name == c.Name
		})
		if at < 0 || len(page.blocks[at].marks) != 1 {
			return nil, fmt.Errorf("%w: nothing stands in for a code", ErrForm)
		}
		found[page.blocks[at].marks[0]] = &standIn{code: c}
		page.blocks = slices.Delete(page.blocks, at, at+1)
	}
	return found, nil
}

// beginStandIn begins a box that replaces a code, as an artifact.
func (s *scan) beginStandIn(rest []byte) bool {
	one := s.standIns[markOf(rest)]
	if one == nil {
		return false
	}
	s.standIn = one
	s.out = append(s.out, "/Artifact BMC\n"...)
	return true
}

// painting are the operators that paint.
var painting = []string{"f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "Do", "sh", "Tj"}

// replaced writes the code in place of its box: filled rectangles, and nothing else of the box. The clip after it belongs to the next
// shape.
func (s *scan) replaced(operator string, op []byte) bool {
	one := s.standIn
	switch {
	case one.state == awaited && operator == "re":
		box, ok := rectangle(op)
		if !ok {
			s.failed = ErrForm
		}
		s.out = one.code.draw(s.out, box)
		one.state = outlined
		return true
	case one.state == outlined && operator == "f":
		one.state = drawn
		return true
	case one.state == outlined, slices.Contains(painting, operator):
		s.failed = ErrForm
		return true
	}
	return false
}

type box struct{ x, y, width, height float64 }

func rectangle(op []byte) (box, bool) {
	words := bytes.Fields(op)
	if len(words) != 5 {
		return box{}, false
	}
	var n [4]float64
	for i := range n {
		var err error
		if n[i], err = strconv.ParseFloat(string(words[i]), 64); err != nil {
			return box{}, false
		}
	}
	return box{n[0], n[1], n[2], n[3]}, n[2] > 0 && n[3] > 0
}

// draw writes the dark modules with side 1. Each run in a row is one rectangle.
func (c Code) draw(out []byte, b box) []byte {
	number := func(v float64) { out = append(strconv.AppendFloat(out, v, 'f', -1, 64), ' ') }
	out = append(out, "q\n"...)
	for _, v := range []float64{b.width / float64(c.Size), 0, 0, b.height / float64(c.Size), b.x, b.y} {
		number(v)
	}
	out = append(out, "cm\n"...)
	for row := range c.Size {
		for column := 0; column < c.Size; column++ {
			if !c.dark(row, column) {
				continue
			}
			start := column
			for column+1 < c.Size && c.dark(row, column+1) {
				column++
			}
			for _, v := range []int{start, row, column + 1 - start, 1} {
				out = append(strconv.AppendInt(out, int64(v), 10), ' ')
			}
			out = append(out, "re\n"...)
		}
	}
	return append(out, "f\nQ\n"...)
}

func (c Code) dark(row, column int) bool {
	at := row*c.Size + column
	digit := c.Dark[at/4]
	if digit >= 'a' {
		digit -= 'a' - 10
	} else {
		digit -= '0'
	}
	return digit>>(3-at%4)&1 == 1
}
