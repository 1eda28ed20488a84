package uploads

import (
	"encoding/binary"
	"strings"
	"testing"
)

func TestTheContentDecidesWhatAFileIsServedAs(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ content, ending, want string }{
		{"%PDF-1.7", "txt", "application/pdf"},
		{"\x89PNG\r\n\x1a\n", "exe", "image/png"},
		{"\x00\x00\x00\x14ftypqt  \x00\x00", "mov", "video/quicktime"},
		{"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", "mp4", "video/mp4"},
		{"\x00\x00\x00\x18ftypM4A \x00\x00", "m4a", "audio/mp4"},
		{"\x00\x00\x00\x18ftypheic\x00\x00", "heic", "application/octet-stream"},
		{"ID3\x03", "mp3", "audio/mpeg"},
		{"\xff\xfb\x90\x00", "mp3", "audio/mpeg"},
		{"<!doctype html><script>", "png", "application/octet-stream"},
		{"<svg onload=alert(1)>", "svg", "application/octet-stream"},
		{"<?xml version='1.0'?>", "xml", "application/octet-stream"},
		{"plain words", "txt", "application/octet-stream"},
		{"MZ\x90", "pdf", "application/octet-stream"},
		{"", "png", "application/octet-stream"},
	} {
		if got := servedAs([]byte(tc.content), tc.ending); got != tc.want {
			t.Errorf("%q named .%s is served as %s; want %s", tc.content, tc.ending, got, tc.want)
		}
	}
}

func chunk(name, data string) string {
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	if len(data)%2 == 1 {
		data += "\x00"
	}
	return name + string(size) + data
}

func webp(chunks ...string) []byte {
	body := "WEBP" + strings.Join(chunks, "")
	return []byte(chunk("RIFF", body))
}

func TestAWebPTellsNothingOfItsMaking(t *testing.T) {
	t.Parallel()
	picture, err := plainWebP(webp(chunk("VP8X", "\x1c\x00\x00\x00\x01\x00\x00\x01\x00\x00"), chunk("VP8L", "pixels!"), chunk("EXIF", "GPS-SECRET"), chunk("XMP ", "GPS-SECRET")))
	want := webp(chunk("VP8X", "\x10\x00\x00\x00\x01\x00\x00\x01\x00\x00"), chunk("VP8L", "pixels!"))
	if err != nil || string(picture.data) != string(want) || picture.contentType != "image/webp" {
		t.Errorf("got %q, %v; want %q", picture.data, err, want)
	}
	for name, broken := range map[string][]byte{
		"no chunk": webp(), "cut off": webp(chunk("VP8L", "pixels"))[:22], "a chunk too long": []byte("RIFF\x00\x00\x00\x00WEBPVP8L\xff\xff\xff\xffx"), "a short chunk": webp("VP8"),
	} {
		if _, err := plainWebP(broken); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
