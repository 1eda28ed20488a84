package pdf

// block is a Block of the structure tree with the IDs of its content.
type block struct {
	role  string
	alt   []byte // as written; nil when there is none
	marks []int
}

// containers are elements that only contain others. Chrome nests several around every line, which readers do not need. Links are in the
// blocks of documents of this package.
var containers = map[string]bool{"Link": true, "NonStruct": true, "Document": true, "Div": true, "Part": true, "Sect": true}

// readTags returns the blocks of each page by the page's object number. Without a structure tree there are none: a page of plain colour
// has nothing to tag.
func (p *Document) readTags(root int) (map[int][]block, error) {
	w := tagWalk{print: p, pages: map[int][]block{}}
	if root == 0 {
		return w.pages, nil
	}
	tree, err := p.dict(root, "StructTreeRoot")
	if err != nil {
		return nil, err
	}
	return w.pages, w.kids(tree.get("K"), place{}, 0)
}

type tagWalk struct {
	print *Document
	pages map[int][]block
}

// place is the position in the tree: the current block, and the current page if it is known.
type place struct {
	role string // empty outside of a block
	alt  []byte
	page int
	last *lastBlock
}

// lastBlock is the block that receives an element's content.
type lastBlock struct{ page, index int }

func (w *tagWalk) kids(value []byte, at place, depth int) error {
	if depth > deepest {
		return ErrForm
	}
	if list, ok := readArray(value); ok {
		for _, kid := range list {
			if err := w.kid(kid, at, depth); err != nil {
				return err
			}
		}
		return nil
	}
	if len(value) == 0 {
		return nil // an element without content
	}
	return w.kid(value, at, depth)
}

func (w *tagWalk) kid(value []byte, at place, depth int) error {
	if number := reference(value); number > 0 {
		return w.element(number, at, depth)
	}
	if d, ok := readDict(value); ok { // content of another page than the element's own
		if string(d.get("Type")) == "/OBJR" {
			return nil // a link, which has no content of its own
		}
		if page := reference(d.get("Pg")); page > 0 {
			at.page = page
		}
		value = d.get("MCID")
	}
	mark := integer(value)
	if mark < 0 || at.page == 0 {
		return ErrForm
	}
	w.add(mark, at)
	return nil
}

func (w *tagWalk) element(number int, at place, depth int) error {
	d, err := w.print.dict(number, "StructElem")
	if err != nil {
		return err
	}
	if page := reference(d.get("Pg")); page > 0 {
		at.page = page
	}
	role := d.get("S")
	if len(role) < 2 {
		return ErrForm
	}
	if name := string(role[1:]); !containers[name] {
		at.role, at.alt, at.last = name, d.get("Alt"), &lastBlock{}
	}
	return w.kids(d.get("K"), at, depth+1)
}

// add adds content to its block. Content outside of any block becomes a paragraph.
func (w *tagWalk) add(mark int, at place) {
	blocks := w.pages[at.page]
	switch {
	case at.last == nil:
		blocks = append(blocks, block{role: "P", marks: []int{mark}})
	case at.last.page == at.page:
		blocks[at.last.index].marks = append(blocks[at.last.index].marks, mark)
	default:
		*at.last = lastBlock{at.page, len(blocks)}
		blocks = append(blocks, block{role: at.role, alt: at.alt, marks: []int{mark}})
	}
	w.pages[at.page] = blocks
}
