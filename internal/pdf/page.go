package pdf

import (
	"fmt"
	"slices"
	"strings"
)

// Page is one page of a print, read and made ready to be a document of its own.
type Page struct {
	Width, Height float64 // of the paper, in points
	Blocks        []Block // in the order in which they are painted

	print     *Print
	resources []byte
	blocks    []block
	content   []byte // packed
}

// pageKeys are what Chrome says of a page. Anything else would be lost, so it is refused.
var pageKeys = []string{"Type", "Resources", "MediaBox", "Contents", "StructParents", "Tabs", "Parent"}

// Page reads a page, counted from 0, and puts its codes in place of the boxes that stand in for them. It refuses with ErrForm and
// ErrUntagged.
func (p *Print) Page(index int, codes ...Code) (*Page, error) {
	number := p.pages[index]
	d, err := p.dict(number, "Page")
	if err != nil {
		return nil, err
	}
	for _, e := range d {
		if !slices.Contains(pageKeys, e.key) {
			return nil, fmt.Errorf("%w: page with %s", ErrForm, e.key)
		}
	}
	page := &Page{print: p, resources: d.get("Resources"), blocks: p.blocks[number]}
	media := strings.Trim(string(d.get("MediaBox")), "[]")
	if _, err := fmt.Sscanf(media, "0 0 %g %g", &page.Width, &page.Height); err != nil {
		return nil, ErrForm
	}
	standIns, err := page.takeStandIns(codes)
	if err != nil {
		return nil, err
	}
	return page, page.read(reference(d.get("Contents")), standIns)
}

func (page *Page) read(contents int, standIns map[int]*standIn) error {
	fonts, err := page.fonts()
	if err != nil {
		return err
	}
	plain, err := page.print.plain(contents)
	if err != nil {
		return err
	}
	s := scan{fonts: fonts, standIns: standIns}
	if err := s.content(plain); err != nil {
		return err
	}
	page.content = page.print.coder.deflate(s.out)
	return page.join(s.lines)
}

// fonts are the page's fonts by the name that its content has for them.
func (page *Page) fonts() (map[string]*font, error) {
	resources, ok := readDict(page.resources)
	if !ok {
		return nil, ErrForm
	}
	fonts := map[string]*font{}
	listed, _ := readDict(resources.get("Font"))
	for _, e := range listed {
		var err error
		if fonts[e.key], err = page.print.font(reference(e.value)); err != nil {
			return nil, err
		}
	}
	return fonts, nil
}

// join puts the lines of the content into the blocks of the structure tree. Each must be in exactly one.
func (page *Page) join(lines map[int]*Line) error {
	count := 0
	for _, b := range page.blocks {
		out := Block{Role: b.role}
		for _, id := range b.marks {
			line := lines[id]
			if line == nil {
				return ErrForm
			}
			if count++; line.Text != "" || len(line.Fonts) > 0 {
				out.Lines = append(out.Lines, *line)
			}
		}
		page.Blocks = append(page.Blocks, out)
	}
	if count != len(lines) {
		return ErrUntagged
	}
	return nil
}
