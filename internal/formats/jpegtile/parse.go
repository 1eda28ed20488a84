package jpegtile

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Markers of ITU-T T.81, table B.1.
const (
	sof0 = 0xc0 // baseline
	dht  = 0xc4
	rst0 = 0xd0
	soi  = 0xd8
	eoi  = 0xd9
	sos  = 0xda
	dqt  = 0xdb
	dri  = 0xdd
)

// frame contains the segments of a JPEG before its scan.
type frame struct {
	width, height int
	kept          []byte // the segments that do not concern how the scan is coded
	quantifiers   []byte
	components    []byte       // of the frame header, three bytes each
	tables        [2][4]*table // for DC and AC coefficients
	selectors     [3]byte      // the tables of each component
	scan          []byte       // with all that follows
}

func (f *frame) columns() int { return (f.width + side - 1) / side }
func (f *frame) rows() int    { return (f.height + side - 1) / side }

// parse reads the segments of a file.
func parse(file []byte) (*frame, error) {
	f := &frame{}
	if len(file) < 2 || file[0] != 0xff || file[1] != soi {
		return nil, fmt.Errorf("%w: no start", ErrFormat)
	}
	for rest := file[2:]; ; {
		if len(rest) < 4 || rest[0] != 0xff {
			return nil, fmt.Errorf("%w: no segment", ErrFormat)
		}
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))+2
		if size < 4 || size > len(rest) {
			return nil, fmt.Errorf("%w: a segment of %d bytes", ErrFormat, size)
		}
		segment, body := rest[:size], rest[4:size]
		rest = rest[size:]
		var err error
		switch {
		case marker == dht:
			err = f.readTables(body)
		case marker == sos:
			f.scan = rest
			return f, f.readScan(body)
		case marker == sof0:
			err = f.readFrame(body)
			f.kept = append(f.kept, segment...)
		case marker == dqt:
			f.quantifiers = append(f.quantifiers, body...)
			f.kept = append(f.kept, segment...)
		case marker >= 0xe0: // application data and comments
			f.kept = append(f.kept, segment...)
		default:
			err = fmt.Errorf("%w: marker %#x", ErrFormat, marker)
		}
		if err != nil {
			return nil, err
		}
	}
}

// sampling are the sampling factors of the components with 4:2:0 subsampling.
var sampling = [3]byte{0x22, 0x11, 0x11}

func (f *frame) readFrame(body []byte) error {
	if f.components != nil || len(body) != 6+3*len(sampling) || body[0] != 8 || int(body[5]) != len(sampling) {
		return fmt.Errorf("%w: frame header", ErrFormat)
	}
	f.height, f.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	f.components = body[6:]
	for i, factors := range sampling {
		if f.components[3*i+1] != factors {
			return fmt.Errorf("%w: subsampling", ErrFormat)
		}
	}
	if f.width == 0 || f.height == 0 {
		return fmt.Errorf("%w: %dx%d px", ErrFormat, f.width, f.height)
	}
	return nil
}

func (f *frame) readTables(body []byte) error {
	for len(body) > 0 {
		if len(body) < 17 || body[0]>>4 > 1 || body[0]&15 > 3 {
			return fmt.Errorf("%w: Huffman table", ErrFormat)
		}
		class, slot := body[0]>>4, body[0]&15
		count := 0
		for _, n := range body[1:17] {
			count += int(n)
		}
		if count > 256 || len(body) < 17+count {
			return fmt.Errorf("%w: Huffman table", ErrFormat)
		}
		f.tables[class][slot] = newTable([16]byte(body[1:17]), body[17:17+count])
		body = body[17+count:]
	}
	return nil
}

// The scan header lists three components with their tables, and ends with the fixed parameters of baseline.
const scanHeaderSize = 14

var wholeBlock = []byte{0, 63, 0}

func (f *frame) readScan(body []byte) error {
	if f.components == nil || len(body) != scanHeaderSize-4 || int(body[0]) != len(sampling) || !slices.Equal(body[7:], wholeBlock) {
		return fmt.Errorf("%w: scan header", ErrFormat)
	}
	for i := range sampling {
		f.selectors[i] = body[2+2*i]
		dc, ac := f.selectors[i]>>4, f.selectors[i]&15
		if body[1+2*i] != f.components[3*i] || dc > 3 || ac > 3 || f.tables[0][dc] == nil || f.tables[1][ac] == nil {
			return fmt.Errorf("%w: scan header", ErrFormat)
		}
	}
	return nil
}

// scanHeader selects the first standard tables for luminance, and the second for chrominance.
func scanHeader(f *frame) []byte {
	out := []byte{0xff, sos, 0, scanHeaderSize - 2, byte(len(sampling))}
	for i, selectors := range []byte{0x00, 0x11, 0x11} {
		out = append(out, f.components[3*i], selectors)
	}
	return append(out, wholeBlock...)
}
