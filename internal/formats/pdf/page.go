package pdf

import (
	"fmt"
	"slices"
	"strings"
)

// Page is a page of a print, ready to become a document.
type Page struct {
	Width, Height float64 // in points, after cropping
	Blocks        []Block // in the order in which they are painted

	print     *Document
	resources []byte
	blocks    []block
	content   []byte // packed

	moveX, moveY float64 // of the content, in points
}

// pageKeys are the keys of Chrome's page dictionaries. Any other key is rejected, because it would be lost.
var pageKeys = []string{"Type", "Resources", "MediaBox", "Contents", "StructParents", "Tabs", "Parent"}

// Crop is the part of a printed page to keep, in points from the top left corner. The zero Crop keeps the whole page.
type Crop struct{ Left, Top, Width, Height float64 }

// Page reads a page, counted from 0, crops it, and replaces the boxes of codes by the codes. It returns ErrForm, also if the crop
// exceeds the page, or ErrUntagged.
func (p *Document) Page(index int, crop Crop, codes ...Code) (*Page, error) {
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
	if err := page.crop(crop); err != nil {
		return nil, err
	}
	standIns, err := page.takeStandIns(codes)
	if err != nil {
		return nil, err
	}
	return page, page.read(reference(d.get("Contents")), standIns)
}

// crop sets the size of the page and moves its content, so that the lower left corner stays at 0, 0.
func (page *Page) crop(c Crop) error {
	if c == (Crop{}) {
		return nil
	}
	if c.Left+c.Width > page.Width || c.Top+c.Height > page.Height {
		return fmt.Errorf("%w: printed on %g x %g points, want %g x %g", ErrForm, page.Width, page.Height, c.Left+c.Width, c.Top+c.Height)
	}
	page.moveX, page.moveY = -c.Left, -(page.Height - c.Top - c.Height)
	page.Width, page.Height = c.Width, c.Height
	return nil
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
	s := scan{fonts: fonts, standIns: standIns, moveX: page.moveX, moveY: page.moveY}
	if err := s.content(plain); err != nil {
		return err
	}
	page.content = page.print.coder.deflate(s.out)
	return page.join(s.lines)
}

// fonts are the page's fonts by their resource names.
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

// join assigns the lines of the content to the blocks of the structure tree. Each line must be in exactly one.
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
