package pdf

import (
	"fmt"
	"math"
)

// Size is a size of paper or of a card, in points.
type Size struct{ Width, Height float64 }

// Millimetres converts a size from mm.
func Millimetres(width, height float64) Size { return Size{width * pointsPerMM, height * pointsPerMM} }

// Grid is the arrangement of equal cards on a sheet: in rows from the top left, centred on the paper.
type Grid struct {
	Paper, Card   Size
	Columns, Rows int
	Gap           float64 // between two cards, in points
	Marks         bool    // show where to cut
}

// The margins of a sheet: printers cannot print to the edge, and crop marks need room.
const (
	edge      = 5 * pointsPerMM
	marksEdge = marksRoom
)

// slack tolerates cards that are slightly too large because of rounding.
const slack = 0.01

// Fit arranges cards on paper, and rotates the paper if it holds more of them that way. ok is false if not even one fits.
func Fit(paper, card Size, gap float64, marks bool) (g Grid, ok bool) {
	free := edge
	if marks {
		free = marksEdge
	}
	for _, p := range []Size{paper, {paper.Height, paper.Width}} {
		turned := Grid{
			Paper: p, Card: card, Gap: gap, Marks: marks,
			Columns: many(p.Width-2*free, card.Width, gap), Rows: many(p.Height-2*free, card.Height, gap),
		}
		if turned.Cards() > g.Cards() {
			g = turned
		}
	}
	return g, g.Cards() > 0
}

func many(room, card, gap float64) int { return max(int(math.Floor((room+gap+slack)/(card+gap))), 0) }

// Cards is the number of cards on a sheet.
func (g Grid) Cards() int { return g.Columns * g.Rows }

// whole is the bounding box of all cards of a sheet.
func (g Grid) whole() Box {
	width := float64(g.Columns)*(g.Card.Width+g.Gap) - g.Gap
	height := float64(g.Rows)*(g.Card.Height+g.Gap) - g.Gap
	left, bottom := (g.Paper.Width-width)/2, (g.Paper.Height-height)/2
	return Box{left, bottom, left + width, bottom + height}
}

// place returns the position of a card, counted from 0.
func (g Grid) place(index int) Box {
	whole := g.whole()
	left := whole.Left + float64(index%g.Columns)*(g.Card.Width+g.Gap)
	top := whole.Top - float64(index/g.Columns)*(g.Card.Height+g.Gap)
	return Box{left, top - g.Card.Height, left + g.Card.Width, top}
}

// cutMarks draws marks at both edges of every column and row, outside of all cards.
func (g Grid) cutMarks() []byte {
	out := fmt.Appendf(nil, "/Artifact BMC\nq\n1 1 1 1 K\n%g w\n", marksWidth)
	whole := g.whole()
	for column := range g.Columns {
		card := g.place(column)
		for _, x := range []float64{card.Left, card.Right} {
			out = stroke(out, x, whole.Bottom-marksGap, x, whole.Bottom-marksGap-marksLength)
			out = stroke(out, x, whole.Top+marksGap, x, whole.Top+marksGap+marksLength)
		}
	}
	for row := range g.Rows {
		card := g.place(row * g.Columns)
		for _, y := range []float64{card.Bottom, card.Top} {
			out = stroke(out, whole.Left-marksGap, y, whole.Left-marksGap-marksLength, y)
			out = stroke(out, whole.Right+marksGap, y, whole.Right+marksGap+marksLength, y)
		}
	}
	return append(out, "Q\nEMC\n"...)
}
