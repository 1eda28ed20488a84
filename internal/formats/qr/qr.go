// Package qr reads QR codes in untrusted pictures: scans, photos, screenshots and pages of PDFs. The dimensions are checked
// before decoding.
package qr

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // formats of pictures
	_ "image/jpeg"
	_ "image/png"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	_ "golang.org/x/image/webp" // another format
)

// ErrNone means that no readable QR code was found.
var ErrNone = errors.New("no QR code was found")

const (
	maxPixels = 32 << 20 // of a picture that is unpacked; phones take up to 12 million by default
	maxSide   = 3200     // pixels of a side that is looked at; a larger picture is made smaller
)

// places are how many pictures are read at the same time in this process: each takes a core and its pixels in memory.
var places = make(chan struct{}, 2)

// looks are the ways in which a picture is looked at: small codes are found in the larger sizes, noisy ones in the smaller, and codes seen
// from the side or out of focus when their edges are sharpened.
var looks = []struct {
	scale float64
	sharp bool
}{{1, false}, {0.75, false}, {1.5, true}, {1.3, false}, {2, false}, {0.5, false}}

// Read returns the text of the QR code in a picture (PNG, JPEG, GIF or WebP). It returns ErrNone, also for other files and for
// pictures with too many pixels.
func Read(picture []byte) (string, error) {
	places <- struct{}{}
	defer func() { <-places }()
	size, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width*size.Height > maxPixels {
		return "", ErrNone
	}
	decoded, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return "", ErrNone
	}
	return find(decoded)
}

// find looks for a code in several sizes of a picture.
func find(picture image.Image) (string, error) {
	whole := grey(picture)
	longer := max(whole.Rect.Dx(), whole.Rect.Dy())
	for _, look := range looks {
		side := int(float64(longer) * look.scale)
		if side > maxSide && look.scale > 1 {
			continue
		}
		seen := scaled(whole, min(side, maxSide))
		if look.sharp {
			seen = sharpened(seen)
		}
		if text, err := decode(seen); err == nil {
			return text, nil
		}
	}
	return "", ErrNone
}

// grey makes a picture grey, on white where it is transparent.
func grey(picture image.Image) *image.Gray {
	b := picture.Bounds()
	if p, ok := picture.(*image.YCbCr); ok { // a JPEG, whose first plane it is
		return &image.Gray{Pix: p.Y[p.YOffset(b.Min.X, b.Min.Y):], Stride: p.YStride, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}
	}
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), picture, b.Min, draw.Over)
	return out
}

// scaled makes a grey picture so large that its longer side has so many pixels, by bilinear interpolation. The general purpose scalers
// take ten times as long for grey pictures.
func scaled(p *image.Gray, side int) *image.Gray {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	longer := max(w, h)
	out := image.NewGray(image.Rect(0, 0, max(1, w*side/longer), max(1, h*side/longer)))
	ow, oh := out.Rect.Dx(), out.Rect.Dy()
	for y := range oh {
		top, fy := between(y, oh, h)
		above, below := p.Pix[top*p.Stride:], p.Pix[min(top+1, h-1)*p.Stride:]
		for x := range ow {
			left, fx := between(x, ow, w)
			right := min(left+1, w-1)
			a := int(above[left])*(256-fx) + int(above[right])*fx
			b := int(below[left])*(256-fx) + int(below[right])*fx
			out.Pix[y*out.Stride+x] = uint8((a*(256-fy) + b*fy) >> 16) //nolint:gosec // an average of bytes
		}
	}
	return out
}

// sharpened moves each pixel away from the average of those up to two pixels around it.
func sharpened(p *image.Gray) *image.Gray {
	const radius, strength = 2, 2
	w, h := p.Rect.Dx(), p.Rect.Dy()
	out := image.NewGray(p.Rect)
	sums := make([]int32, (w+1)*(h+1)) // of all pixels above and to the left
	for y := range h {
		row := int32(0)
		for x := range w {
			row += int32(p.Pix[y*p.Stride+x])
			sums[(y+1)*(w+1)+x+1] = sums[y*(w+1)+x+1] + row
		}
	}
	for y := range h {
		top, bottom := max(0, y-radius)*(w+1), min(h, y+radius+1)*(w+1)
		for x := range w {
			left, right := max(0, x-radius), min(w, x+radius+1)
			area := int32((right - left) * (bottom - top) / (w + 1)) //nolint:gosec // at most 25
			average := (sums[bottom+right] - sums[top+right] - sums[bottom+left] + sums[top+left]) / area
			pixel := int32(p.Pix[y*p.Stride+x])
			out.Pix[y*out.Stride+x] = uint8(max(0, min(255, pixel+strength*(pixel-average))))
		}
	}
	return out
}

// between is the place in a row of n pixels that the pixel at of another number of pixels falls on, and how far it is to the next in
// parts of 256.
func between(at, of, n int) (first, part int) {
	place := max(0, (2*at+1)*n*128/of-128)
	return min(place>>8, n-1), place & 255
}

// decode reads a code in a grey picture. The library panics on some damaged codes, which count as none.
func decode(picture *image.Gray) (text string, err error) {
	defer func() {
		if recover() != nil {
			text, err = "", ErrNone
		}
	}()
	source := gozxing.NewLuminanceSourceFromImage(picture)
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
	for _, binarizer := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
		bitmap, err := gozxing.NewBinaryBitmap(binarizer)
		if err != nil {
			return "", ErrNone
		}
		if found, err := qrcode.NewQRCodeReader().Decode(bitmap, hints); err == nil && found.GetText() != "" {
			return found.GetText(), nil
		}
	}
	return "", ErrNone
}
