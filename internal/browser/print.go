package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// PDFOptions say how to print. Margins are always zero.
type PDFOptions struct {
	// Width and Height are the paper in inches; zero: the page's own @page size.
	Width, Height float64
	Tagged        bool
	Background    bool
	// Pages is how many pages are printed, as far as is known: a tab is replaced after so many.
	Pages int
}

// PrintPDF prints the page as it stands. It refuses with ErrCrashed what Chrome broke off.
func (t *Tab) PrintPDF(ctx context.Context, opts PDFOptions) ([]byte, error) {
	t.prints += max(opts.Pages, 1)
	zero, css := 0.0, opts.Width == 0 || opts.Height == 0
	params := page.PrintToPDFParams{
		PrintBackground: &opts.Background, GenerateTaggedPDF: &opts.Tagged,
		MarginTop: &zero, MarginBottom: &zero, MarginLeft: &zero, MarginRight: &zero,
		PreferCSSPageSize: &css,
	}
	if !css {
		params.PaperWidth, params.PaperHeight = opts.Width, opts.Height
	}
	printed, err := call(ctx, t.session, page.PrintToPDF, params)
	if err != nil {
		return nil, err
	}
	return whole("pdf", printed.Data)
}

// ShotOptions say which part of the page to picture, in CSS pixels from its
// top left corner.
type ShotOptions struct {
	Width, Height float64
	Scale         float64 // picture pixels per CSS pixel
	Format        string  // "png", "jpeg" or "webp"
	Quality       int64   // of jpeg and webp, 1 to 100
	Transparent   bool    // leave what is not painted transparent
}

// Screenshot pictures the page as it stands. It refuses with ErrCrashed what Chrome broke off.
func (t *Tab) Screenshot(ctx context.Context, opts ShotOptions) ([]byte, error) {
	t.prints++
	if err := t.frame(ctx, opts); err != nil {
		return nil, fmt.Errorf("set picture size: %w", err)
	}
	beyond, fast := true, true
	params := page.CaptureScreenshotParams{
		Format:                page.CaptureScreenshotFormat(opts.Format),
		Clip:                  &page.Viewport{Width: opts.Width, Height: opts.Height, Scale: 1},
		CaptureBeyondViewport: &beyond,
		OptimizeForSpeed:      &fast,
	}
	if opts.Format != "png" {
		params.Quality = &opts.Quality
	}
	shot, err := call(ctx, t.session, page.CaptureScreenshot, params)
	if err != nil {
		return nil, err
	}
	return whole(opts.Format, shot.Data)
}

// frame gives the page a window of just the picture: the scale is a device
// scale, so that images and hairlines are drawn at it and not enlarged.
func (t *Tab) frame(ctx context.Context, opts ShotOptions) error {
	_, err := call(ctx, t.session, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(opts.Width), Height: int64(opts.Height), DeviceScaleFactor: opts.Scale,
	})
	if err != nil {
		return err
	}
	background := emulation.SetDefaultBackgroundColorOverrideParams{}
	if opts.Transparent {
		// Exactly zero would not be sent, and Chrome then takes opaque black.
		background.Color = &cdp.RGBA{A: 0.001}
	}
	_, err = call(ctx, t.session, emulation.SetDefaultBackgroundColorOverride, background)
	return err
}
