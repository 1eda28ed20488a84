package containers

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"

	"laurel/internal/trust/verification/internal/document"
)

// PNG returns the credentials of a baked PNG without decoding its pixels.
func PNG(data []byte) (Texts, error) {
	texts := Texts{}
	for rest := data[len(PNGSignature):]; ; {
		if len(rest) < 12 || uint64(binary.BigEndian.Uint32(rest))+12 > uint64(len(rest)) {
			return nil, document.ErrDamaged
		}
		n := binary.BigEndian.Uint32(rest)
		kind, body := string(rest[4:8]), rest[8:8+n]
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			return nil, document.ErrDamaged
		}
		if kind == "IEND" {
			return texts, nil
		}
		if keyword, text, err := pngText(kind, body); err != nil {
			return nil, err
		} else if text != nil {
			texts[keyword] = append(texts[keyword], text)
		}
		rest = rest[12+n:]
	}
}

// pngText returns the content of a text chunk with one of the two keywords. text is nil for any other chunk.
func pngText(kind string, body []byte) (keyword string, text []byte, err error) {
	if kind != "iTXt" && kind != "tEXt" {
		return "", nil, nil
	}
	name, rest, ok := bytes.Cut(body, []byte{0})
	keyword = string(name)
	if keyword != Keyword3 && keyword != Keyword2 {
		return "", nil, nil
	}
	if !ok {
		return "", nil, document.ErrDamaged
	}
	if kind == "tEXt" {
		return keyword, rest, nil
	}
	if len(rest) < 2 || rest[0] > 1 || rest[1] != 0 {
		return "", nil, document.ErrDamaged
	}
	packed := rest[0] == 1
	parts := bytes.SplitN(rest[2:], []byte{0}, 3) // language, keyword in that language, text
	if len(parts) != 3 {
		return "", nil, document.ErrDamaged
	}
	if !packed {
		return keyword, parts[2], nil
	}
	text, err = inflate(parts[2], document.MaxSize)
	return keyword, text, err
}

// inflate decompresses up to a maximum number of bytes.
func inflate(packed []byte, most int64) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, document.ErrDamaged
	}
	return document.Limited(z, most)
}
