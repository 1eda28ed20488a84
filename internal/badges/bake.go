package badges

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"unicode/utf16"

	"laurel/internal/errs"
)

// ErrNotPNG says that a picture cannot carry an assertion.
var ErrNotPNG = errs.New(errs.Invalid, "badge.not_png")

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	keyword      = "openbadges" // of an Open Badges 2.0 assertion
)

// Bake puts an assertion into a PNG as its one uncompressed iTXt chunk "openbadges", right after IHDR, replacing one that is
// there. The pixels stay byte for byte. Source: Open Badges Baking Specification, section "PNG".
func Bake(png, assertion []byte) ([]byte, error) {
	if !bytes.HasPrefix(png, []byte(pngSignature)) {
		return nil, ErrNotPNG
	}
	out := bytes.NewBuffer(make([]byte, 0, len(png)+len(assertion)+64))
	out.WriteString(pngSignature)
	baked := false
	for rest := png[len(pngSignature):]; len(rest) > 0; {
		kind, data, whole, ok := chunk(rest)
		if !ok || !baked && kind != "IHDR" {
			return nil, ErrNotPNG
		}
		rest = rest[len(whole):]
		if !isAssertion(kind, data) {
			out.Write(whole)
		}
		if !baked {
			writeChunk(out, "iTXt", []byte(keyword+"\x00\x00\x00\x00\x00"+ascii(assertion)))
			baked = true
		}
	}
	if !baked {
		return nil, ErrNotPNG
	}
	return out.Bytes(), nil
}

// Unbake returns the assertion that a PNG carries, or ErrNotPNG.
func Unbake(png []byte) ([]byte, error) {
	if !bytes.HasPrefix(png, []byte(pngSignature)) {
		return nil, ErrNotPNG
	}
	for rest := png[len(pngSignature):]; len(rest) > 0; {
		kind, data, whole, ok := chunk(rest)
		if !ok {
			return nil, ErrNotPNG
		}
		if isAssertion(kind, data) {
			parts := bytes.SplitN(data[len(keyword)+3:], []byte{0}, 3) // after the compression bytes: language, keyword, text
			if len(parts) == 3 {
				return parts[2], nil
			}
		}
		rest = rest[len(whole):]
	}
	return nil, ErrNotPNG
}

func isAssertion(kind string, data []byte) bool {
	return (kind == "iTXt" || kind == "tEXt") && len(data) > len(keyword)+3 && bytes.HasPrefix(data, []byte(keyword+"\x00"))
}

// chunk cuts the first chunk: length, type, data, checksum.
func chunk(b []byte) (kind string, data, whole []byte, ok bool) {
	if len(b) < 12 {
		return "", nil, nil, false
	}
	n := uint64(binary.BigEndian.Uint32(b))
	if n+12 > uint64(len(b)) {
		return "", nil, nil, false
	}
	return string(b[4:8]), b[8 : 8+n], b[:n+12], true
}

func writeChunk(out *bytes.Buffer, kind string, data []byte) {
	body := append([]byte(kind), data...)
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data)))) //nolint:gosec // an assertion is a few kB
	out.Write(body)
	out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

// ascii writes JSON with every other character as \uXXXX: some readers take the chunk for Latin-1.
func ascii(json []byte) string {
	var b strings.Builder
	for _, r := range string(json) {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			b.WriteString(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteByte("0123456789abcdef"[unit>>shift&0xf])
			}
		}
	}
	return b.String()
}
