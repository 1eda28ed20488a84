package uploads

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
)

const jpegQuality = 92

// picture is a checked and re-encoded image. Of the original file it only has the pixels and the colour profile.
type picture struct {
	data          []byte
	contentType   string
	ending        string
	width, height int
}

// remake checks that data is an image of the given type and not too large, and re-encodes it. This removes EXIF data and anything
// hidden after the pixels. A JPEG is rotated according to its EXIF orientation. The first frame of a GIF becomes a PNG.
func remake(data []byte, contentType string) (picture, error) {
	// Check the size before decoding any pixels: a small file can decompress to gigabytes.
	cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || "image/"+format != contentType {
		return picture{}, ErrNotAnImage.Wrap(err)
	}
	if cfg.Width < 1 || cfg.Height < 1 || int64(cfg.Width)*int64(cfg.Height) > MaxPixels {
		return picture{}, ErrPixels.With("max", MaxPixels/1_000_000)
	}
	var img image.Image
	switch format {
	case "png":
		img, err = png.Decode(bytes.NewReader(data))
	case "gif":
		img, err = gif.Decode(bytes.NewReader(data))
	default:
		if img, err = jpeg.Decode(bytes.NewReader(data)); err == nil {
			img = turn(img, exifOrientation(data))
		}
	}
	if err != nil {
		return picture{}, ErrNotAnImage.Wrap(err)
	}
	out, err := encode(img, format)
	if err == nil {
		out.data = withProfile(out.data, img, data, format)
	}
	return out, err
}

func encode(img image.Image, format string) (picture, error) {
	var out bytes.Buffer
	p := picture{contentType: "image/png", ending: "png", width: img.Bounds().Dx(), height: img.Bounds().Dy()}
	var err error
	if format == "jpeg" {
		p.contentType, p.ending = "image/jpeg", "jpg"
		err = jpeg.Encode(&out, img, &jpeg.Options{Quality: jpegQuality})
	} else {
		err = png.Encode(&out, img)
	}
	if err != nil {
		return picture{}, fmt.Errorf("encode picture: %w", err)
	}
	p.data = out.Bytes()
	return p, nil
}

// turn rotates and mirrors an image according to its EXIF orientation.
func turn(img image.Image, orientation int) image.Image {
	if orientation < 2 || orientation > 8 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	from := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(from, from.Bounds(), img, b.Min, draw.Src)
	size := from.Bounds()
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			tx, ty := target(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return out
}

// target returns the position of a stored pixel in the rotated image.
func target(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2: // mirrored
		return w - 1 - x, y
	case 3: // upside down
		return w - 1 - x, h - 1 - y
	case 4: // mirrored and upside down
		return x, h - 1 - y
	case 5: // mirrored, lying on the left
		return y, x
	case 6: // lying on the left
		return h - 1 - y, x
	case 7: // mirrored, lying on the right
		return h - 1 - y, w - 1 - x
	default: // lying on the right
		return y, w - 1 - x
	}
}
