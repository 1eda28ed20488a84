// Package printtest is the workload for benchmarks of printing: a typical certificate, and another engine that typesets the same one.
package printtest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// Design is a certificate on letter paper: a background image, a logo, six texts in three weights, a line and a code.
func Design(background, logo string) []byte {
	text := func(top int, model, more string) string {
		return fmt.Sprintf(`{"kind":"text","model":%q,"top":"%d%%","left":"10%%","image_width":"80%%","image_height":"8%%","align":"center"%s},`, model, top, more)
	}
	return []byte(`{"schema_version":1,"kind":"certificate","size":"us-letter","orientation":"landscape","background":"` + background + `","blocks":[` +
		text(12, "Certificate of Completion", `,"role":"heading","font_size":44,"font_weight":700`) +
		text(26, "This is to certify that", `,"font_size":18`) +
		text(33, "[recipient.name]", `,"font_size":40,"font_weight":600,"scale_to_fit":true`) +
		text(46, "has successfully completed the course", `,"font_size":18`) +
		text(53, "[group.course_name]", `,"font_size":28,"font_weight":600`) +
		text(66, "Issued on [credential.issued_on]", `,"font_size":16`) +
		`{"kind":"line","top":"62%","left":"30%","image_width":"40%","image_height":"1%","line_width":2},` +
		`{"kind":"image","top":"75%","left":"10%","image_width":"12%","image_height":"15%","image_url":"` + logo + `","alt":"Logo"},` +
		`{"kind":"qr","top":"74%","left":"78%","image_width":"14%","image_height":"18%","qr_code":"[credential.url]"}]}`)
}

// Background is a JPEG of grained paper.
func Background(t testing.TB) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // G404: the same paper each time
	paper := image.NewRGBA(image.Rect(0, 0, 1056, 816))
	for i := range 1056 * 816 {
		grain := uint8(random.IntN(18)) //nolint:gosec // G115: below 18
		paper.SetRGBA(i%1056, i/1056, color.RGBA{220 + grain, 215 + grain, 200 + grain, 255})
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, paper, &jpeg.Options{Quality: 70}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Logo is a PNG with transparent parts.
func Logo(t testing.TB) []byte {
	t.Helper()
	logo := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	for i := range 128 * 128 {
		logo.SetNRGBA(i%128, i/128, color.NRGBA{30, 60, uint8(i), uint8(i / 64)})
	}
	var file bytes.Buffer
	if err := png.Encode(&file, logo); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

var names = []string{"Zoë Müller", "Łukasz Żółty", "Ana Conceição", "Nguyễn Thị Ánh", "Bjørn Ångström", "Élodie Lefèvre"}

// Name returns the name of a recipient, which is different for each number.
func Name(number int) string { return fmt.Sprintf("%s %d", names[number%len(names)], number) }

// Values are the values of the design's tags on a certificate, except for the date.
func Values(number int) map[string]string {
	return map[string]string{
		"recipient.name": Name(number), "group.course_name": "Applied Statistics",
		"credential.url": fmt.Sprintf("https://credentials.example.org/%032d", number),
	}
}
