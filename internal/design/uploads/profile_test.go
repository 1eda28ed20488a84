package uploads_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"slices"
	"testing"

	"laurel/internal/accounts/access"
)

// profileOf writes a colour profile (ICC.1) with a curve, and with a text that nobody else is to read.
func profileOf(space string, version byte, curve []byte) []byte {
	white := append([]byte("XYZ \x00\x00\x00\x00"), 0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d)
	parts := []struct {
		name string
		data []byte
	}{{"desc", []byte("desc\x00\x00\x00\x00GPS-SECRET--")}, {"wtpt", white}, {"rTRC", curve}, {"kTRC", curve}, {"rXYZ", white}}
	out := make([]byte, 128)
	out[8] = version
	copy(out[12:], "mntr"+space+"XYZ ")
	copy(out[36:], "acsp")
	copy(out[80:], "ME!!")
	out = binary.BigEndian.AppendUint32(out, uint32(len(parts)))
	at := len(out) + 12*len(parts)
	var body []byte
	for _, p := range parts {
		out = append(out, p.name...)
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(p.data)))
		body = append(body, p.data...)
	}
	out = append(out, body...)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

func inJPEG(file, profile []byte) []byte {
	segment := slices.Concat([]byte("ICC_PROFILE\x00\x01\x01"), profile)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xe2}, uint16(len(segment)+2))
	return slices.Concat(file[:2], head, segment, file[2:])
}

func inPNG(file, profile []byte) []byte {
	var packed bytes.Buffer
	packed.WriteString("mine\x00\x00")
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(profile)
	_ = z.Close()
	body := slices.Concat([]byte("iCCP"), packed.Bytes())
	chunk := slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(packed.Len())), body, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
	return slices.Concat(file[:33], chunk, file[33:])
}

// profileIn is the profile that a picture of ours carries, unpacked; nil when it has none.
func profileIn(t *testing.T, data []byte) []byte {
	t.Helper()
	if _, after, ok := bytes.Cut(data, []byte("ICC_PROFILE\x00\x01\x01")); ok {
		return after[:binary.BigEndian.Uint32(after)]
	}
	_, after, ok := bytes.Cut(data, []byte("iCCPicc\x00\x00"))
	if !ok {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(after))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAPictureKeepsTheColoursThatItMeansAndNoOtherWord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	curve := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33\x00\x00")
	grey := image.NewGray(image.Rect(0, 0, 8, 8))
	var greyFile bytes.Buffer
	if err := jpeg.Encode(&greyFile, grey, nil); err != nil {
		t.Fatal(err)
	}
	plain, drawn := jpegHeld(halves(32, 16), 6), pngOf(halves(8, 4))
	damaged := profileOf("RGB ", 4, curve)
	binary.BigEndian.PutUint32(damaged[128+4+12+4:], 1<<31) // the white lies far behind the end
	for _, c := range []struct {
		name, file string
		data       []byte
		kept       bool
	}{
		{"a JPEG", "a.jpg", inJPEG(plain, profileOf("RGB ", 4, curve)), true},
		{"a PNG of the older version", "b.png", inPNG(drawn, profileOf("RGB ", 2, curve)), true},
		{"grey", "c.jpg", inJPEG(greyFile.Bytes(), profileOf("GRAY", 4, curve)), true},
		{"grey with a profile for colours", "d.jpg", inJPEG(greyFile.Bytes(), profileOf("RGB ", 4, curve)), false},
		{"one for inks", "e.jpg", inJPEG(plain, profileOf("CMYK", 4, curve)), false},
		{"a damaged one", "f.png", inPNG(drawn, damaged), false},
		{"a part of a foreign form", "g.png", inPNG(drawn, profileOf("RGB ", 4, []byte("evil<script>1234"))), false},
		{"one cut short", "h.jpg", inJPEG(plain, profileOf("RGB ", 4, curve)[:140]), false},
		{"a bomb", "i.png", inPNG(drawn, append(profileOf("RGB ", 4, curve), make([]byte, 1<<20)...)), false},
	} {
		img, err := w.Use(t.Context(), by, w.send(t, by, c.file, c.data))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		data := w.fetch(t, img.URL)
		if _, _, err := image.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		profile := profileIn(t, data)
		if (profile != nil) != c.kept {
			t.Errorf("%s: the profile is %q", c.name, profile)
			continue
		}
		if c.kept && (!bytes.Contains(profile, curve) || int(binary.BigEndian.Uint32(profile)) != len(profile) || bytes.Contains(profile, []byte("SECRET")) || bytes.Contains(profile, []byte("ME!!"))) {
			t.Errorf("%s: the profile is %q", c.name, profile)
		}
	}
}
