// Package qr reads QR codes in untrusted images: scans, photos, screenshots and PDF pages. It checks the dimensions before decoding.
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

// places limits the number of images that are read concurrently in this process. Each takes a CPU and its pixels in memory.
var places = make(chan struct{}, 2)

// looks are the variants of an image that are searched: small codes are found in larger sizes, noisy ones in smaller sizes, and skewed
// or blurred ones after sharpening.
var looks = []struct {
	scale float64
	sharp bool
}{{1, false}, {0.75, false}, {1.5, true}, {1.3, false}, {2, false}, {0.5, false}}

// Read returns the text of the QR code in an image (PNG, JPEG, GIF or WebP). It returns ErrNone, also for other files and for images
// with too many pixels.
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

// find searches several sizes of an image.
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

// grey converts an image to grey, on a white background.
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

// scaled resizes a grey image to a length of its longer side, by bilinear interpolation. The general-purpose scalers take ten times as
// long for grey images.
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

// sharpened increases the difference between each pixel and the average of those within two pixels.
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

// between maps a position in a row of another length to a row of n pixels: the pixel, and the distance to the next one in 1/256.
func between(at, of, n int) (first, part int) {
	place := max(0, (2*at+1)*n*128/of-128)
	return min(place>>8, n-1), place & 255
}

// decode reads a code in a grey image. The library panics on some damaged codes, which count as none.
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
