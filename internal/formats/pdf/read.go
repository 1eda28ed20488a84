package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strconv"
)

// Document is a parsed PDF of Chrome: pages that share fonts and images.
type Document struct {
	objects []object // by number
	pages   []int    // numbers of the page objects, in order
	blocks  map[int][]block
	fonts   map[int]*font
	coder   coder
	longest int // document so far, with some room
}

type object struct {
	value  []byte // without its number; nil when there is no such object
	stream []byte // as stored
	cut    *pieces
	digest *[sha256.Size]byte // of the stream
}

var (
	startPattern   = regexp.MustCompile(`^startxref\n(\d+)\n%%EOF\s*$`)
	tablePattern   = regexp.MustCompile(`^xref\n0 (\d+)\n`)
	trailerPattern = regexp.MustCompile(`^trailer\n<</Size (\d+)\n/Root (\d+) 0 R\n/Info (\d+) 0 R>>\n`)
	ownPattern     = regexp.MustCompile(`^trailer\n<</Size (\d+)\n/Root (\d+) 0 R\n/Info (\d+) 0 R\n/ID \[<[0-9a-f]+> <[0-9a-f]+>\]>>\n`)
)

const tableLine = 20 // bytes of one entry of the table

// Read parses a print. It returns ErrForm.
func Read(data []byte) (*Document, error) { return read(data, trailerPattern) }

// read parses a file of Chrome or of this package, starting with the trailer.
func read(data []byte, trailers *regexp.Regexp) (*Document, error) {
	l, err := layoutOf(data, trailers)
	if err != nil {
		return nil, err
	}
	p := &Document{fonts: map[int]*font{}}
	if err := p.readObjects(l.body, l.table); err != nil {
		return nil, err
	}
	return p, p.readCatalog(l.root)
}

// layout is the structure of a file.
type layout struct {
	body       []byte // the objects
	table      []byte // their places
	count      int    // of the table's lines
	root, info int
}

func layoutOf(data []byte, trailers *regexp.Regexp) (layout, error) {
	start := startPattern.FindSubmatch(data[max(bytes.LastIndex(data, []byte("startxref\n")), 0):])
	if !bytes.HasPrefix(data, []byte("%PDF-1.")) || start == nil {
		return layout{}, ErrForm
	}
	tableAt := integer(start[1])
	if tableAt <= 0 || tableAt >= len(data) {
		return layout{}, ErrForm
	}
	table := data[tableAt:]
	head := tablePattern.FindSubmatch(table)
	if head == nil {
		return layout{}, ErrForm
	}
	count, lines := integer(head[1]), table[len(head[0]):]
	if count < 0 || len(lines)/tableLine < count {
		return layout{}, ErrForm
	}
	trailer := trailers.FindSubmatch(lines[count*tableLine:])
	if trailer == nil || !bytes.Equal(trailer[1], head[1]) {
		return layout{}, ErrForm
	}
	return layout{data[:tableAt], lines[:count*tableLine], count, integer(trailer[2]), integer(trailer[3])}, nil
}

// readObjects reads the objects at the offsets in the cross-reference table.
func (p *Document) readObjects(data, table []byte) error {
	p.objects = make([]object, len(table)/tableLine)
	for number := 1; number < len(p.objects); number++ {
		line := table[number*tableLine : (number+1)*tableLine]
		offset, err := strconv.Atoi(string(line[:10]))
		if err != nil || line[17] != 'n' || offset <= 0 || offset >= len(data) {
			return ErrForm
		}
		body, found := bytes.CutPrefix(data[offset:], fmt.Appendf(nil, "%d 0 obj\n", number))
		if !found {
			return ErrForm
		}
		if p.objects[number], err = readObject(body); err != nil {
			return err
		}
	}
	return nil
}

const endObject = "\nendobj\n"

func readObject(body []byte) (object, error) {
	end := valueEnd(body, 0)
	if end < 0 {
		return object{}, ErrForm
	}
	o := object{value: body[:end]}
	rest, streamed := bytes.CutPrefix(body[end:], []byte(" stream\n"))
	if streamed {
		d, _ := readDict(o.value)
		length := integer(d.get("Length"))
		if length < 0 || length > len(rest) {
			return o, ErrForm
		}
		o.stream, rest = rest[:length], rest[length:]
		if rest, streamed = bytes.CutPrefix(rest, []byte("\nendstream")); !streamed {
			return o, ErrForm
		}
	}
	if !bytes.HasPrefix(rest, []byte(endObject)) {
		return o, ErrForm
	}
	return o, nil
}

func (p *Document) readCatalog(root int) error {
	catalog, err := p.dict(root, "Catalog")
	if err != nil {
		return err
	}
	if err := p.readPages(reference(catalog.get("Pages")), 0); err != nil {
		return err
	}
	p.blocks, err = p.readTags(reference(catalog.get("StructTreeRoot")))
	return err
}

// deepest is the maximum depth of a page tree. Chrome's trees have eight children per node.
const deepest = 64

func (p *Document) readPages(number, depth int) error {
	node, err := p.dict(number, "Pages")
	if err != nil {
		return err
	}
	kids, ok := readArray(node.get("Kids"))
	if !ok || depth > deepest {
		return ErrForm
	}
	for _, kid := range kids {
		child, _ := p.dict(reference(kid), "")
		if string(child.get("Type")) == "/Page" {
			p.pages = append(p.pages, reference(kid))
		} else if err := p.readPages(reference(kid), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// dict returns an object as a dictionary. kind, if set, is its required type.
func (p *Document) dict(number int, kind string) (dict, error) {
	if number <= 0 || number >= len(p.objects) {
		return nil, ErrForm
	}
	d, ok := readDict(p.objects[number].value)
	if !ok || kind != "" && string(d.get("Type")) != "/"+kind {
		return nil, ErrForm
	}
	return d, nil
}

// pieces returns an object split at its references. Objects are shared between pages, so the result is cached.
func (p *Document) pieces(number int) (*pieces, error) {
	if number <= 0 || number >= len(p.objects) {
		return nil, ErrForm
	}
	o := &p.objects[number]
	if o.cut == nil {
		parts := cut(o.value)
		o.cut = &parts
	}
	return o.cut, nil
}

// digest returns the digest of an object's stream.
func (p *Document) digest(number int) [sha256.Size]byte {
	o := &p.objects[number]
	if o.digest == nil {
		sum := sha256.Sum256(o.stream)
		o.digest = &sum
	}
	return *o.digest
}

// Pages returns the number of pages.
func (p *Document) Pages() int { return len(p.pages) }
