package pdf

import (
	"bytes"
	"fmt"
)

// sheetTags is the structure tree of sheets: a section for each card, with the blocks of its document in reading order.
type sheetTags struct {
	root, document int
	sections       []byte   // references
	parents        [][]byte // who owns the marked content of a card, or a link
}

// add tags a card on a page. The content of a block belongs to its first link.
func (t *sheetTags) add(w *writer, blocks []block, links []link, page, card int) {
	section := w.take()
	t.sections = fmt.Appendf(t.sections, "%d 0 R ", section)
	owners := map[int]int{} // by mark
	last := -1
	var kids []byte
	for i, b := range blocks {
		element := w.take()
		kids = fmt.Appendf(kids, "%d 0 R ", element)
		within, owner := of(i, links), element
		if len(within) > 0 {
			owner = within[0].element
		}
		var content []byte
		for _, id := range b.marks {
			content = fmt.Appendf(content, "<</Type /MCR\n/Pg %d 0 R\n/Stm %d 0 R\n/MCID %d>>", page, card, id)
			owners[id], last = owner, max(last, id)
		}
		for _, l := range within {
			w.object(l.element, l.tag(element, page, content))
			content = nil
		}
		if len(within) > 0 {
			content = references(within)
		}
		out := fmt.Appendf(nil, "<</Type /StructElem\n/S /%s\n/P %d 0 R\n/Pg %d 0 R\n/K [%s]", b.role, section, page, content)
		if b.alt != nil {
			out = append(append(out, "\n/Alt "...), b.alt...)
		}
		w.object(element, append(out, ">>"...))
	}
	w.object(section, fmt.Appendf(nil, "<</Type /StructElem\n/S /Sect\n/P %d 0 R\n/K [%s]>>", t.document, bytes.TrimSpace(kids)))
	t.parents = append(t.parents, fmt.Appendf(nil, "[%s]", parentsOf(owners, last)))
	for _, l := range links {
		w.object(l.annotation, l.dict(len(t.parents)))
		t.parents = append(t.parents, references([]link{l}))
	}
}

// of returns the links of a block.
func of(block int, links []link) (within []link) {
	for _, l := range links {
		if l.block == block {
			within = append(within, l)
		}
	}
	return within
}

// write ends the tree.
func (t *sheetTags) write(w *writer) {
	var nums []byte
	for number, parents := range t.parents {
		nums = fmt.Appendf(nums, "%d %s\n", number, parents)
	}
	tree := w.take()
	w.object(tree, fmt.Appendf(nil, "<</Nums [%s]>>", bytes.TrimSpace(nums)))
	w.object(t.root, fmt.Appendf(nil, "<</Type /StructTreeRoot\n/K %d 0 R\n/ParentTree %d 0 R\n/ParentTreeNextKey %d>>", t.document, tree, len(t.parents)))
	w.object(t.document, fmt.Appendf(nil, "<</Type /StructElem\n/S /Document\n/P %d 0 R\n/K [%s]>>", t.root, bytes.TrimSpace(t.sections)))
}

// parentsOf lists the parent of each marked content.
func parentsOf(owners map[int]int, last int) []byte {
	var parents []byte
	for id := range last + 1 {
		if owner := owners[id]; owner > 0 {
			parents = fmt.Appendf(parents, "%d 0 R ", owner)
		} else {
			parents = append(parents, "null "...)
		}
	}
	return bytes.TrimSpace(parents)
}
