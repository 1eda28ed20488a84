package fontfile

import "encoding/binary"

// tables are the tables of a font by tag.
type tables struct {
	parts map[string][]byte
	woff2 bool
}

const headMagic = 0x5f0f3cf5

// known are the tables that are kept. The SVG table is dropped, because it may contain scripts.
var known = map[string]bool{
	"cmap": true, "head": true, "hhea": true, "hmtx": true, "maxp": true, "name": true, "OS/2": true, "post": true,
	"cvt ": true, "fpgm": true, "prep": true, "gasp": true, "glyf": true, "loca": true, "CFF ": true, "VORG": true,
	"BASE": true, "GDEF": true, "GPOS": true, "GSUB": true, "JSTF": true, "kern": true, "vhea": true, "vmtx": true,
	"COLR": true, "CPAL": true, "MATH": true,
}

func open(data []byte) (tables, error) {
	if len(data) < 12 {
		return tables{}, ErrNotAFont
	}
	switch string(data[:4]) {
	case "\x00\x01\x00\x00", "OTTO", "true":
		return openPlain(data)
	case "wOF2":
		return openWOFF2(data)
	case "ttcf":
		return tables{}, ErrCollection
	}
	return tables{}, ErrNotAFont
}

// openPlain reads the table directory of an OpenType file. Tables may overlap, but their total size is limited to the maximum size of a
// font.
func openPlain(data []byte) (tables, error) {
	count := int(binary.BigEndian.Uint16(data[4:]))
	if count == 0 || len(data) < 12+16*count {
		return tables{}, ErrBroken
	}
	t := tables{parts: make(map[string][]byte, count)}
	total := 0
	for i := range count {
		entry := data[12+16*i:]
		offset, length := uint64(binary.BigEndian.Uint32(entry[8:])), uint64(binary.BigEndian.Uint32(entry[12:]))
		name := string(entry[:4])
		if offset+length > uint64(len(data)) || t.parts[name] != nil {
			return tables{}, ErrBroken
		}
		if total += int(length); total > maxUnpacked { //nolint:gosec // at most the file's length
			return tables{}, ErrTooLarge
		}
		t.parts[name] = data[offset : offset+length : offset+length]
	}
	return t, nil
}

func (t tables) table(name string) []byte { return t.parts[name] }

func (t tables) has(name string) bool { return t.parts[name] != nil }

func (t tables) ending() string {
	switch {
	case t.woff2:
		return "woff2"
	case t.has("CFF "):
		return "otf"
	default:
		return "ttf"
	}
}

// check rejects fonts that cannot be displayed or printed.
func (t tables) check() error {
	if t.has("fvar") || t.has("CFF2") {
		return ErrVariable
	}
	for name, least := range map[string]int{"head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "OS/2": 68, "name": 6, "cmap": 4} {
		if len(t.table(name)) < least {
			return ErrBroken
		}
	}
	outlines := t.has("CFF ") || t.has("glyf") && t.has("loca")
	head := t.table("head")
	unitsPerEm := binary.BigEndian.Uint16(head[18:])
	if !outlines || binary.BigEndian.Uint32(head[12:]) != headMagic || unitsPerEm < 16 || unitsPerEm > 16384 || t.glyphs() == 0 {
		return ErrBroken
	}
	if t.woff2 && t.has("SVG ") {
		return ErrNotAFont
	}
	return t.mayEmbed()
}

// mayEmbed reads the embedding permissions. The most permissive of the first four bits counts, and no bit means no restriction. Fonts
// that permit only bitmap embedding cannot be printed.
func (t tables) mayEmbed() error {
	const restricted, previewAndPrint, editable, bitmapsOnly = 0x0002, 0x0004, 0x0008, 0x0200
	fsType := binary.BigEndian.Uint16(t.table("OS/2")[8:])
	if fsType&bitmapsOnly != 0 || fsType&restricted != 0 && fsType&(previewAndPrint|editable) == 0 {
		return ErrRestricted
	}
	return nil
}

func (t tables) glyphs() int { return int(binary.BigEndian.Uint16(t.table("maxp")[4:])) }

// looks reads weight, slant and style.
func (t tables) looks() (weight int, italic bool, style Style) {
	os2 := t.table("OS/2")
	weight = int(binary.BigEndian.Uint16(os2[4:]))
	if weight < 10 { // some old fonts count from 1 to 9
		weight *= 100
	}
	weight = min(max((weight+50)/100, 1), 9) * 100
	const italicBit, obliqueBit = 1 << 0, 1 << 9
	italic = binary.BigEndian.Uint16(os2[62:])&(italicBit|obliqueBit) != 0
	return weight, italic, t.style()
}

// style is derived from the PANOSE numbers, or from the family class if they are zero.
func (t tables) style() Style {
	const latinText, handWritten, decorative, monospaced = 2, 3, 4, 9
	os2 := t.table("OS/2")
	panose, class := os2[32:42], os2[30]
	if post := t.table("post"); len(post) >= 16 && binary.BigEndian.Uint32(post[12:]) != 0 || panose[0] == latinText && panose[3] == monospaced {
		return Mono
	}
	serif := panose[1]
	switch {
	case panose[0] == handWritten || class == 10:
		return Script
	case panose[0] == decorative || class == 9 || class == 12:
		return Display
	case panose[0] == latinText && serif >= 2 && serif <= 10, class >= 1 && class <= 5 || class == 7:
		return Serif
	}
	return Sans
}
