package uploads

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // registers the format

	"laurel/internal/platform/errs"
)

// Crop is a square of a picture: its top left corner as shares of the width and the height, and its side as a share of the shorter side.
// The zero Crop is the largest square in the middle.
type Crop struct{ X, Y, Size float64 }

// valid returns field errors for a square that is not within the picture.
func (c Crop) valid() error {
	var wrong errs.Fields
	for _, each := range []struct {
		field      string
		value, max float64
	}{{"crop_x", c.X, 1}, {"crop_y", c.Y, 1}, {"crop_size", c.Size, 1}} {
		if math.IsNaN(each.value) || each.value < 0 || each.value > each.max {
			wrong.Add(each.field, "invalid")
		}
	}
	return wrong.Err()
}

// of returns the pixels of the square in a picture. A square that a browser rounded over the edge is moved inside.
func (c Crop) of(b image.Rectangle) image.Rectangle {
	shorter := min(b.Dx(), b.Dy())
	if c.Size == 0 {
		left, top := (b.Dx()-shorter)/2, (b.Dy()-shorter)/2
		return image.Rect(0, 0, shorter, shorter).Add(b.Min).Add(image.Pt(left, top))
	}
	side := max(1, int(math.Round(c.Size*float64(shorter))))
	left := min(int(math.Round(c.X*float64(b.Dx()))), b.Dx()-side)
	top := min(int(math.Round(c.Y*float64(b.Dy()))), b.Dy()-side)
	return image.Rect(0, 0, side, side).Add(b.Min).Add(image.Pt(left, top))
}

// Square checks an uploaded PNG, JPEG or WebP picture as remake does, and returns a square of it as JPEG, at most side px wide. Nothing of
// the original file remains but pixels and the colour profile. It returns ErrNotAnImage, ErrPixels, or field errors for a crop.
func (s *Service) Square(ctx context.Context, data []byte, crop Crop, side int) ([]byte, error) {
	if err := crop.valid(); err != nil {
		return nil, err
	}
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.looking.Release(1)
	img, format, err := unpack(data)
	if err != nil {
		return nil, err
	}
	from := crop.of(img.Bounds())
	side = min(side, from.Dx())
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), img, from, draw.Over, nil)
	var made bytes.Buffer
	if err := jpeg.Encode(&made, out, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	if format == "jpeg" {
		return withProfile(made.Bytes(), out, data, format), nil
	}
	return made.Bytes(), nil
}

// unpack decodes a PNG, JPEG or WebP picture after checking its size, and turns it upright.
func unpack(data []byte) (image.Image, string, error) {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", ErrNotAnImage.Wrap(err)
	}
	if cfg.Width < 1 || cfg.Height < 1 || int64(cfg.Width)*int64(cfg.Height) > MaxPixels {
		return nil, "", ErrPixels.With("max", MaxPixels/1_000_000)
	}
	var img image.Image
	switch format {
	case "png":
		img, err = png.Decode(bytes.NewReader(data))
	case "webp":
		img, _, err = image.Decode(bytes.NewReader(data))
	case "jpeg":
		if img, err = jpeg.Decode(bytes.NewReader(data)); err == nil {
			img = turn(img, exifOrientation(data))
		}
	default:
		return nil, "", ErrNotAnImage
	}
	if err != nil {
		return nil, "", ErrNotAnImage.Wrap(err)
	}
	return img, format, nil
}
