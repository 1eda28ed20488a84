package rendering

import (
	"encoding/json"
	"math"

	"laurel/internal/formats/pdf"
)

const (
	pointsPerMM = 72 / 25.4
	pointsPerPx = 72.0 / 96
	bleedMM     = 5
)

// sheet is the page of a design document.
type sheet struct {
	Kind        string            `json:"kind"`
	Size        string            `json:"size"`
	Orientation string            `json:"orientation"`
	Blocks      []json.RawMessage `json:"blocks"`
}

// measures are the dimensions of a page in landscape.
type measures struct {
	pxWidth, pxHeight int     // of the design, and of a picture at scale 1
	width, height     float64 // of the paper, in points
	bleeds            bool    // print files have bleed
}

var sizes = map[string]measures{
	"us-letter": {1056, 816, 11 * 72, 8.5 * 72, true},
	"a4":        {1123, 794, 297 * pointsPerMM, 210 * pointsPerMM, true},
	"a8":        {280, 197, 74 * pointsPerMM, 52 * pointsPerMM, false},
	"badge":     {600, 600, 600 * pointsPerPx, 600 * pointsPerPx, false},
}

// readSheet returns the dimensions of a design's page in its orientation. It returns ErrInvalidJob.
func readSheet(design json.RawMessage) (sheet, measures, error) {
	var s sheet
	if err := json.Unmarshal(design, &s); err != nil {
		return s, measures{}, ErrInvalidJob.Wrap(err)
	}
	m, known := sizes[s.Size]
	if !known {
		return s, m, ErrInvalidJob.With("size", s.Size)
	}
	if s.Orientation == "portrait" {
		m.pxWidth, m.pxHeight = m.pxHeight, m.pxWidth
		m.width, m.height = m.height, m.width
	}
	return s, m, nil
}

// Paper returns width and height of a page size in its orientation, in mm. It returns ErrInvalidJob for an unknown size.
func Paper(size, orientation string) (width, height float64, err error) {
	m, known := sizes[size]
	if !known {
		return 0, 0, ErrInvalidJob.With("size", size)
	}
	if orientation == "portrait" {
		m.width, m.height = m.height, m.width
	}
	round := func(points float64) float64 { return math.Round(points/pointsPerMM*10) / 10 }
	return round(m.width), round(m.height), nil
}

// bleed is how far the page extends beyond the trim box, in points.
func (m measures) bleed(mode Mode) float64 {
	if mode == Print && m.bleeds {
		return bleedMM * pointsPerMM
	}
	return 0
}

// paperRoom is the extra size of the paper that Chrome prints on, in CSS pixels: Chrome rounds paper to whole points, and the
// page is cropped afterwards.
const paperRoom = 4

// pointsPerPrintPx is the size of a pixel at 300 dpi, the unit of print shops.
const pointsPerPrintPx = 72.0 / 300

// crop returns the part to keep of a page printed with its design in the top left corner: the exact paper size, or for print
// files whole pixels around its centre.
func (m measures) crop(mode Mode) pdf.Crop {
	twice := 2 * m.bleed(mode)
	c := pdf.Crop{Width: m.width + twice, Height: m.height + twice}
	if mode == Print {
		width, height := wholePixels(c.Width), wholePixels(c.Height)
		c = pdf.Crop{Left: max(0, (c.Width-width)/2), Top: max(0, (c.Height-height)/2), Width: width, Height: height}
	}
	return c
}

func wholePixels(points float64) float64 {
	return math.Round(points/pointsPerPrintPx) * pointsPerPrintPx
}

// trim returns the trim box of a page cropped that way.
func (m measures) trim(c pdf.Crop, mode Mode) pdf.Box {
	left, top := m.bleed(mode)-c.Left, m.bleed(mode)-c.Top
	return pdf.Box{
		Left: max(0, left), Right: min(c.Width, left+m.width),
		Bottom: max(0, c.Height-top-m.height), Top: min(c.Height, c.Height-top),
	}
}
