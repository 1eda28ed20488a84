package pdf

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Box is a rectangle on the paper in points, from the lower left corner.
type Box struct{ Left, Bottom, Right, Top float64 }

func (b Box) String() string {
	return fmt.Sprintf("[%s %s %s %s]", short(b.Left), short(b.Bottom), short(b.Right), short(b.Top))
}

func (b Box) moved(by Box) Box {
	return Box{b.Left + by.Left, b.Bottom + by.Bottom, b.Right + by.Left, b.Top + by.Bottom}
}

func readBox(value []byte) (b Box, err error) {
	if _, err := fmt.Sscanf(string(value), "[%g %g %g %g]", &b.Left, &b.Bottom, &b.Right, &b.Top); err != nil {
		return b, ErrForm
	}
	return b, nil
}

// Setting describes a document besides its page.
type Setting struct {
	Metadata Metadata
	Trim     Box // where the paper is cut; the page itself is the bleed
	// Marks adds crop marks around the page, which must have room for them.
	Marks bool
	// Reading is the reading order of Page.Blocks. Nil means the painting order.
	Reading []int
	Links   []Link
}

// The numbers of the objects in every document.
const (
	catalogObject = iota + 1
	infoObject
	pagesObject
	pageObject
	contentObject
	metadataObject
	treeObject
	parentsObject
	documentObject
	firstBlock
)

// Document returns the page as a PDF file. The same print and setting give the same bytes.
func (page *Page) Document(s Setting) ([]byte, error) {
	w := writer{print: page.print, numbers: map[int]int{}, body: make([]byte, 0, page.print.longest)}
	w.next = firstBlock + len(page.blocks)
	marks := 0
	if s.Marks {
		marks = w.take()
	}
	links := w.numbered(s.Links)
	resources, err := w.rewrite(cut(page.resources))
	if err != nil {
		return nil, err
	}
	w.body = append(w.body, header...)
	w.object(catalogObject, fmt.Appendf(nil, "<</Type /Catalog\n/Pages %d 0 R\n/Metadata %d 0 R\n/StructTreeRoot %d 0 R\n"+
		"/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>\n/Lang %s>>",
		pagesObject, metadataObject, treeObject, text(s.Metadata.Language)))
	w.object(infoObject, s.Metadata.info())
	w.object(pagesObject, fmt.Appendf(nil, "<</Type /Pages\n/Count 1\n/Kids [%d 0 R]>>", pageObject))
	w.object(pageObject, page.dict(s, resources, marks, annotations(links)))
	w.stream(contentObject, streamDict(len(page.content)), page.content)
	xmp := s.Metadata.xmp()
	w.stream(metadataObject, fmt.Appendf(nil, "<</Type /Metadata\n/Subtype /XML\n/Length %d>>", len(xmp)), xmp)
	w.tags(page, s, links)
	if s.Marks {
		drawn := cropMarks(page.bleed(), s.Trim)
		w.stream(marks, fmt.Appendf(nil, "<</Length %d>>", len(drawn)), drawn)
	}
	if err := w.shared(); err != nil {
		return nil, err
	}
	document := w.finish(catalogObject, infoObject)
	page.print.longest = max(page.print.longest, len(document)+len(document)/32)
	return document, nil
}

// header is the start of a file. Its second line marks the file as binary.
const header = "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"

func (page *Page) bleed() Box { return Box{0, 0, page.Width, page.Height} }

func (page *Page) dict(s Setting, resources []byte, marks int, annotations string) []byte {
	media, contents := page.bleed(), fmt.Sprintf("%d 0 R", contentObject)
	if s.Marks {
		media = Box{-marksRoom, -marksRoom, page.Width + marksRoom, page.Height + marksRoom}
		contents = fmt.Sprintf("[%d 0 R %d 0 R]", marks, contentObject)
	}
	return fmt.Appendf(nil, "<</Type /Page\n/Parent %d 0 R\n/MediaBox %s\n/BleedBox %s\n/TrimBox %s\n/Resources %s\n/Contents %s\n"+
		"/StructParents 0\n/Tabs /S%s>>", pagesObject, media, page.bleed(), s.Trim, resources, contents, annotations)
}

// tags writes the structure tree: the blocks in reading order, and the links within them. The content of a block belongs to its first link.
func (w *writer) tags(page *Page, s Setting, links []link) {
	within := map[int][]link{} // by block
	var nums []byte
	for i, l := range links {
		within[l.block] = append(within[l.block], l)
		nums = fmt.Appendf(nums, " %d %d 0 R", i+1, l.element)
	}
	owners := map[int]int{} // by mark
	last := -1
	for i, b := range page.blocks {
		owner := firstBlock + i
		if len(within[i]) > 0 {
			owner = within[i][0].element
		}
		for _, id := range b.marks {
			owners[id], last = owner, max(last, id)
		}
	}
	var kids []byte
	for i := range page.blocks {
		at := i
		if s.Reading != nil {
			at = s.Reading[i]
		}
		kids = fmt.Appendf(kids, "%d 0 R ", firstBlock+at)
	}
	w.object(treeObject, fmt.Appendf(nil, "<</Type /StructTreeRoot\n/K %d 0 R\n/ParentTree %d 0 R\n/ParentTreeNextKey %d>>", documentObject, parentsObject, len(links)+1))
	w.object(parentsObject, fmt.Appendf(nil, "<</Nums [0 [%s]%s]>>", parentsOf(owners, last), nums))
	w.object(documentObject, fmt.Appendf(nil, "<</Type /StructElem\n/S /Document\n/P %d 0 R\n/K [%s]>>", treeObject, bytes.TrimSpace(kids)))
	for i, b := range page.blocks {
		w.object(firstBlock+i, b.element(within[i]))
		content := b.content()
		for _, l := range within[i] {
			w.object(l.element, l.tag(firstBlock+i, pageObject, content))
			content = nil
		}
	}
	for i, l := range links {
		w.object(l.annotation, l.dict(i+1))
	}
}

// content lists the marks of a block.
func (b block) content() []byte {
	var out []byte
	for i, id := range b.marks {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendInt(out, int64(id), 10)
	}
	return out
}

func (b block) element(links []link) []byte {
	kids := b.content()
	if len(links) > 0 {
		kids = references(links)
	}
	out := fmt.Appendf(nil, "<</Type /StructElem\n/S /%s\n/P %d 0 R\n/Pg %d 0 R\n/K [%s]", b.role, documentObject, pageObject, kids)
	if b.alt != nil {
		out = append(append(out, "\n/Alt "...), b.alt...)
	}
	return append(out, ">>"...)
}

// writer writes a file. Objects of the print are numbered in the order in which they are needed.
type writer struct {
	print   *Document
	body    []byte
	places  []int       // by number
	numbers map[int]int // ours by the print's
	queue   []int       // the print's, to be written
	next    int
	streams []known
}

// known is a part of the body with its digest.
type known struct {
	from, to int
	digest   [sha256.Size]byte
}

func (w *writer) take() int {
	w.next++
	return w.next - 1
}

func (w *writer) object(number int, value []byte) {
	w.begin(number)
	w.body = append(append(w.body, value...), endObject...)
}

func (w *writer) stream(number int, dict, data []byte) {
	w.begin(number)
	w.body = append(append(w.body, dict...), " stream\n"...)
	w.body = append(append(w.body, data...), endStream...)
}

const endStream = "\nendstream\nendobj\n"

func (w *writer) begin(number int) {
	for len(w.places) <= number {
		w.places = append(w.places, 0)
	}
	w.places[number] = len(w.body)
	w.body = strconv.AppendInt(w.body, int64(number), 10)
	w.body = append(w.body, " 0 obj\n"...)
}

// rewrite writes a value of the print with new object numbers, and records the objects it refers to.
func (w *writer) rewrite(p pieces) ([]byte, error) {
	var out []byte
	for i, old := range p.refs {
		number := w.numbers[old]
		if number == 0 {
			if old >= len(w.print.objects) {
				return nil, ErrForm
			}
			number = w.take()
			w.numbers[old] = number
			w.queue = append(w.queue, old)
		}
		out = append(out, p.texts[i]...)
		out = append(strconv.AppendInt(out, int64(number), 10), " 0 R"...)
	}
	return append(out, p.texts[len(p.refs)]...), nil
}

// shared writes the objects of the print that the page needs: fonts, images and graphics states.
func (w *writer) shared() error {
	for ; len(w.queue) > 0; w.queue = w.queue[1:] {
		old := w.queue[0]
		parts, err := w.print.pieces(old)
		if err != nil {
			return err
		}
		value, err := w.rewrite(*parts)
		if err != nil {
			return err
		}
		if stream := w.print.objects[old].stream; stream != nil {
			w.stream(w.numbers[old], value, stream)
			end := len(w.body) - len(endStream)
			w.streams = append(w.streams, known{end - len(stream), end, w.print.digest(old)})
		} else {
			w.object(w.numbers[old], value)
		}
	}
	return nil
}

// identity derives the file identifier from the content. The parts that documents of a print share, which is nearly everything, are
// hashed once.
func (w *writer) identity() string {
	sum, at := sha256.New(), 0
	for _, s := range w.streams {
		_, _ = sum.Write(w.body[at:s.from])
		_, _ = sum.Write(s.digest[:])
		at = s.to
	}
	_, _ = sum.Write(w.body[at:])
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// finish writes the cross-reference table.
func (w *writer) finish(catalog, info int) []byte {
	id := w.identity()
	start := len(w.body)
	w.body = fmt.Appendf(w.body, "xref\n0 %d\n0000000000 65535 f \n", len(w.places))
	for _, offset := range w.places[1:] {
		w.body = fmt.Appendf(w.body, "%010d 00000 n \n", offset)
	}
	return fmt.Appendf(w.body, "trailer\n<</Size %d\n/Root %d 0 R\n/Info %d 0 R\n/ID [<%s> <%s>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(w.places), catalog, info, id, id, start)
}
