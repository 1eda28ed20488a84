package downloads

import (
	"archive/zip"
	"fmt"

	"laurel/internal/documents/rendering"
	"laurel/internal/formats/pdf"
	"laurel/internal/issuing/credentials"
)

// mostSheets is the maximum number of pages per file, so that a file can be held in memory.
const mostSheets = 20

// binder arranges certificates on sheets and writes them to a ZIP, as files of up to mostSheets pages.
type binder struct {
	download Download
	part     int
	archive  *zip.Writer
	sheets   *pdf.Sheets
	grid     pdf.Grid
	card     cardSize
	files    int
}

// add adds a certificate. ok is false if its size differs from the first one's or does not fit on the paper.
func (b *binder) add(c credentials.Credential, document []byte) (ok bool, err error) {
	card := cardSize{c.Size, c.Orientation}
	if b.card == (cardSize{}) {
		width, height, err := rendering.Paper(c.Size, c.Orientation)
		if err != nil {
			return false, err
		}
		if b.grid, ok = grid(b.download.Paper, b.download.Gap, b.download.Marks, pdf.Millimetres(width, height)); !ok {
			return false, nil
		}
		b.card = card
	}
	if b.card != card {
		return false, nil
	}
	if b.sheets != nil && b.sheets.Len() == mostSheets && b.sheets.Full() {
		if err := b.close(); err != nil {
			return false, err
		}
	}
	if b.sheets == nil {
		b.sheets = pdf.NewSheets(b.grid)
	}
	if err := b.sheets.Add(document); err != nil {
		return false, fmt.Errorf("put a certificate on a sheet: %w", err)
	}
	return true, nil
}

// close writes the current file.
func (b *binder) close() error {
	if b.sheets == nil {
		return nil
	}
	b.files++
	name := fmt.Sprintf("sheets-%03d", b.files)
	if b.download.Parts > 1 { // all ZIPs may be unpacked into one folder
		name = fmt.Sprintf("sheets-%d-%03d", b.part, b.files)
	}
	data := b.sheets.File(pdf.Metadata{Title: name})
	b.sheets = nil
	return store(b.archive, name+".pdf", b.download.CreatedAt, data)
}
