package rendering

import (
	"context"
	"encoding/base64"

	"laurel/internal/formats/browser"
)

// LoadsFont reports whether Chrome accepts a font file. Chrome checks every table before it uses a font. It returns ErrBusy,
// ErrUnavailable or ErrFailed.
func (r *Renderer) LoadsFont(ctx context.Context, data []byte) (loads bool, err error) {
	err = r.pool.Do(ctx, browser.Interactive, func(ctx context.Context, tab *browser.Tab) error {
		return tab.Evaluate(ctx, loadFont, &loads, base64.StdEncoding.EncodeToString(data))
	})
	return loads, refusal(err)
}

// loadFont loads the font and discards it.
const loadFont = `async text => {
	const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
	try {
		await new FontFace("Trial", bytes.buffer).load();
		return true;
	} catch {
		return false;
	}
}`

// orNone returns an empty list for nil, so that JSON has [] instead of null.
func orNone(fonts []Font) []Font {
	if fonts == nil {
		return []Font{}
	}
	return fonts
}
