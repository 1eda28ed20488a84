package badges

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/platform/errs"
)

// Errors for images that a credential cannot be baked into.
var (
	ErrNotPNG = errs.New(errs.Invalid, "badge.not_png")
	ErrNotSVG = errs.New(errs.Invalid, "badge.not_svg")
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// The keywords of baked texts. Source: Open Badges Baking Specification, and Open Badges 3.0, section 5.3.
const (
	Keyword2 = "openbadges"          // an Open Badges 2.0 assertion
	Keyword3 = "openbadgecredential" // an Open Badges 3.0 credential
)

// Text is a text in an image, identified by a keyword.
type Text struct {
	Keyword string
	JSON    []byte
}

// Bake embeds texts in a PNG, or in an SVG that has none yet. The visible image data is not changed. It returns ErrNotPNG or ErrNotSVG.
func Bake(picture []byte, texts ...Text) ([]byte, error) {
	if bytes.HasPrefix(picture, []byte(pngSignature)) {
		return bakePNG(picture, texts)
	}
	return bakeSVG(picture, texts)
}

// bakePNG writes each text as an uncompressed iTXt chunk right after IHDR, and removes existing chunks with the same keyword.
func bakePNG(png []byte, texts []Text) ([]byte, error) {
	out := bytes.NewBuffer(make([]byte, 0, len(png)+8<<10))
	out.WriteString(pngSignature)
	baked := false
	for rest := png[len(pngSignature):]; len(rest) > 0; {
		kind, data, whole, ok := chunk(rest)
		if !ok || !baked && kind != "IHDR" {
			return nil, ErrNotPNG
		}
		rest = rest[len(whole):]
		if !slices.ContainsFunc(texts, func(t Text) bool { return carries(t.Keyword, kind, data) }) {
			out.Write(whole)
		}
		if !baked {
			for _, t := range texts {
				// After the keyword: compression flag and method 0, an empty language tag and an empty translated keyword.
				writeChunk(out, "iTXt", slices.Concat([]byte(t.Keyword+"\x00\x00\x00\x00\x00"), dataintegrity.ASCII(t.JSON)))
			}
			baked = true
		}
	}
	if !baked {
		return nil, ErrNotPNG
	}
	return out.Bytes(), nil
}

// Unbake returns the text of a keyword in a PNG. It returns ErrNotPNG.
func Unbake(png []byte, keyword string) ([]byte, error) {
	if !bytes.HasPrefix(png, []byte(pngSignature)) {
		return nil, ErrNotPNG
	}
	for rest := png[len(pngSignature):]; len(rest) > 0; {
		kind, data, whole, ok := chunk(rest)
		if !ok {
			return nil, ErrNotPNG
		}
		if carries(keyword, kind, data) {
			parts := bytes.SplitN(data[len(keyword)+3:], []byte{0}, 3) // after the compression bytes: language, keyword, text
			if len(parts) == 3 {
				return parts[2], nil
			}
		}
		rest = rest[len(whole):]
	}
	return nil, ErrNotPNG
}

func carries(keyword, kind string, data []byte) bool {
	return (kind == "iTXt" || kind == "tEXt") && len(data) > len(keyword)+3 && bytes.HasPrefix(data, []byte(keyword+"\x00"))
}

// chunk splits off the first chunk: length, type, data, checksum.
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
