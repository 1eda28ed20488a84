package collectionpdf

import (
	"encoding/json"
	"fmt"

	"laurel/internal/design/designs"
)

// The colours of pages, which are those of the product.
const ink, dim, accent, hairline, ground = "#16211c", "#57635c", "#1f6f4a", "#d5dbd6", "#f6f7f5"

// layout places blocks on pages, given in px from the side where lines begin.
type layout struct {
	width, height int
	rtl           bool
}

type block = map[string]any

func (l layout) place(kind string, left, top, w, h float64, more block) block {
	if l.rtl {
		left = float64(l.width) - left - w
	}
	share := func(px float64, of int) string { return fmt.Sprintf("%.4f%%", 100*px/float64(of)) }
	out := block{
		"kind": kind, "left": share(left, l.width), "top": share(top, l.height), "image_width": share(w, l.width), "image_height": share(h, l.height),
	}
	for name, value := range more {
		out[name] = value
	}
	return out
}

// style is how a text looks: its size in px, weight, colour, and to which edge of its frame it keeps.
type style struct {
	px, weight int
	color      string
	vertical   string
	heading    bool
}

func (l layout) words(model string, left, top, w, h float64, s style) block {
	align, role := "left", "paragraph"
	if l.rtl {
		align = "right"
	}
	if s.heading {
		role = "heading"
	}
	return l.place("text", left, top, w, h, block{
		"model": model, "color": s.color, "font": "Noto Sans", "font_weight": s.weight, "font_size": s.px, "align": align, "vertical_align": s.vertical,
		"scale_to_fit": true, "role": role,
	})
}

// atEnd aligns a text to where lines end.
func (l layout) atEnd(b block) block {
	b["align"] = "right"
	if l.rtl {
		b["align"] = "left"
	}
	return b
}

func (l layout) fill(color string, left, top, w, h float64) block {
	return l.place("rectangle", left, top, w, h, block{"fill": color, "stroke": "none", "stroke_width": 0})
}

func (l layout) code(model string, left, top, side float64) block {
	return l.place("qr", left, top, side, side, block{"qr_code": model, "background_color": "#ffffff", "foreground_color": ink})
}

const edge, inner = 64.0, 666.0 // the margin, and the width between two of them

// cover is the first page without its link.
func (l layout) cover() []block {
	return []block{
		l.words("[cover.name]", edge, 150, inner, 270, style{46, 700, ink, "bottom", true}),
		l.fill(accent, edge, 444, 72, 5),
		l.words("[cover.owner]", edge, 474, inner, 60, style{20, 400, ink, "top", false}),
		l.words("[cover.description]", edge, 546, inner, 220, style{17, 400, ink, "top", false}),
		l.words("[cover.count] · [cover.date]", edge, 786, inner, 28, style{15, 400, dim, "top", false}),
	}
}

func (l layout) coverLink() []block {
	return []block{
		l.code("[cover.link]", edge-16, 860, 160),
		l.words("[cover.help]", 224, 884, 506, 48, style{15, 400, ink, "bottom", false}),
		l.words("[cover.link]", 224, 940, 506, 56, style{13, 400, dim, "top", false}),
	}
}

const first, pitch = 72.0, 322.0 // where the first credential is, and how far the next one is from it

// page shows some credentials.
func (l layout) page(credentials int) []block {
	var out []block
	for at := range credentials {
		top := first + float64(at)*pitch
		if at > 0 {
			out = append(out, l.fill(hairline, edge, top-22, inner, 1))
		}
		out = append(out, l.credential(slot(at), top)...)
	}
	return append(out,
		l.words("[page.title]", edge, 1058, inner-120, 24, style{11, 400, dim, "middle", false}),
		l.atEnd(l.words("[page.number]", edge+inner-110, 1058, 110, 24, style{11, 400, dim, "middle", false})),
	)
}

func (l layout) credential(slot string, top float64) []block {
	const column, wide = 324.0, 406.0
	tag := func(name string) string { return "[" + slot + "." + name + "]" }
	return []block{
		l.fill(ground, edge, top, 236, 172),
		l.place("image_attribute", edge, top, 236, 172, block{"custom_image_attribute": tag("picture"), "fit": "contain"}),
		l.code(tag("link"), edge-8, top+178, 104),
		l.words(tag("title"), column, top, wide, 52, style{19, 700, ink, "bottom", true}),
		l.words(tag("issuer"), column, top+56, wide, 22, style{14, 400, ink, "middle", false}),
		l.words(tag("issued_label")+" "+tag("issued"), column, top+82, wide/2, 20, style{13, 400, dim, "middle", false}),
		l.words(tag("expires_label")+" "+tag("expires"), column+wide/2, top+82, wide/2, 20, style{13, 400, dim, "middle", false}),
		l.words(tag("status"), column, top+106, wide, 20, style{13, 600, ink, "middle", false}),
		l.words(tag("link"), column, top+130, wide, 30, style{11, 400, dim, "top", false}),
		l.words(tag("note"), column, top+164, wide, 116, style{13, 400, ink, "top", false}),
	}
}

// design is a page as the renderer takes it.
func (l layout) design(language string, blocks []block) json.RawMessage {
	out, err := json.Marshal(block{
		"schema_version": 1, "kind": designs.Certificate, "size": paper, "orientation": orientation, "language": language, "background_color": "#ffffff",
		"blocks": blocks,
	})
	if err != nil {
		panic(err) // texts and numbers only
	}
	return out
}
