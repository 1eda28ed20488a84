package fontfile

import "encoding/binary"

const lastPoint = 0x10ffff

// readCmap returns the characters of the most complete Unicode table of a font.
func readCmap(cmap []byte, glyphs int) (Ranges, error) {
	subtable := unicodeSubtable(cmap)
	if len(subtable) < 8 {
		return nil, ErrNoLetters
	}
	var b builder
	var err error
	switch binary.BigEndian.Uint16(subtable) {
	case 4:
		err = readSegments(subtable, glyphs, &b)
	case 12:
		err = readGroups(subtable, glyphs, &b)
	default:
		return nil, ErrNoLetters
	}
	if err == nil && len(b.ranges) == 0 {
		err = ErrNoLetters
	}
	return b.ranges, err
}

// unicodeSubtable returns the table for all of Unicode, or else the one for its first 65,536 characters.
func unicodeSubtable(cmap []byte) []byte {
	var best []byte
	for i := range int(binary.BigEndian.Uint16(cmap[2:])) {
		entry := 4 + 8*i
		if entry+8 > len(cmap) {
			break
		}
		platform, encoding := binary.BigEndian.Uint16(cmap[entry:]), binary.BigEndian.Uint16(cmap[entry+2:])
		offset := uint64(binary.BigEndian.Uint32(cmap[entry+4:]))
		if offset+8 > uint64(len(cmap)) {
			continue
		}
		full := platform == 3 && encoding == 10 || platform == 0 && (encoding == 4 || encoding == 6)
		basic := platform == 3 && encoding == 1 || platform == 0 && encoding <= 3
		if full || basic && best == nil {
			best = cmap[offset:]
		}
		if full {
			break
		}
	}
	return best
}

// readGroups reads format 12. Groups must ascend, so that a small file cannot list the same characters a million times.
func readGroups(table []byte, glyphs int, b *builder) error {
	if len(table) < 16 {
		return ErrBroken
	}
	count, next := uint64(binary.BigEndian.Uint32(table[12:])), uint32(0)
	if 16+12*count > uint64(len(table)) {
		return ErrBroken
	}
	for i := range count {
		group := table[16+12*i:]
		from, to, glyph := binary.BigEndian.Uint32(group), binary.BigEndian.Uint32(group[4:]), uint64(binary.BigEndian.Uint32(group[8:]))
		if from < next || to < from || to > lastPoint {
			return ErrBroken
		}
		for point := from; point <= to; point++ {
			if n := glyph + uint64(point-from); n > 0 && n < uint64(glyphs) { //nolint:gosec // glyphs is at most 65,535
				b.add(rune(point)) //nolint:gosec // at most lastPoint
			}
		}
		next = to + 1
	}
	return nil
}

// readSegments reads format 4.
func readSegments(table []byte, glyphs int, b *builder) error {
	if len(table) < 16 {
		return ErrBroken
	}
	doubled := int(binary.BigEndian.Uint16(table[6:])) &^ 1
	if 16+4*doubled > len(table) {
		return ErrBroken
	}
	word := func(at int) int { return int(binary.BigEndian.Uint16(table[at:])) }
	next := 0
	for i := 0; i < doubled; i += 2 {
		to, from := word(14+i), word(16+doubled+i)
		delta, place := word(16+2*doubled+i), 16+3*doubled+i
		offset := word(place)
		if from < next || to < from {
			return ErrBroken
		}
		next = to + 1
		for point := from; point <= to && point != 0xffff; point++ {
			glyph := point
			if offset != 0 {
				at := place + offset + 2*(point-from)
				if at+2 > len(table) {
					return ErrBroken
				}
				if glyph = word(at); glyph == 0 {
					continue
				}
			}
			if glyph = (glyph + delta) & 0xffff; glyph > 0 && glyph < glyphs {
				b.add(rune(point)) //nolint:gosec // at most 0xffff
			}
		}
	}
	return nil
}
