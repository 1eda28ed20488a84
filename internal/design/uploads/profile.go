package uploads

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"
	"slices"
)

// The colour profile of an image (ICC.1) defines which colours its pixels mean. Without it, photos from most phones look pale. Only the
// parts of an uploaded profile that define colours are kept, in a newly written profile.

const (
	maxProfile    = 256 << 10 // bytes; profiles of telephones and of screens have some hundred
	profileHeader = 128
	maxTags       = 64
)

// colourTags are the tags of a profile that contain numbers: matrices, curves and tables.
var colourTags = []string{
	"wtpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2",
}

// colourTypes are the valid types of these tags.
var colourTypes = []string{"XYZ ", "curv", "para", "sf32", "mft1", "mft2", "mAB ", "mBA "}

// withProfile adds the colour profile of the original file to a re-encoded image. A profile that is invalid or has another colour space
// than the image is dropped.
func withProfile(encoded []byte, img image.Image, file []byte, format string) []byte {
	var given []byte
	switch format {
	case "jpeg":
		given = jpegProfile(file)
	case "png":
		given = pngProfile(file)
	}
	space := "RGB "
	switch img.(type) {
	case *image.Gray, *image.Gray16:
		space = "GRAY"
	}
	profile := cleanProfile(given, space)
	switch {
	case profile == nil:
		return encoded
	case format == "jpeg":
		return slices.Concat(encoded[:2], jpegSegments(profile), encoded[2:]) // after the start of the image
	default:
		return slices.Concat(encoded[:pngHead], pngChunk("iCCP", slices.Concat([]byte("icc\x00\x00"), deflated(profile))), encoded[pngHead:])
	}
}

// cleanProfile returns a new profile with the colour tags of the given one. It returns nil if the profile is invalid or has another
// colour space.
func cleanProfile(given []byte, space string) []byte {
	if len(given) < profileHeader+4 || string(given[36:40]) != "acsp" || string(given[16:20]) != space {
		return nil
	}
	count := int(binary.BigEndian.Uint32(given[profileHeader:]))
	table := given[profileHeader+4:]
	if count > maxTags || len(table) < 12*count {
		return nil
	}
	parts := []profilePart{{"desc", profileText(given[8], "desc")}, {"cprt", profileText(given[8], "text")}}
	for i := range count {
		row := table[12*i:]
		name, at, size := string(row[:4]), uint64(binary.BigEndian.Uint32(row[4:])), uint64(binary.BigEndian.Uint32(row[8:]))
		if !slices.Contains(colourTags, name) {
			continue
		}
		if size < 8 || at+size > uint64(len(given)) || !slices.Contains(colourTypes, string(given[at:at+4])) {
			return nil
		}
		parts = append(parts, profilePart{name, given[at : at+size]})
	}
	if len(parts) < 4 { // a grey one has at least its white and its curve
		return nil
	}
	return joined(given, parts)
}

type profilePart struct {
	name string
	data []byte
}

// joined writes a profile with the given parts. Of the original header it keeps only what affects colours, not the creator or the date.
func joined(given []byte, parts []profilePart) []byte {
	head := make([]byte, profileHeader)
	copy(head[8:24], given[8:24])                                  // version, class, colour space, connection space
	copy(head[36:40], "acsp")                                      // what it is
	copy(head[64:80], given[64:80])                                // rendering intent and illuminant
	head = binary.BigEndian.AppendUint32(head, uint32(len(parts))) //nolint:gosec // at most maxTags
	var body []byte
	for _, p := range parts {
		at := profileHeader + 4 + 12*len(parts) + len(body)
		head = append(head, p.name...)
		head = binary.BigEndian.AppendUint32(head, uint32(at))          //nolint:gosec // within maxProfile
		head = binary.BigEndian.AppendUint32(head, uint32(len(p.data))) //nolint:gosec // within maxProfile
		body = append(body, p.data...)
		body = append(body, make([]byte, -len(body)&3)...) // each begins at a multiple of four
	}
	out := slices.Concat(head, body)
	binary.BigEndian.PutUint32(out, uint32(len(out))) //nolint:gosec // within maxProfile
	return out
}

// profileText returns one of the two required text tags, in the format of the profile's version (ICC.1:2001 10.15 and 10.17, ICC.1:2022
// 10.15).
func profileText(version byte, kind string) []byte {
	const text, width = "Laurel", byte(12) // bytes in UTF-16
	if version >= 4 {
		out := append([]byte("mluc\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x0cenUS"), 0, 0, 0, width, 0, 0, 0, 28)
		for _, letter := range []byte(text) {
			out = append(out, 0, letter) // UTF-16
		}
		return out
	}
	if kind == "text" {
		return []byte("text\x00\x00\x00\x00" + text + "\x00")
	}
	out := append([]byte("desc\x00\x00\x00\x00\x00\x00\x00"), byte(len(text)+1))
	return slices.Concat(out, []byte(text+"\x00"), make([]byte, 4+4+2+1+67))
}

const (
	iccMark    = "ICC_PROFILE\x00"
	maxSegment = 65_519 // bytes of a profile in one segment of a JPEG
)

// jpegProfile joins the parts of the profile in a JPEG's APP2 segments (ICC.1, annex B.4).
func jpegProfile(file []byte) []byte {
	var parts [256][]byte
	total := 0
	for marker, segment := range segments(file) {
		part, ok := bytes.CutPrefix(segment, []byte(iccMark))
		if !ok || marker != markerApp2 || len(part) < 2 {
			continue
		}
		parts[part[0]] = part[2:]
		if total += len(part); total > maxProfile {
			return nil
		}
	}
	return slices.Concat(parts[:]...)
}

func jpegSegments(profile []byte) []byte {
	var out []byte
	pieces := slices.Collect(slices.Chunk(profile, maxSegment))
	for i, piece := range pieces {
		out = append(out, 0xff, markerApp2)
		out = binary.BigEndian.AppendUint16(out, uint16(2+len(iccMark)+2+len(piece))) //nolint:gosec // at most 65,535
		out = append(out, iccMark...)
		out = append(out, byte(i+1), byte(len(pieces))) //nolint:gosec // a profile has a few pieces
		out = append(out, piece...)
	}
	return out
}

// pngHead is the length of a PNG's signature and IHDR chunk in bytes.
const pngHead = 8 + 12 + 13

// pngProfile returns the decompressed profile of a PNG. Its chunk comes before the pixel data (PNG, 11.3.2.3).
func pngProfile(file []byte) []byte {
	for at := pngHead; at+12 <= len(file); {
		size := int64(binary.BigEndian.Uint32(file[at:]))
		kind := string(file[at+4 : at+8])
		if kind == "IDAT" || int64(at)+12+size > int64(len(file)) {
			return nil
		}
		data := file[at+8 : int64(at)+8+size]
		if kind == "iCCP" {
			return inflated(data)
		}
		at += 12 + int(size)
	}
	return nil
}

// inflated decompresses the data of an iCCP chunk, which follows the profile's name and the compression method.
func inflated(data []byte) []byte {
	end := bytes.IndexByte(data, 0)
	if end < 0 || end+2 > len(data) {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(data[end+2:]))
	if err != nil {
		return nil
	}
	out, err := io.ReadAll(io.LimitReader(z, maxProfile+1))
	if err != nil || len(out) > maxProfile {
		return nil
	}
	return out
}

func deflated(data []byte) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write(data) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}

func pngChunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data))) //nolint:gosec // within maxProfile
	body := append([]byte(kind), data...)
	return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
}
