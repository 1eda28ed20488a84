package pdf

import (
	"bytes"
	"fmt"
)

// Link is an area of a page that opens an address.
type Link struct {
	Block   int // the index in Page.Blocks of the block that it belongs to
	Area    Box
	Address string // an absolute URL in ASCII
}

// link is a link as it is written.
type link struct {
	block               int // index in the page's blocks
	area                Box
	address             string // a PDF string
	element, annotation int    // the numbers of its objects
}

func (w *writer) numbered(links []Link) []link {
	all := make([]link, len(links))
	for i, l := range links {
		all[i] = link{l.Block, l.Area, text(l.Address), w.take(), w.take()}
	}
	return all
}

// annotations is the entry of a page's dictionary that lists its links, or "".
func annotations(links []link) string {
	if len(links) == 0 {
		return ""
	}
	list := ""
	for _, l := range links {
		list += fmt.Sprintf("%d 0 R ", l.annotation)
	}
	return "\n/Annots [" + list[:len(list)-1] + "]"
}

// dict is the annotation. Source: ISO 32000-1, 12.5.6.5; ISO 14289-1, 7.18.5.
func (l link) dict(parent int) []byte {
	return fmt.Appendf(nil, "<</Type /Annot\n/Subtype /Link\n/Rect %s\n/Border [0 0 0]\n/F 4\n/Contents %s\n/StructParent %d\n/A <</S /URI\n/URI %s>>>>",
		l.area, l.address, parent, l.address)
}

// tag is the element of a link within that of its block, with the content that it links. Source: ISO 32000-1, 14.8.4.4.2.
func (l link) tag(block, page int, content []byte) []byte {
	if len(content) > 0 {
		content = append(content, ' ')
	}
	return fmt.Appendf(nil, "<</Type /StructElem\n/S /Link\n/P %d 0 R\n/Pg %d 0 R\n/K [%s<</Type /OBJR\n/Pg %d 0 R\n/Obj %d 0 R>>]>>",
		block, page, content, page, l.annotation)
}

// references lists the elements of links.
func references(links []link) []byte {
	var out []byte
	for _, l := range links {
		out = fmt.Appendf(out, "%d 0 R ", l.element)
	}
	return bytes.TrimSpace(out)
}

// readLink reads a link that this package wrote.
func (p *Document) readLink(number int) (link, error) {
	d, err := p.dict(number, "Annot")
	if err != nil {
		return link{}, err
	}
	action, ok := readDict(d.get("A"))
	if !ok || len(action.get("URI")) == 0 {
		return link{}, ErrForm
	}
	area, err := readBox(d.get("Rect"))
	return link{area: area, address: string(action.get("URI"))}, err
}
