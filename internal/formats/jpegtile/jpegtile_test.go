package jpegtile_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"laurel/internal/formats/jpegtile"
)

// noise is a picture whose px differ as much as its seed says.
func noise(width, height int, seed uint64) *image.RGBA {
	random := rand.New(rand.NewPCG(seed, 1))
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			most := 1 + (x*255/width)*(y+1)/height
			picture.SetRGBA(x, y, color.RGBA{uint8(random.IntN(most)), uint8(x), uint8(random.IntN(most)), 255})
		}
	}
	return picture
}

func encoded(t testing.TB, picture image.Image, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func decoded(t testing.TB, file []byte) *image.YCbCr {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture.(*image.YCbCr)
}

// strips is what Replace takes: parts of a picture one below the other.
func strips(picture *image.RGBA, parts []jpegtile.Rect) *image.RGBA {
	wide, columns, rows := jpegtile.TileWidth(picture.Bounds().Dx()), 0, 0
	for _, part := range parts {
		columns, rows = max(columns, part.Width), rows+part.Height
	}
	out := image.NewRGBA(image.Rect(0, 0, columns*wide, rows*16))
	top := 0
	for _, part := range parts {
		to := image.Rect(0, top, part.Width*wide, top+part.Height*16)
		draw.Draw(out, to, picture, image.Pt(part.X*wide, part.Y*16), draw.Src)
		top += part.Height * 16
	}
	return out
}

func TestReplacedTilesHaveThePixelsOfAWholeEncoding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height, quality int
		parts                  []jpegtile.Rect
	}{
		{1200, 928, 85, []jpegtile.Rect{{2, 3, 5, 4}, {10, 40, 3, 11}}},
		{1200, 928, 100, []jpegtile.Rect{{0, 0, 15, 1}, {14, 57, 1, 1}}},
		{1168, 64, 50, []jpegtile.Rect{{0, 1, 1, 2}}}, // 73 MCUs, a prime, are one tile
		{64, 48, 1, []jpegtile.Rect{{0, 2, 1, 1}, {0, 0, 1, 1}}},
	} {
		before, after := noise(c.width, c.height, 1), noise(c.width, c.height, 2)
		wide := jpegtile.TileWidth(c.width)
		want := image.NewRGBA(before.Bounds())
		draw.Draw(want, want.Bounds(), before, image.Point{}, draw.Src)
		for _, part := range c.parts {
			area := image.Rect(part.X*wide, part.Y*16, (part.X+part.Width)*wide, (part.Y+part.Height)*16)
			draw.Draw(want, area, after, area.Min, draw.Src)
		}
		p, err := jpegtile.Read(encoded(t, before, c.quality))
		if err != nil {
			t.Fatal(err)
		}
		file, err := p.Replace(c.parts, encoded(t, strips(after, c.parts), c.quality))
		if err != nil {
			t.Fatal(err)
		}
		got, whole := decoded(t, file), decoded(t, encoded(t, want, c.quality))
		if !bytes.Equal(got.Y, whole.Y) || !bytes.Equal(got.Cb, whole.Cb) || !bytes.Equal(got.Cr, whole.Cr) {
			t.Errorf("%dx%d at %d: other pixels", c.width, c.height, c.quality)
		}
	}
}

func TestAPictureMayEndWithinATile(t *testing.T) {
	t.Parallel()
	before := encoded(t, noise(1001, 333, 1), 85)
	p, err := jpegtile.Read(before)
	if err != nil {
		t.Fatal(err)
	}
	file, err := p.Replace(nil, encoded(t, noise(1008, 16, 2), 85))
	if !errors.Is(err, jpegtile.ErrFormat) || file != nil {
		t.Fatalf("a row that belongs nowhere: %v", err)
	}
	corner := []jpegtile.Rect{{0, 20, 1, 1}}
	if file, err = p.Replace(corner, encoded(t, strips(noise(1008, 336, 2), corner), 85)); err != nil {
		t.Fatal(err)
	}
	got, old := decoded(t, file), decoded(t, before)
	if got.Rect != old.Rect || !bytes.Equal(got.Y[:300*got.YStride], old.Y[:300*old.YStride]) {
		t.Error("what was not replaced has changed")
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	t.Parallel()
	good := encoded(t, noise(160, 64, 1), 85)
	p, err := jpegtile.Read(good)
	if err != nil {
		t.Fatal(err)
	}
	var grey bytes.Buffer
	if err := jpeg.Encode(&grey, image.NewGray(image.Rect(0, 0, 160, 64)), nil); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"nothing": nil, "a PNG": []byte("\x89PNG\r\n\x1a\n"), "a grey picture": grey.Bytes(), "half a file": good[:len(good)/2]} {
		if _, err := jpegtile.Read(file); !errors.Is(err, jpegtile.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	strip := strips(noise(160, 64, 2), []jpegtile.Rect{{0, 0, 1, 1}})
	for name, c := range map[string]struct {
		part    jpegtile.Rect
		quality int
	}{
		"beside the picture": {jpegtile.Rect{X: 2, Y: 0, Width: 1, Height: 1}, 85}, "below it": {jpegtile.Rect{X: 0, Y: 4, Width: 1, Height: 1}, 85},
		"wider than the strip": {jpegtile.Rect{X: 0, Y: 0, Width: 2, Height: 1}, 85}, "another quality": {jpegtile.Rect{X: 0, Y: 0, Width: 1, Height: 1}, 84},
	} {
		if _, err := p.Replace([]jpegtile.Rect{c.part}, encoded(t, strip, c.quality)); !errors.Is(err, jpegtile.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := p.Replace([]jpegtile.Rect{{0, 0, 1, 1}}, encoded(t, strip, 85)); err != nil {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	good := encoded(f, noise(100, 40, 1), 60)
	f.Add(good)
	for at := range 40 {
		bad := bytes.Clone(good)
		bad[at*len(bad)/40] ^= 0x55
		f.Add(bad)
	}
	p, err := jpegtile.Read(good)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, file []byte) { // anything is refused or read
		_, _ = jpegtile.Read(file)
		_, _ = p.Replace([]jpegtile.Rect{{0, 0, 1, 1}}, file)
	})
}
