package pdf

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrCardSize means that a document does not have the card size of the sheets.
var ErrCardSize = fmt.Errorf("%w: document of another size", ErrForm)

// Sheets imposes single-page documents made by Page.Document onto sheets of paper to be cut. Content stays text, fonts and
// vectors. Shared objects such as a background are stored once.
type Sheets struct {
	grid    Grid
	w       writer
	same    map[[sha256.Size]byte]int // numbers of the objects that are written, by their content
	cards   []int                     // numbers of those on the sheet that is being filled
	links   []link                    // of these cards
	page    int                       // its own number, when it has cards
	pages   []int
	catalog int
	info    int
	parent  int
	tags    sheetTags
}

// NewSheets starts a file of sheets.
func NewSheets(g Grid) *Sheets {
	s := &Sheets{grid: g, same: map[[sha256.Size]byte]int{}, w: writer{next: 1}}
	s.catalog, s.info, s.parent = s.w.take(), s.w.take(), s.w.take()
	s.tags.root, s.tags.document = s.w.take(), s.w.take()
	s.w.body = append(s.w.body, header...)
	return s
}

// Add places a document in the next cell. It returns ErrForm, or ErrCardSize before anything is written.
func (s *Sheets) Add(document []byte) error {
	p, err := read(document, ownPattern)
	if err != nil {
		return err
	}
	card, err := s.card(p)
	if err != nil {
		return err
	}
	s.cards = append(s.cards, card)
	if len(s.cards) == s.grid.Cards() {
		s.sheet()
	}
	return nil
}

// Len returns the number of sheets, including the one being filled.
func (s *Sheets) Len() int {
	if len(s.cards) > 0 {
		return len(s.pages) + 1
	}
	return len(s.pages)
}

// Full reports whether the next document starts a new sheet.
func (s *Sheets) Full() bool { return len(s.cards) == 0 }

// File finishes the file.
func (s *Sheets) File(m Metadata) []byte {
	if len(s.cards) > 0 {
		s.sheet()
	}
	var kids strings.Builder
	for _, page := range s.pages {
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	s.tags.write(&s.w)
	s.w.object(s.catalog, fmt.Appendf(nil, "<</Type /Catalog\n/Pages %d 0 R\n/StructTreeRoot %d 0 R\n/MarkInfo <</Marked true>>\n/Lang %s\n"+
		"/ViewerPreferences <</DisplayDocTitle true\n/PrintScaling /None>>>>", s.parent, s.tags.root, text(m.Language)))
	s.w.object(s.info, m.info())
	s.w.object(s.parent, fmt.Appendf(nil, "<</Type /Pages\n/Count %d\n/Kids [%s]>>", len(s.pages), strings.TrimSpace(kids.String())))
	return s.w.finish(s.catalog, s.info)
}

// card writes the page of a document as a form XObject.
func (s *Sheets) card(p *Document) (int, error) {
	if len(p.pages) != 1 {
		return 0, ErrForm
	}
	page, err := p.dict(p.pages[0], "Page")
	if err != nil {
		return 0, err
	}
	trim, err := readBox(page.get("TrimBox"))
	if err != nil {
		return 0, err
	}
	if math.Abs(trim.Right-trim.Left-s.grid.Card.Width) > 1 || math.Abs(trim.Top-trim.Bottom-s.grid.Card.Height) > 1 {
		return 0, ErrCardSize
	}
	number := reference(page.get("Contents"))
	content, err := p.dict(number, "")
	if err != nil {
		return 0, err
	}
	if string(content.get("Filter")) != "/FlateDecode" {
		return 0, ErrForm
	}
	drawn := p.objects[number].stream
	known := map[int]int{}
	resources, err := s.rewrite(p, known, cut(page.get("Resources")), 0)
	if err != nil {
		return 0, err
	}
	if len(s.cards) == 0 {
		s.page = s.w.take()
	}
	dict := fmt.Appendf(nil, "<</Type /XObject\n/Subtype /Form\n/BBox %s\n/Matrix [1 0 0 1 %s %s]\n/StructParents %d\n/Resources %s\n"+
		"/Filter /FlateDecode\n/Length %d>>", trim, short(-trim.Left), short(-trim.Bottom), len(s.tags.parents), resources, len(drawn))
	card := s.w.take()
	s.w.stream(card, dict, drawn)
	return card, s.tag(p, trim, card)
}

// tag writes the tags of a card, and its links where the card is on the sheet.
func (s *Sheets) tag(p *Document, trim Box, card int) error {
	at := s.grid.place(len(s.cards))
	moved := Box{Left: at.Left - trim.Left, Bottom: at.Bottom - trim.Bottom}
	var links []link
	blocks := p.blocks[p.pages[0]]
	for i, b := range blocks {
		for _, number := range b.links {
			l, err := p.readLink(number)
			if err != nil {
				return err
			}
			l.block, l.area, l.element, l.annotation = i, l.area.moved(moved), s.w.take(), s.w.take()
			links = append(links, l)
		}
	}
	s.tags.add(&s.w, blocks, links, s.page, card)
	s.links = append(s.links, links...)
	return nil
}

// rewrite writes a value of a document with new object numbers, after the objects it refers to.
func (s *Sheets) rewrite(p *Document, known map[int]int, parts pieces, depth int) ([]byte, error) {
	if depth > deepest {
		return nil, ErrForm
	}
	var out []byte
	for i, old := range parts.refs {
		if known[old] == 0 {
			below, err := p.pieces(old)
			if err != nil {
				return nil, err
			}
			value, err := s.rewrite(p, known, *below, depth+1)
			if err != nil {
				return nil, err
			}
			known[old] = s.write(value, p.objects[old].stream)
		}
		out = append(out, parts.texts[i]...)
		out = append(strconv.AppendInt(out, int64(known[old]), 10), " 0 R"...)
	}
	return append(out, parts.texts[len(parts.refs)]...), nil
}

// write writes an object unless the file already contains it, and returns its number.
func (s *Sheets) write(value, stream []byte) int {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%d\n", len(value))
	_, _ = sum.Write(value)
	_, _ = sum.Write(stream)
	content := [sha256.Size]byte(sum.Sum(nil))
	if number := s.same[content]; number > 0 {
		return number
	}
	number := s.w.take()
	if stream != nil {
		s.w.stream(number, value, stream)
	} else {
		s.w.object(number, value)
	}
	s.same[content] = number
	return number
}

// sheet writes a page with the pending cards.
func (s *Sheets) sheet() {
	var content []byte
	var names strings.Builder
	for i, card := range s.cards {
		at := s.grid.place(i)
		content = fmt.Appendf(content, "q\n1 0 0 1 %s %s cm\n/C%d Do\nQ\n", short(at.Left), short(at.Bottom), i)
		fmt.Fprintf(&names, "/C%d %d 0 R ", i, card)
	}
	if s.grid.Marks {
		content = append(content, s.grid.cutMarks()...)
	}
	listed := annotations(s.links)
	s.cards, s.links = nil, nil
	drawn := s.w.take()
	s.w.stream(drawn, fmt.Appendf(nil, "<</Length %d>>", len(content)), content)
	s.w.object(s.page, fmt.Appendf(nil, "<</Type /Page\n/Parent %d 0 R\n/MediaBox %s\n/Resources <</XObject <<%s>>>>\n/Contents %d 0 R\n/Tabs /S%s>>",
		s.parent, Box{Right: s.grid.Paper.Width, Top: s.grid.Paper.Height}, strings.TrimSpace(names.String()), drawn, listed))
	s.pages = append(s.pages, s.page)
}
