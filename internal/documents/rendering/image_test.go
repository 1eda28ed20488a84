package rendering

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"laurel/internal/formats/browser"
	"laurel/web"
)

// lumaOf returns the luma of each pixel of a JPEG.
func lumaOf(t *testing.T, file []byte) *image.YCbCr {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture.(*image.YCbCr)
}

// difference finds a pixel in which two pictures differ by more than rounding.
func difference(a, b *image.YCbCr) (x, y int, differ bool) {
	const near = 8 // of 256 levels
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			if by := int(a.Y[a.YOffset(x, y)]) - int(b.Y[b.YOffset(x, y)]); by > near || by < -near {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

func TestAPictureOfChangedTilesEqualsAWholePicture(t *testing.T) {
	t.Parallel()
	r := New(web.Dist(), browser.Options{Tabs: 1})
	defer r.Close()
	design, images := workload(t)
	tiled := []byte{0xff, 0xdd, 0, 4}
	for _, width := range []int{1200, 601} { // in the second, the last tiles extend beyond the picture
		if _, err := r.Picture(t.Context(), workJob(design, images, 0), width, JPEG); err != nil {
			t.Fatal(err)
		}
		for number, name := range []string{"", "محمد بن عبد الله", "Ą̃̂̃̂̃gnieszka Ỹ̧̨̃́", "Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff", ""} {
			job := workJob(design, images, number)
			if name != "" {
				job.Pages[0].Values["recipient.name"] = Value{Kind: "text", Value: name}
			}
			changed, err := r.Picture(t.Context(), job, width, JPEG)
			if err != nil {
				t.Fatal(err)
			}
			r.bases = bases{} // the page learns that its base is lost and renders a whole picture
			whole, err := r.Picture(t.Context(), job, width, JPEG)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(changed, tiled) || bytes.Contains(whole, tiled) {
				t.Errorf("%d px, %q: the first must be made of tiles, the second whole", width, name)
			}
			got, want := lumaOf(t, changed), lumaOf(t, whole)
			if x, y, differ := difference(got, want); differ {
				t.Errorf("%d px, %q: differs at %d,%d", width, name, x, y)
			}
		}
	}
}
