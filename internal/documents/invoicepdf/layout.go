package invoicepdf

import (
	"encoding/json"
	"fmt"
	"slices"

	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/payments"
	"laurel/internal/platform/i18n"
)

// The paper, and how many lines a page has.
const (
	paper, orientation = "a4", "portrait"
	perPage            = 12
)

// The colors, which are those of the product, and the margin with the width between two of them, in px.
const (
	ink, dim, accent, hairline = "#16211c", "#57635c", "#1f6f4a", "#d5dbd6"
	edge, inner                = 64.0, 666.0
)

type block = map[string]any

// sheet is a page in the making. Texts are values of tags, so that brackets in them stay what they are.
type sheet struct {
	width, height int
	rtl           bool
	blocks        []block
	values        map[string]rendering.Value
}

// style is how a text looks, and whether it keeps to the end of lines.
type style struct {
	px, weight int
	color      string
	end        bool
	heading    bool
}

func (s *sheet) place(kind string, left, top, w, h float64, more block) {
	if s.rtl {
		left = float64(s.width) - left - w
	}
	share := func(px float64, of int) string { return fmt.Sprintf("%.4f%%", 100*px/float64(of)) }
	out := block{"kind": kind, "left": share(left, s.width), "top": share(top, s.height), "image_width": share(w, s.width), "image_height": share(h, s.height)}
	for name, value := range more {
		out[name] = value
	}
	s.blocks = append(s.blocks, out)
}

func (s *sheet) text(value string, left, top, w, h float64, st style) {
	if value == "" {
		return
	}
	n := len(s.values)
	const letters = "abcdefghijklmnopqrstuvwxyz"
	tag := "text." + letters[n/26:n/26+1] + letters[n%26:n%26+1]
	s.values[tag] = rendering.Value{Kind: "text", Value: value}
	align, role := "left", "paragraph"
	if st.end != s.rtl {
		align = "right"
	}
	if st.heading {
		role = "heading"
	}
	s.place("text", left, top, w, h, block{
		"model": "[" + tag + "]", "color": st.color, "font": "Noto Sans", "font_weight": st.weight, "font_size": st.px, "align": align, "vertical_align": "top",
		"scale_to_fit": true, "role": role,
	})
}

func (s *sheet) rule(color string, top, h float64) {
	s.place("rectangle", edge, top, inner, h, block{"fill": color, "stroke": "none", "stroke_width": 0})
}

// jobs returns the pages of a document.
func (d document) jobs() []rendering.Job {
	pages := slices.Collect(slices.Chunk(d.Lines, perPage))
	jobs := make([]rendering.Job, len(pages))
	for n, lines := range pages {
		s := &sheet{rtl: i18n.RightToLeft(d.Language), values: map[string]rendering.Value{}}
		s.width, s.height = designs.ScreenSize(paper, orientation)
		d.head(s)
		bottom := d.table(s, lines)
		if n == len(pages)-1 {
			d.foot(s, bottom)
		}
		s.rule(hairline, 1046, 1)
		s.text(d.Seller.Name, edge, 1058, inner-120, 20, style{px: 11, weight: 400, color: dim})
		s.text(fmt.Sprintf("%d / %d", n+1, len(pages)), edge+inner-110, 1058, 110, 20, style{px: 11, weight: 400, color: dim, end: true})
		jobs[n] = rendering.Job{Design: s.design(d.Language), Lang: d.Language, Mode: rendering.PDF, Title: d.Number, Pages: []rendering.Page{{Values: s.values}}}
	}
	return jobs
}

func (s *sheet) design(language string) json.RawMessage {
	out, err := json.Marshal(block{
		"schema_version": 1, "kind": designs.Certificate, "size": paper, "orientation": orientation, "language": language, "background_color": "#ffffff",
		"blocks": s.blocks,
	})
	if err != nil {
		panic(err) // texts and numbers only
	}
	return out
}

func (d document) head(s *sheet) {
	s.text(d.title(), edge, 64, 330, 46, style{px: 32, weight: 700, color: ink, heading: true})
	s.place("rectangle", edge, 118, 56, 4, block{"fill": accent, "stroke": "none", "stroke_width": 0})
	s.text(d.seller(), edge+inner/2, 66, inner/2, 120, style{px: 13, weight: 400, color: ink, end: true})
	s.text(d.text("to", nil), edge, 206, 300, 20, style{px: 12, weight: 600, color: dim})
	s.text(d.buyer(), edge, 228, 310, 150, style{px: 14, weight: 400, color: ink})
	for n, f := range d.facts() {
		top := 206 + float64(n)*26
		s.text(f.label, edge+inner/2, top, 130, 22, style{px: 13, weight: 400, color: dim})
		s.text(f.value, edge+inner/2+134, top, inner/2-134, 22, style{px: 13, weight: 600, color: ink, end: true})
	}
}

const (
	tableTop, linePitch = 400.0, 34.0
	quantityAt, priceAt = 410.0, 506.0 // from the margin
)

// table draws lines, and returns where it ends.
func (d document) table(s *sheet, lines []payments.Line) float64 {
	label := style{px: 12, weight: 600, color: dim}
	s.text(d.text("description", nil), edge, tableTop, 390, 20, label)
	label.end = true
	s.text(d.text("quantity", nil), edge+quantityAt, tableTop, 80, 20, label)
	s.text(d.text("amount", nil), edge+priceAt, tableTop, inner-priceAt, 20, label)
	s.rule(ink, tableTop+24, 1)
	top := tableTop + 34
	for _, l := range lines {
		s.text(d.line(l), edge, top, 390, 24, style{px: 14, weight: 400, color: ink})
		s.text(fmt.Sprint(l.Quantity), edge+quantityAt, top, 80, 24, style{px: 14, weight: 400, color: ink, end: true})
		s.text(d.money(l.Amount), edge+priceAt, top, inner-priceAt, 24, style{px: 14, weight: 400, color: ink, end: true})
		s.rule(hairline, top+linePitch-8, 1)
		top += linePitch
	}
	return top
}

// foot draws the totals, and what has to be said of taxes and payment.
func (d document) foot(s *sheet, top float64) {
	top += 8
	all := d.totals()
	for n, f := range all {
		st := style{px: 14, weight: 400, color: ink}
		if n == len(all)-1 {
			st.px, st.weight = 16, 700
		}
		s.text(f.label, edge+inner/2, top, 150, 24, st)
		st.end = true
		s.text(f.value, edge+inner/2+150, top, inner/2-150, 24, st)
		top += 28
	}
	s.text(d.remarks(), edge, min(top+16, 940), inner, 100, style{px: 13, weight: 400, color: ink})
}
