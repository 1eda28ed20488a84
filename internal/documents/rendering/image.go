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

// pictureQuality is the lowest quality of a JPEG without visible artefacts, and that of a WebP.
const pictureQuality = 85

// renderImage paints the page on a canvas. A screenshot takes Chrome three times as long, because it passes through several
// processes and frames.
func (r *Renderer) renderImage(ctx context.Context, tab *browser.Tab, p prepared, width int, format Format) ([]byte, error) {
	m := p.measures
	height := int(math.Round(float64(width) * float64(m.pxHeight) / float64(m.pxWidth)))
	looks := map[string]any{
		"width": width, "height": height, "format": format, "quality": pictureQuality, "transparent": p.sheet.Kind == "badge" && format != JPEG,
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

// painted renders a picture in the page. For a JPEG the tab may render only the tiles that differ from an earlier picture of the
// design; they replace tiles of that picture, which the renderer caches.
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

// replaceTiles replaces tiles of base. Parts have the form "x,y,width,height" in tiles, separated by ";".
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

// bases caches the pictures that tabs send differences from. A tab knows three of them.
type bases struct {
	mu    sync.Mutex
	known []*base // most recently used last
}

// maxBases is the number of cached pictures, about 300 kB each at 1,200 px. An evicted one is rendered again.
const maxBases = 16

// base is a picture that is split into tiles on first use.
type base struct {
	id   string
	tile func() *jpegtile.Picture // nil when the picture cannot be split
}

func (b *bases) add(id string, file []byte) {
	if id == "" {
		return // the page renders no such pictures
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
