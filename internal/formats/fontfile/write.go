package fontfile

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// write returns the sanitised file. An OpenType file is rebuilt from the known tables; a WOFF2 file is truncated after the font.
func (t tables) write(data []byte) ([]byte, error) {
	if t.woff2 {
		return cutWOFF2(data)
	}
	return t.writePlain(), nil
}

// cutWOFF2 removes metadata and private data, which are not validated.
func cutWOFF2(data []byte) ([]byte, error) {
	_, rest, err := woff2Directory(data[woff2Header:], int(binary.BigEndian.Uint16(data[12:])))
	if err != nil {
		return nil, err
	}
	end := len(data) - len(rest) + int(binary.BigEndian.Uint32(data[20:]))
	// Browsers require the length of a file to be a multiple of four.
	kept := append(bytes.Clone(data[:end]), make([]byte, -end&3)...)
	binary.BigEndian.PutUint32(kept[8:], uint32(len(kept))) //nolint:gosec // files are small
	clear(kept[28:woff2Header])
	return kept, nil
}

// writePlain writes the tables in order with correct checksums.
func (t tables) writePlain() []byte {
	var names []string
	for name := range t.parts {
		if known[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	version := "\x00\x01\x00\x00"
	if t.has("CFF ") {
		version = "OTTO"
	}
	count := len(names)
	out := make([]byte, 12+16*count)
	copy(out, version)
	power := bits.Len(uint(count)) - 1
	for i, value := range []int{count, 16 << power, power, 16*count - 16<<power} {
		binary.BigEndian.PutUint16(out[4+2*i:], uint16(value)) //nolint:gosec // few tables
	}
	headAt := 0
	for i, name := range names {
		part := bytes.Clone(t.parts[name])
		if name == "head" {
			clear(part[8:12]) // the checksum of the whole file, which is not known yet
			headAt = len(out)
		}
		entry := out[12+16*i:]
		copy(entry, name)
		binary.BigEndian.PutUint32(entry[4:], checksum(part))
		binary.BigEndian.PutUint32(entry[8:], uint32(len(out)))   //nolint:gosec // at most maxUnpacked
		binary.BigEndian.PutUint32(entry[12:], uint32(len(part))) //nolint:gosec // at most maxUnpacked
		out = append(append(out, part...), make([]byte, -len(part)&3)...)
	}
	binary.BigEndian.PutUint32(out[headAt+8:], 0xb1b0afba-checksum(out))
	return out
}

func checksum(data []byte) (sum uint32) {
	for ; len(data) >= 4; data = data[4:] {
		sum += binary.BigEndian.Uint32(data)
	}
	var rest [4]byte
	copy(rest[:], data)
	return sum + binary.BigEndian.Uint32(rest[:])
}
