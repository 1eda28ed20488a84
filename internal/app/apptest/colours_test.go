package apptest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"slices"
	"testing"

	"laurel/internal/app/apptest"
)

// displayP3 is the colour profile of most telephones' photos (ICC.1:2022; primaries by SMPTE EG 432-1, curve by IEC 61966-2-1).
func displayP3() []byte {
	xyz := func(x, y, z float64) []byte {
		out := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range []float64{x, y, z} {
			out = binary.BigEndian.AppendUint32(out, uint32(v*65536))
		}
		return out
	}
	curve := []byte("para\x00\x00\x00\x00\x00\x03\x00\x00")
	for _, v := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		curve = binary.BigEndian.AppendUint32(curve, uint32(v*65536))
	}
	tags := []struct {
		name string
		data []byte
	}{
		{"wtpt", xyz(0.9642, 1, 0.8249)}, {"rXYZ", xyz(0.51512, 0.2412, 0)}, {"gXYZ", xyz(0.29198, 0.69225, 0.04189)},
		{"bXYZ", xyz(0.1571, 0.06657, 0.78407)}, {"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	}
	out := make([]byte, 128)
	out[8] = 4
	copy(out[12:], "mntrRGB XYZ ")
	copy(out[36:], "acsp")
	copy(out[68:], xyz(0.9642, 1, 0.8249)[8:])
	out = binary.BigEndian.AppendUint32(out, uint32(len(tags)))
	var body []byte
	for _, tag := range tags {
		out = append(out, tag.name...)
		out = binary.BigEndian.AppendUint32(out, uint32(128+4+12*len(tags)+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(tag.data)))
		body = append(body, tag.data...)
	}
	out = append(out, body...)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// colourful is a picture in the colours of the profile.
func colourful(t *testing.T, profile []byte) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = byte(i) | 0x80
	}
	var file, packed bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	packed.WriteString("P3\x00\x00")
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(profile)
	_ = z.Close()
	body := slices.Concat([]byte("iCCP"), packed.Bytes())
	chunk := slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(packed.Len())), body, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
	return slices.Concat(file.Bytes()[:33], chunk, file.Bytes()[33:])
}

// streamsOf gives the streams of a PDF that are packed.
func streamsOf(pdf []byte) (all [][]byte) {
	for {
		var found bool
		if _, pdf, found = bytes.Cut(pdf, []byte("stream\n")); !found {
			return all
		}
		if z, err := zlib.NewReader(bytes.NewReader(pdf)); err == nil {
			if data, err := io.ReadAll(z); err == nil {
				all = append(all, data)
			}
		}
	}
}

func TestTheColoursOfABackgroundArePrintedAsItMeansThem(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	policy := owner.Post("/v1/upload_policies/templates", apptest.J{"file_name": "photo.png", "content_type": "image/png"}).OK()
	address := policy.Text("bucket_file_url_prefix") + owner.Send(policy, "photo.png", colourful(t, displayP3()))
	design := apptest.J{"name": "Photo", "kind": "certificate", "size": "a8", "language": "en", "background": address, "blocks": []any{}}
	id := owner.Post("/v1/certificate_designs/create", apptest.J{"design": design}).OK().Int("design.id")
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "a", "course_name": "Weaving", "certificate_design_id": id}}).OK().Int("group.id")
	issued := owner.Issued(group, "ada")
	for _, mode := range []string{"pdf", "print"} {
		document := w.Nobody().Get("/v1/credentials/generate_certificate_pdf?mode=" + mode + "&credential_id=" + issued.Text("credential.uuid")).OK().Body
		red := displayP3()[128+4+12*7+20:][:20] // what its red is, in numbers
		if !slices.ContainsFunc(streamsOf(document), func(stream []byte) bool {
			return len(stream) > 128 && string(stream[36:40]) == "acsp" && bytes.Contains(stream, red)
		}) {
			t.Errorf("%s: the colours of the picture are not in it", mode)
		}
	}
}
