package fontfile

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/andybalholm/brotli"
)

// woff2Header is the offset of the table directory of a WOFF2 file.
const woff2Header = 48

// woff2Tags are the tags that a WOFF2 directory encodes as numbers.
var woff2Tags = [...]string{
	"cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca", "prep", "CFF ", "VORG", "EBDT",
	"EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH",
	"CBDT", "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc", "bsln", "cvar", "fdsc", "feat", "fmtx", "fvar",
	"gvar", "hsty", "just", "lcar", "mort", "morx", "opbd", "prop", "trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill",
}

// openWOFF2 decompresses the tables. Transformed tables stay transformed, because this package does not read outlines.
func openWOFF2(data []byte) (tables, error) {
	if len(data) < woff2Header || binary.BigEndian.Uint32(data[8:]) != uint32(len(data)) { //nolint:gosec // files are small
		return tables{}, ErrBroken
	}
	if string(data[4:8]) == "ttcf" {
		return tables{}, ErrCollection
	}
	count := int(binary.BigEndian.Uint16(data[12:]))
	entries, rest, err := woff2Directory(data[woff2Header:], count)
	if err != nil {
		return tables{}, err
	}
	compressed := uint64(binary.BigEndian.Uint32(data[20:]))
	if compressed > uint64(len(rest)) {
		return tables{}, ErrBroken
	}
	return unpack(entries, rest[:compressed])
}

type woff2Entry struct {
	name   string
	length uint64
}

func woff2Directory(data []byte, count int) (entries []woff2Entry, rest []byte, err error) {
	r := bytes.NewReader(data)
	var total uint64
	for range count {
		entry, err := readEntry(r)
		if err != nil {
			return nil, nil, ErrBroken
		}
		if total += entry.length; total > maxUnpacked {
			return nil, nil, ErrTooLarge
		}
		entries = append(entries, entry)
	}
	return entries, data[len(data)-r.Len():], nil
}

func readEntry(r *bytes.Reader) (entry woff2Entry, err error) {
	flags, err := r.ReadByte()
	if err != nil {
		return entry, err
	}
	if number := int(flags & 0x3f); number < len(woff2Tags) {
		entry.name = woff2Tags[number]
	} else {
		var tag [4]byte
		if _, err := io.ReadFull(r, tag[:]); err != nil {
			return entry, err
		}
		entry.name = string(tag[:])
	}
	if entry.length, err = readBase128(r); err != nil {
		return entry, err
	}
	version := flags >> 6
	outlines := entry.name == "glyf" || entry.name == "loca"
	if outlines && version != 3 || !outlines && version != 0 {
		entry.length, err = readBase128(r)
	}
	return entry, err
}

// readBase128 reads a number of at most five bytes with seven bits each.
func readBase128(r *bytes.Reader) (n uint64, err error) {
	for range 5 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		n = n<<7 | uint64(b&0x7f)
		if b&0x80 == 0 {
			return n, nil
		}
	}
	return 0, ErrBroken
}

func unpack(entries []woff2Entry, compressed []byte) (tables, error) {
	t := tables{parts: make(map[string][]byte, len(entries)), woff2: true}
	stream := brotli.NewReader(bytes.NewReader(compressed))
	for _, entry := range entries {
		if t.parts[entry.name] != nil {
			return tables{}, ErrBroken
		}
		var part bytes.Buffer                                                                               // grows with what really comes, not with what is announced
		if n, err := io.CopyN(&part, stream, int64(entry.length)); err != nil || n != int64(entry.length) { //nolint:gosec // at most maxUnpacked
			return tables{}, ErrBroken
		}
		t.parts[entry.name] = part.Bytes()
		if t.parts[entry.name] == nil {
			t.parts[entry.name] = []byte{}
		}
	}
	if n, _ := stream.Read(make([]byte, 1)); n > 0 {
		return tables{}, ErrBroken
	}
	return t, nil
}
