package pdf

// block is a Block of the structure tree with the IDs of its content.
type block struct {
	role  string
	alt   []byte // as written; nil when there is none
	marks []int
	links []int // numbers of their annotations
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
			b := w.block(at)
			b.links = append(b.links, reference(d.get("Obj")))
			return nil
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
	b := w.block(at)
	b.marks = append(b.marks, mark)
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

// block is the block that content at a place belongs to. Content outside of any becomes a paragraph.
func (w *tagWalk) block(at place) *block {
	blocks := w.pages[at.page]
	if at.last != nil && at.last.page == at.page {
		return &blocks[at.last.index]
	}
	b := block{role: "P"}
	if at.last != nil {
		*at.last = lastBlock{at.page, len(blocks)}
		b.role, b.alt = at.role, at.alt
	}
	w.pages[at.page] = append(blocks, b)
	return &w.pages[at.page][len(blocks)]
}
