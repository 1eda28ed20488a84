package rendering

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// maker is what the file says made it: no version and no host of ours.
const maker = "Laurel"

var (
	pagePattern = regexp.MustCompile(`^\d+ 0 obj\n<</Type /Page\n`)
	boxPattern  = regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`)
)

// finish checks that Chrome printed one page of the right size and gives the
// file its boxes and its metadata. The time of printing leaves no trace, so
// that the same job gives the same bytes.
func finish(printed []byte, job Job, m measures) ([]byte, error) {
	d, err := readDocument(printed)
	if err != nil {
		return nil, err
	}
	var pages []*object
	for i := range d.objects {
		if pagePattern.Match(d.objects[i].body) {
			pages = append(pages, &d.objects[i])
		}
	}
	catalog, info := d.object(d.root), d.object(d.info)
	if catalog == nil || info == nil {
		return nil, errForm
	}
	if len(pages) != 1 {
		return nil, fmt.Errorf("printed %d pages, want 1", len(pages))
	}
	// A page of colour alone has nothing to tag, and Chrome then leaves the tree out.
	if d.hasText() && !bytes.Contains(catalog.body, []byte("/StructTreeRoot ")) {
		return nil, fmt.Errorf("printed without structure tree")
	}
	boxes, err := pageBoxes(pages[0].body, m, m.bleed(job.Mode))
	if err != nil {
		return nil, err
	}
	pages[0].extend(boxes)
	if !bytes.Contains(catalog.body, []byte("/Lang ")) {
		catalog.extend("/Lang " + pdfString(job.Lang) + "\n")
	}
	info.replace(metadata(job))
	return d.write(identity(d)), nil
}

// pageBoxes returns the page's BleedBox and TrimBox. Chrome rounds the paper
// to a 300th of an inch, but the design starts exactly at its top left corner.
func pageBoxes(page []byte, m measures, bleed float64) (string, error) {
	found := boxPattern.FindSubmatch(page)
	if found == nil {
		return "", errForm
	}
	var width, height float64
	if _, err := fmt.Sscan(string(found[1])+" "+string(found[2]), &width, &height); err != nil {
		return "", errForm
	}
	if !near(width, m.width+2*bleed) || !near(height, m.height+2*bleed) {
		return "", fmt.Errorf("printed on %g x %g points, want %g x %g", width, height, m.width+2*bleed, m.height+2*bleed)
	}
	media := fmt.Sprintf("[0 0 %.3f %.3f]", width, height)
	trim := media
	if bleed > 0 {
		trim = fmt.Sprintf("[%.3f %.3f %.3f %.3f]", bleed, height-bleed-m.height, bleed+m.width, height-bleed)
	}
	return "/BleedBox " + media + "\n/TrimBox " + trim + "\n", nil
}

func metadata(job Job) string {
	entries := []string{"/Title " + pdfString(job.Title)}
	if job.Author != "" {
		entries = append(entries, "/Author "+pdfString(job.Author))
	}
	entries = append(entries, "/Creator "+pdfString(maker), "/Producer "+pdfString(maker))
	if !job.Issued.IsZero() {
		date := pdfString(job.Issued.UTC().Format("D:20060102150405Z"))
		entries = append(entries, "/CreationDate "+date, "/ModDate "+date)
	}
	return strings.Join(entries, "\n")
}

// pdfString writes text as PDF does: plain when it is plain ASCII, otherwise
// as UTF-16 with its mark.
func pdfString(text string) string {
	plain := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
	if plain {
		return "(" + strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(text) + ")"
	}
	out := []byte{0xFE, 0xFF}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.BigEndian.AppendUint16(out, unit)
	}
	return "<" + strings.ToUpper(hex.EncodeToString(out)) + ">"
}

// identity is a name for the file that follows from its content.
func identity(d document) string {
	sum := sha256.New()
	for _, o := range d.objects {
		_, _ = sum.Write(o.body)
	}
	return strings.ToUpper(hex.EncodeToString(sum.Sum(nil)[:16]))
}

// hasText tells whether anything is set in a font.
func (d *document) hasText() bool {
	return slices.ContainsFunc(d.objects, func(o object) bool { return bytes.Contains(o.body, []byte("/Type /Font\n")) })
}
