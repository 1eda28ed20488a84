package designs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
)

// The minimum side length of a QR code in design pixels, so that phones can scan it.
const (
	minQR      = 60
	minQRSmall = 105 // on the smallest page, which prints smallest
	rounding   = 0.5 // pixels that are lost where a side is kept in percent
)

// bleedTolerance is how far the aspect ratio of a background may deviate from that of the page.
const bleedTolerance = 0.02

// validate checks a document against the schema and against rules that a schema cannot express. It adds all errors to wrong.
func (d document) validate(wrong *errs.Fields) {
	if !checkSchema(d, wrong) {
		return // the rules below read only what has the right shape
	}
	if kindOfSize(d.text("size")) != Kind(d.text("kind")) {
		wrong.Add("design.size", "design.size_of_other_kind")
	}
	if language := d.text("language"); language != "" && !i18n.Known(language) {
		wrong.Add("design.language", "unknown_language")
	}
	d.checkGroups(wrong)
	page := sizes[d.text("size")].screen.turned(d.text("orientation"))
	least := float64(minQR)
	if d.text("size") == "a8" {
		least = minQRSmall
	}
	for i, block := range d.blocks() {
		if block["kind"] == "qr" {
			checkQR(block, fmt.Sprintf("design.blocks.%d.", i), page, least, wrong)
		}
	}
}

// checkGroups adds an error for each group that is named more than once.
func (d document) checkGroups(wrong *errs.Fields) {
	names, _ := d["groups"].([]any)
	named := map[any]bool{}
	for i, item := range names {
		group, _ := item.(map[string]any)
		if named[group["id"]] {
			wrong.Add(fmt.Sprintf("design.groups.%d.id", i), "design.group_named_twice")
		}
		named[group["id"]] = true
	}
}

func checkQR(block map[string]any, at string, page box, least float64, wrong *errs.Fields) {
	for _, key := range []string{"pixel_width", "pixel_height"} {
		if n, ok := block[key].(json.Number); ok {
			if side, err := n.Float64(); err == nil && side < least {
				wrong.Add(at+key, "design.qr_too_small", "min", least)
			}
		}
	}
	if math.Min(percent(block["image_width"])*page.width, percent(block["image_height"])*page.height) < least-rounding {
		wrong.Add(at+"image_width", "design.qr_too_small", "min", least)
	}
}

func percent(value any) float64 {
	text, _ := value.(string)
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil {
		return 0
	}
	return n / 100
}

// useImages checks all images of a document and replaces their URLs with those that may be shown. An image is either built-in or an
// upload of the department. A background that is too small for print does not bleed.
func (s *Service) useImages(ctx context.Context, by access.Actor, d document) error {
	var wrong errs.Fields
	if url := d.text("background"); url != "" {
		img, err := s.useImage(ctx, by, url)
		if err := noteRefusal(&wrong, "design.background", err); err != nil {
			return err
		}
		d["background"] = img.URL
		if img.Width > 0 && !d.bleeds(img) {
			d["background_bleeds"] = false
		}
	}
	for i, block := range d.blocks() {
		url, ok := block["image_url"].(string)
		if !ok {
			continue
		}
		img, err := s.useImage(ctx, by, url)
		if err := noteRefusal(&wrong, fmt.Sprintf("design.blocks.%d.image_url", i), err); err != nil {
			return err
		}
		block["image_url"] = img.URL
	}
	return wrong.Err()
}

func (s *Service) useImage(ctx context.Context, by access.Actor, url string) (uploads.Image, error) {
	if !strings.HasPrefix(url, "/") {
		return s.images.Use(ctx, by, url)
	}
	if _, err := fs.Stat(s.art, strings.TrimPrefix(url, "/")); err != nil {
		return uploads.Image{}, errs.New(errs.Invalid, "design.unknown_art")
	}
	return uploads.Image{URL: url}, nil
}

// noteRefusal adds the error of an invalid image to its field. It returns any other error.
func noteRefusal(wrong *errs.Fields, field string, err error) error {
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Kind != errs.Invalid {
		return err
	}
	var params []any
	for name, value := range refusal.Params {
		params = append(params, name, value)
	}
	wrong.Add(field, refusal.Code, params...)
	return nil
}

// bleeds reports whether an image is large enough for print and has the aspect ratio of the page.
func (d document) bleeds(img uploads.Image) bool {
	print := sizes[d.text("size")].print.turned(d.text("orientation"))
	w, h := float64(img.Width), float64(img.Height)
	return w >= print.width && h >= print.height && math.Abs(w/h/(print.width/print.height)-1) <= bleedTolerance
}
