package rendering

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"sync"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/jpegtile"
)

// pictureQuality is where a JPEG stops looking compressed.
const pictureQuality = 85

// renderImage has the page painted on a canvas. A screenshot of it takes Chrome three times as long: it goes through several processes
// and frames.
func (r *Renderer) renderImage(ctx context.Context, tab *browser.Tab, p prepared, width int, format Format) ([]byte, error) {
	m := p.measures
	height := int(math.Round(float64(width) * float64(m.pxHeight) / float64(m.pxWidth)))
	looks := map[string]any{
		"width": width, "height": height, "format": format, "quality": pictureQuality, "transparent": p.sheet.Kind == "badge" && format == PNG,
	}
	made, err := r.painted(ctx, tab, p.pageJob(), looks, width)
	if err != nil {
		return nil, err
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(made))
	if err != nil || size.Width != width || size.Height != height {
		return nil, ErrFailed.Wrap(fmt.Errorf("painted a picture of %dx%d px, want %dx%d: %w", size.Width, size.Height, width, height, err))
	}
	return made, nil
}

const paintPicture = `(job, looks) => window.laurel.picture(job, looks)`

// painted has the page paint a picture. Of a JPEG, a tab may paint only the tiles that differ from an earlier picture of the design: they
// replace those of the earlier picture, which the renderer keeps.
func (r *Renderer) painted(ctx context.Context, tab *browser.Tab, job, looks map[string]any, width int) ([]byte, error) {
	format := looks["format"].(Format)
	if format != JPEG {
		made, _, err := tab.Picture(ctx, string(format), paintPicture, job, looks)
		return made, err
	}
	tiles := map[string]any{"width": jpegtile.TileWidth(width), "height": jpegtile.TileHeight, "id": rand.Text()}
	looks["tiles"] = tiles
	for {
		made, note, err := tab.Picture(ctx, string(format), paintPicture, job, looks)
		if err != nil {
			return nil, err
		}
		id, where, differs := strings.Cut(note, "|")
		if !differs { // a whole picture
			r.bases.add(id, made)
			return made, nil
		}
		if base := r.bases.get(id); base != nil {
			if replaced, err := replaceTiles(base, where, made); err == nil {
				return replaced, nil
			}
		}
		if tiles["lost"] != nil {
			return nil, ErrFailed.Wrap(fmt.Errorf("the page paints parts of a picture that is not there: %s", note))
		}
		tiles["lost"] = id
	}
}

// replaceTiles puts parts of a picture, each "x,y,width,height" in tiles and separated by ";", into the place of those in base.
func replaceTiles(base *jpegtile.Picture, where string, strip []byte) ([]byte, error) {
	if where == "" {
		return base.JPEG(), nil
	}
	var parts []jpegtile.Rect
	for part := range strings.SplitSeq(where, ";") {
		var p jpegtile.Rect
		if _, err := fmt.Sscanf(part, "%d,%d,%d,%d", &p.X, &p.Y, &p.Width, &p.Height); err != nil {
			return nil, fmt.Errorf("read changed tiles: %w", err)
		}
		parts = append(parts, p)
	}
	return base.Replace(parts, strip)
}

// bases are the pictures that those of tabs are told by their difference from. A tab knows three.
type bases struct {
	mu    sync.Mutex
	known []*base // the one used last at the end
}

// maxBases is how many are kept, of some 300 kB each at 1,200 px. One that is gone is painted again.
const maxBases = 16

// base is a picture that is cut into tiles when it is needed for the first time.
type base struct {
	id   string
	tile func() *jpegtile.Picture // nil when the picture cannot be cut
}

func (b *bases) add(id string, file []byte) {
	if id == "" {
		return // the page makes no such pictures
	}
	added := &base{id, sync.OnceValue(func() *jpegtile.Picture {
		picture, err := jpegtile.Read(file)
		if err != nil {
			return nil
		}
		return picture
	})}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.known) == maxBases {
		b.known = slices.Delete(b.known, 0, 1)
	}
	b.known = append(b.known, added)
}

// get returns nil when there is no such picture.
func (b *bases) get(id string) *jpegtile.Picture {
	b.mu.Lock()
	at := slices.IndexFunc(b.known, func(known *base) bool { return known.id == id })
	if at < 0 {
		b.mu.Unlock()
		return nil
	}
	found := b.known[at]
	b.known = append(slices.Delete(b.known, at, at+1), found)
	b.mu.Unlock()
	return found.tile()
}
