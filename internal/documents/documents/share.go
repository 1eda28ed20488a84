package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"

	"github.com/google/uuid"
	"golang.org/x/image/draw"

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
	text := func(v string) rendering.Value { return rendering.Value{Kind: "text", Value: v} }
	values := map[string]rendering.Value{
		"share.name": text(c.Name()), "share.recipient": text(c.Recipient.Name), "share.issuer": text(c.Issuer.Name),
		"credential.expired_on": inner.Pages[0].Values["credential.expired_on"],
	}
	values["share.picture"] = rendering.Value{Kind: "image", Value: sharePicture}
	return s.share(ctx, shareDesign(c, inner.Lang), nil, rendering.Job{
		Lang: inner.Lang, Title: inner.Title, Owner: inner.Owner, Pages: []rendering.Page{{Values: values}}, Images: map[string][]byte{sharePicture: shown},
	})
}

// share renders a design for sharing, with a photo beside it if there is one.
func (s *Service) share(ctx context.Context, design map[string]any, photo []byte, job rendering.Job) (_ []byte, err error) {
	if job.Design, err = json.Marshal(design); err != nil {
		return nil, fmt.Errorf("write share picture: %w", err)
	}
	page, err := s.printer.Picture(ctx, job, ShareWidth, rendering.JPEG)
	if err != nil {
		return nil, err
	}
	return cropped(page, photo)
}

// ProfileCard is what the picture beside a link to a person's profile shows.
type ProfileCard struct {
	Name, Headline, Note, Language string
	Photo                          []byte // nil without one
}

// photoPlace is where the photo of a profile is. It is drawn on the rendered page, which is stored: a photo must be gone with its account.
var photoPlace = image.Rect(96, 135, 456, 495)

// ProfilePicture renders the picture that other sites show beside a link to a person's profile, as JPEG.
func (s *Service) ProfilePicture(ctx context.Context, p ProfileCard) ([]byte, error) {
	l := newShareLayout(p.Language)
	left, wide := 96.0, 1008.0
	var blocks []map[string]any
	if p.Photo != nil {
		left, wide = 520, 584
	}
	name := l.words("[share.name]", shareInk, 700, 60, left, 110, wide, 190)
	name["vertical_align"] = "bottom"
	blocks = append(blocks, name)
	text := func(v string) rendering.Value { return rendering.Value{Kind: "text", Value: v} }
	values := map[string]rendering.Value{"share.name": text(p.Name), "share.headline": text(p.Headline), "share.note": text(p.Note)}
	if p.Headline != "" {
		blocks = append(blocks, l.words("[share.headline]", shareInk, 400, 34, left, 316, wide, 100))
	}
	if p.Note != "" {
		blocks = append(blocks, l.words("[share.note]", shareDim, 400, 28, left, 428, wide, 72))
	}
	return s.share(ctx, l.design(p.Language, blocks), p.Photo, rendering.Job{Lang: p.Language, Title: p.Name, Pages: []rendering.Page{{Values: values}}})
}

// shareLayout places blocks on the upper part of a page, of which the rest is cut off: designs have sizes of paper only. Places are given
// in px of the picture.
type shareLayout struct {
	width, height int // of the page
	align         string
}

const sharePaper, shareOrientation = "a4", "landscape"

func newShareLayout(language string) shareLayout {
	l := shareLayout{align: "left"}
	l.width, l.height = designs.ScreenSize(sharePaper, shareOrientation)
	if i18n.RightToLeft(language) {
		l.align = "right"
	}
	return l
}

func (l shareLayout) place(kind string, left, top, w, h float64, more map[string]any) map[string]any {
	share := func(px float64, of int) string {
		return fmt.Sprintf("%.4f%%", 100*px*float64(l.width)/ShareWidth/float64(of))
	}
	block := map[string]any{
		"kind": kind, "left": share(left, l.width), "top": share(top, l.height), "image_width": share(w, l.width), "image_height": share(h, l.height),
	}
	for name, value := range more {
		block[name] = value
	}
	return block
}

func (l shareLayout) words(model, color string, weight int, px, left, top, w, h float64) map[string]any {
	return l.place("text", left, top, w, h, map[string]any{
		"model": model, "color": color, "font": "Noto Sans", "font_weight": weight, "font_size": px * float64(l.width) / ShareWidth,
		"align": l.align, "vertical_align": "middle", "scale_to_fit": true,
	})
}

func (l shareLayout) design(language string, blocks []map[string]any) map[string]any {
	return map[string]any{
		"schema_version": 1, "kind": designs.Certificate, "size": sharePaper, "orientation": shareOrientation, "language": language,
		"background_color": "#f6f7f5", "blocks": blocks,
	}
}

const shareInk, shareDim = "#16211c", "#57635c"

func shareDesign(c credentials.Credential, language string) map[string]any {
	l := newShareLayout(language)
	name := l.words("[share.name]", shareInk, 700, 44, 736, 72, 416, 220)
	name["vertical_align"] = "bottom"
	blocks := []map[string]any{
		l.place("image_attribute", 48, 48, 640, 534, map[string]any{"custom_image_attribute": "[share.picture]", "fit": "contain"}),
		name,
		l.words("[share.recipient]", shareInk, 400, 32, 736, 308, 416, 92),
		l.words("[share.issuer]", shareDim, 400, 26, 736, 408, 416, 64),
	}
	if overlay, found := overlayOf(c); found {
		state := l.words(overlay.words(language), "#ffffff", 600, 26, 752, 500, 384, 64)
		state["align"] = "center"
		blocks = append(blocks, l.place("rectangle", 736, 492, 416, 80, map[string]any{"fill": overlay.fill, "stroke": overlay.fill, "radius": 8}), state)
	}
	return l.design(language, blocks)
}

func cropped(page, photo []byte) ([]byte, error) {
	whole, err := jpeg.Decode(bytes.NewReader(page))
	if err != nil {
		return nil, fmt.Errorf("read share picture: %w", err)
	}
	out := image.NewRGBA(image.Rect(0, 0, ShareWidth, ShareHeight))
	draw.Draw(out, out.Bounds(), whole, image.Point{}, draw.Src)
	if photo != nil {
		shown, err := jpeg.Decode(bytes.NewReader(photo))
		if err != nil {
			return nil, fmt.Errorf("read photo: %w", err)
		}
		draw.CatmullRom.Scale(out, photoPlace, shown, shown.Bounds(), draw.Src, nil)
	}
	var written bytes.Buffer
	if err := jpeg.Encode(&written, out, &jpeg.Options{Quality: shareQuality}); err != nil {
		return nil, fmt.Errorf("write share picture: %w", err)
	}
	return written.Bytes(), nil
}
