package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"

	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/i18n"
)

// The size of the picture that other sites show beside a link, in px.
const (
	ShareWidth  = 1200
	ShareHeight = 630
)

const (
	shareQuality = 85
	sharePicture = "https://picture.invalid/"
)

// SharePicture renders the picture that other sites show beside a link to a credential, as JPEG: its certificate or badge, its name, the
// recipient, the issuer, and the state if it is not valid. It returns ErrNoDesign if the credential has neither.
func (s *Service) SharePicture(ctx context.Context, c credentials.Credential) ([]byte, error) {
	version := c.Certificate
	if version == uuid.Nil {
		version = c.Badge
	}
	inner, err := s.newAssembler().job(ctx, c, version)
	if err != nil {
		return nil, err
	}
	shown, err := s.printer.Picture(ctx, inner, pictureWidth, formatOf(inner.Design))
	if err != nil {
		return nil, err
	}
	design, err := json.Marshal(shareDesign(c, inner.Lang))
	if err != nil {
		return nil, fmt.Errorf("write share picture: %w", err)
	}
	text := func(v string) rendering.Value { return rendering.Value{Kind: "text", Value: v} }
	values := map[string]rendering.Value{
		"share.picture": {Kind: "image", Value: sharePicture}, "share.name": text(c.Name()), "share.recipient": text(c.Recipient.Name),
		"share.issuer": text(c.Issuer.Name), "credential.expired_on": inner.Pages[0].Values["credential.expired_on"],
	}
	page, err := s.printer.Picture(ctx, rendering.Job{
		Design: design, Lang: inner.Lang, Title: inner.Title, Pages: []rendering.Page{{Values: values}}, Images: map[string][]byte{sharePicture: shown},
		Owner: inner.Owner,
	}, ShareWidth, rendering.JPEG)
	if err != nil {
		return nil, err
	}
	return cropped(page)
}

// shareDesign lays the picture out on the upper part of a page, of which the rest is cut off: designs have sizes of paper only.
func shareDesign(c credentials.Credential, language string) map[string]any {
	const size, orientation = "a4", "landscape"
	width, height := designs.ScreenSize(size, orientation)
	// Places are given in px of the picture.
	place := func(kind string, left, top, w, h float64, more map[string]any) map[string]any {
		share := func(px float64, of int) string {
			return fmt.Sprintf("%.4f%%", 100*px*float64(width)/ShareWidth/float64(of))
		}
		block := map[string]any{
			"kind": kind, "left": share(left, width), "top": share(top, height), "image_width": share(w, width), "image_height": share(h, height),
		}
		for name, value := range more {
			block[name] = value
		}
		return block
	}
	align := "left"
	if i18n.RightToLeft(language) {
		align = "right"
	}
	words := func(model, color string, weight int, px, left, top, w, h float64) map[string]any {
		return place("text", left, top, w, h, map[string]any{
			"model": model, "color": color, "font": "Noto Sans", "font_weight": weight, "font_size": px * float64(width) / ShareWidth,
			"align": align, "vertical_align": "middle", "scale_to_fit": true,
		})
	}
	name := words("[share.name]", "#16211c", 700, 44, 736, 72, 416, 220)
	name["vertical_align"] = "bottom"
	blocks := []map[string]any{
		place("image_attribute", 48, 48, 640, 534, map[string]any{"custom_image_attribute": "[share.picture]", "fit": "contain"}),
		name,
		words("[share.recipient]", "#16211c", 400, 32, 736, 308, 416, 92),
		words("[share.issuer]", "#57635c", 400, 26, 736, 408, 416, 64),
	}
	if overlay, found := overlayOf(c); found {
		state := words(overlay.words(language), "#ffffff", 600, 26, 752, 500, 384, 64)
		state["align"] = "center"
		blocks = append(blocks, place("rectangle", 736, 492, 416, 80, map[string]any{"fill": overlay.fill, "stroke": overlay.fill, "radius": 8}), state)
	}
	return map[string]any{
		"schema_version": 1, "kind": designs.Certificate, "size": size, "orientation": orientation, "language": language, "background_color": "#f6f7f5",
		"blocks": blocks,
	}
}

func cropped(page []byte) ([]byte, error) {
	whole, err := jpeg.Decode(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("read share picture: %w", err)
	}
	out := image.NewRGBA(image.Rect(0, 0, ShareWidth, ShareHeight))
	draw.Draw(out, out.Bounds(), whole, image.Point{}, draw.Src)
	var written bytes.Buffer
	if err := jpeg.Encode(&written, out, &jpeg.Options{Quality: shareQuality}); err != nil {
		return nil, fmt.Errorf("write share picture: %w", err)
	}
	return written.Bytes(), nil
}
