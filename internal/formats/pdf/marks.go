package pdf

import "fmt"

const (
	pointsPerMM = 72 / 25.4
	marksGap    = 1 * pointsPerMM // from the bleed, so that a mark never shows on the cut paper
	marksLength = 5 * pointsPerMM
	marksRoom   = 7 * pointsPerMM // what the paper grows by on each side
	marksWidth  = 0.25            // points, as printing houses draw them
)

// cropMarks draws crop marks in all four inks, outside of the bleed.
func cropMarks(bleed, trim Box) []byte {
	out := fmt.Appendf(nil, "/Artifact BMC\nq\n1 1 1 1 K\n%g w\n", marksWidth)
	left, right := bleed.Left-marksGap, bleed.Right+marksGap
	bottom, top := bleed.Bottom-marksGap, bleed.Top+marksGap
	for _, x := range []float64{trim.Left, trim.Right} {
		out = stroke(out, x, bottom, x, bottom-marksLength)
		out = stroke(out, x, top, x, top+marksLength)
	}
	for _, y := range []float64{trim.Bottom, trim.Top} {
		out = stroke(out, left, y, left-marksLength, y)
		out = stroke(out, right, y, right+marksLength, y)
	}
	return append(out, "Q\nEMC\n"...)
}

func stroke(out []byte, x1, y1, x2, y2 float64) []byte {
	return fmt.Appendf(out, "%s %s m\n%s %s l\nS\n", short(x1), short(y1), short(x2), short(y2))
}
