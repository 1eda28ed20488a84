// Package jpegtile replaces parts of a JPEG without decoding the rest. It cuts the scan of a baseline JPEG into tiles by restart
// markers (ITU-T T.81, F.1.1.5), which are coded independently, and swaps tiles for those of a second JPEG.
package jpegtile

import (
	"errors"
	"fmt"
	"slices"
)

// ErrFormat means that a file is damaged or is not a JPEG of the supported kind: baseline, one interleaved scan of three components
// with 4:2:0 subsampling.
var ErrFormat = errors.New("not a baseline JPEG with 4:2:0 subsampling")

// side is the width and height of an MCU in px with 4:2:0 subsampling.
const side = 16

// leastWide is the minimum width of a tile in MCUs. Each tile costs a marker and complete first coefficients.
const leastWide = 4

// TileWidth returns the width of the tiles, in px, for an image of a width in px. Tiles are 16 px high and divide the rows of the
// image, so that those of a column are aligned.
func TileWidth(width int) int {
	all := (width + side - 1) / side
	for wide := leastWide; wide < all; wide++ {
		if all%wide == 0 {
			return wide * side
		}
	}
	return all * side
}

// Picture is a JPEG whose tiles can be replaced. It is safe for concurrent use.
type Picture struct {
	head        []byte // all before the scan, with the tables that every tile is coded with
	quantifiers []byte
	wide        int // MCUs of a tile
	columns     int // of tiles
	rows        int
	tiles       [][]byte // coded, without markers
}

// TileHeight is the height of every tile in px.
const TileHeight = side

// JPEG returns the image itself.
func (p *Picture) JPEG() []byte { return p.write(p.tiles) }

// Rect is a part of an image, in tiles.
type Rect struct{ X, Y, Width, Height int }

// Read divides a JPEG into tiles. It returns ErrFormat.
func Read(file []byte) (*Picture, error) {
	f, err := parse(file)
	if err != nil {
		return nil, err
	}
	wide := TileWidth(f.width) / side
	p := &Picture{quantifiers: f.quantifiers, wide: wide, columns: f.columns() / wide, rows: f.rows()}
	interval := []byte{0xff, dri, 0, 4, byte(wide >> 8), byte(wide)} //nolint:gosec // G115: two bytes, as a JPEG has up to 65,535 px
	p.head = slices.Concat([]byte{0xff, soi}, f.kept, standardTables, interval, scanHeader(f))
	p.tiles = make([][]byte, 0, p.columns*p.rows)
	r := newTranscoder(f)
	for range p.columns * p.rows {
		tile, err := r.tile(wide)
		if err != nil {
			return nil, err
		}
		p.tiles = append(p.tiles, tile)
	}
	return p, nil
}

// Replace returns the image with some parts replaced by tiles of another JPEG, which contains these parts in one column at its left
// edge. Both must have the same quality. It returns ErrFormat.
func (p *Picture) Replace(parts []Rect, file []byte) ([]byte, error) {
	f, err := parse(file)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(f.quantifiers, p.quantifiers) {
		return nil, fmt.Errorf("%w: other quantisation tables", ErrFormat)
	}
	columns, rest := f.columns()/p.wide, f.columns()%p.wide
	height := 0
	for _, part := range parts {
		if part.X < 0 || part.Y < 0 || part.Width < 1 || part.Height < 1 || part.Width > min(columns, p.columns-part.X) || part.Height > p.rows-part.Y {
			return nil, fmt.Errorf("%w: no room for %v", ErrFormat, part)
		}
		height += part.Height
	}
	if rest != 0 || height != f.rows() {
		return nil, fmt.Errorf("%w: %d rows of tiles, want %d", ErrFormat, f.rows(), height)
	}
	tiles := slices.Clone(p.tiles)
	r := newTranscoder(f)
	for _, part := range parts {
		for y := range part.Height {
			for x := range columns {
				tile, err := r.tile(p.wide)
				if err != nil {
					return nil, err
				}
				if x < part.Width {
					tiles[(part.Y+y)*p.columns+part.X+x] = tile
				}
			}
		}
	}
	return p.write(tiles), nil
}

func (p *Picture) write(tiles [][]byte) []byte {
	size := len(p.head) + 2*len(tiles)
	for _, tile := range tiles {
		size += len(tile)
	}
	out := append(make([]byte, 0, size), p.head...)
	for i, tile := range tiles {
		if i > 0 {
			out = append(out, 0xff, rst0+byte((i-1)%8))
		}
		out = append(out, tile...)
	}
	return append(out, 0xff, eoi)
}
