package rendering

import (
	"context"
	"encoding/base64"

	"laurel/internal/formats/browser"
)

// LoadsFont tells whether Chrome takes a font file. It checks every table before it uses a font, so a file that passes here
// is one that prints. It refuses with ErrBusy, ErrUnavailable or ErrFailed.
func (r *Renderer) LoadsFont(ctx context.Context, data []byte) (loads bool, err error) {
	err = r.pool.Do(ctx, browser.Interactive, func(ctx context.Context, tab *browser.Tab) error {
		return tab.Evaluate(ctx, loadFont, &loads, base64.StdEncoding.EncodeToString(data))
	})
	return loads, refusal(err)
}

// loadFont adds the font to nothing: the page forgets it at once.
const loadFont = `async text => {
	const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
	try {
		await new FontFace("Trial", bytes.buffer).load();
		return true;
	} catch {
		return false;
	}
}`

// orNone is a list that the page may go through.
func orNone(fonts []Font) []Font {
	if fonts == nil {
		return []Font{}
	}
	return fonts
}
