package uploads

import (
	"bytes"
	"encoding/binary"
	"net/http"
)

// plain returns a file as it may be served. Its type is derived from its content, and images are stripped of metadata such as the
// location. Images in formats that cannot be stripped are served as downloads.
func plain(data []byte, ending string) (picture, error) {
	kind := servedAs(data, ending)
	switch kind {
	case "image/png", "image/jpeg", "image/gif":
		return remake(data, kind)
	case "image/webp":
		return plainWebP(data)
	}
	return picture{data: data, contentType: kind}, nil
}

// harmless maps detected types to those that browsers display or play without running any code in the file.
var harmless = map[string]string{
	"image/png": "image/png", "image/jpeg": "image/jpeg", "image/gif": "image/gif", "image/webp": "image/webp",
	"application/pdf": "application/pdf", "video/mp4": "video/mp4", "video/webm": "video/webm",
	"audio/mpeg": "audio/mpeg", "audio/wave": "audio/wav", "application/ogg": "audio/ogg",
}

// servedAs returns the type that a file is served with. It is derived from the content, because extensions can be wrong. The extension
// only counts for formats without a signature.
func servedAs(data []byte, ending string) string {
	kind := http.DetectContentType(data)
	switch {
	case len(data) > 12 && string(data[4:12]) == "ftypqt  ":
		return "video/quicktime"
	case len(data) > 12 && string(data[4:11]) == "ftypM4A":
		return "audio/mp4"
	case ending == "mp3" && len(data) > 1 && data[0] == 0xff && data[1]&0xe0 == 0xe0:
		return "audio/mpeg"
	case harmless[kind] != "":
		return harmless[kind]
	}
	return "application/octet-stream"
}

const (
	riffHeader   = 12
	chunkHeader  = 8
	webpHasNotes = 0x08 | 0x04 // the flags of EXIF and XMP in a VP8X chunk
)

// plainWebP removes the EXIF and XMP chunks of a WebP image. Source: WebP Container Specification.
func plainWebP(data []byte) (picture, error) {
	out := bytes.NewBuffer(make([]byte, 0, len(data)))
	out.Write(data[:min(riffHeader, len(data))])
	for at := riffHeader; at < len(data); {
		if at+chunkHeader > len(data) {
			return picture{}, ErrNotAnImage
		}
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := int64(at) + chunkHeader + size + size&1
		if end > int64(len(data))+size&1 {
			return picture{}, ErrNotAnImage
		}
		chunk := bytes.Clone(data[at:min(end, int64(len(data)))])
		at += int(chunkHeader + size + size&1)
		switch string(chunk[:4]) {
		case "EXIF", "XMP ":
			continue
		case "VP8X":
			if size < 1 {
				return picture{}, ErrNotAnImage
			}
			chunk[chunkHeader] &^= webpHasNotes
		}
		out.Write(chunk)
	}
	kept := out.Bytes()
	if len(kept) <= riffHeader {
		return picture{}, ErrNotAnImage
	}
	binary.LittleEndian.PutUint32(kept[4:], uint32(len(kept)-chunkHeader)) //nolint:gosec // at most the file's size
	return picture{data: kept, contentType: "image/webp"}, nil
}
