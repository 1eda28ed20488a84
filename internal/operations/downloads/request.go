package downloads

import (
	"fmt"
	"slices"
	"strings"

	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/formats/pdf"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
)

// Kind is the kind of files in a download.
type Kind string

// The kinds of files. Sheets are pages with several certificates each, to be printed and cut.
const (
	Certificate      Kind = "certificate"
	CertificatePrint Kind = "certificate_print"
	Badge            Kind = "badge"
	Sheets           Kind = "sheets"
)

var kinds = []Kind{Certificate, CertificatePrint, Badge, Sheets}

// papers are the supported paper sizes, in portrait orientation.
var papers = map[string]pdf.Size{"a4": pdf.Millimetres(210, 297), "us-letter": pdf.Millimetres(215.9, 279.4)}

// maxGap is the maximum gap between certificates on a sheet, in mm.
const maxGap = 20

// Request is the request for a download.
type Request struct {
	Kind      Kind
	Marks     bool   // show where to cut; for sheets and for a printing house
	Paper     string // of sheets: "a4", which "" means, or "us-letter"
	Gap       int    // mm between the cards of a sheet
	Selection credentialsearch.Selection
}

// checked returns the request with defaults applied, or an error with all invalid fields.
func (r Request) checked() (Request, error) {
	var wrong errs.Fields
	if !slices.Contains(kinds, r.Kind) {
		wrong.Add("kind", "not_one_of", "values", errs.Values(kinds))
		return r, wrong.Err()
	}
	if r.Marks && r.Kind != Sheets && r.Kind != CertificatePrint {
		wrong.Add("marks", "export.no_marks")
	}
	if r.Kind != Sheets {
		if r.Paper != "" {
			wrong.Add("paper", "export.sheets_only")
		}
		if r.Gap != 0 {
			wrong.Add("gap", "export.sheets_only")
		}
		return r, wrong.Err()
	}
	if r.Paper == "" {
		r.Paper = "a4"
	}
	if _, known := papers[r.Paper]; !known {
		wrong.Add("paper", "not_one_of", "values", "a4, us-letter")
	}
	if r.Gap < 0 || r.Gap > maxGap {
		wrong.Add("gap", "export.gap", "max", maxGap)
	}
	return r, wrong.Err()
}

// selected returns the name of the input field with the selection.
func (r Request) selected() string {
	if r.Selection.Query != nil {
		return "all_matching"
	}
	return "credential_ids"
}

// cardSize is the size of a certificate on a sheet.
type cardSize struct{ size, orientation string }

// fits returns a field error if the certificates have different sizes or are larger than the paper.
func (r Request) fits(found []cardSize) error {
	var words []string
	var cards []pdf.Size
	for _, f := range found {
		width, height, err := rendering.Paper(f.size, f.orientation)
		if err != nil {
			return err
		}
		words = append(words, fmt.Sprintf("%g × %g mm", width, height))
		cards = append(cards, pdf.Millimetres(width, height))
	}
	if len(cards) > 1 {
		return errs.Field(r.selected(), "export.mixed_sizes", "sizes", strings.Join(words, ", "))
	}
	for _, card := range cards {
		if _, ok := grid(r.Paper, r.Gap, r.Marks, card); !ok {
			return errs.Field("paper", "export.too_large", "size", words[0])
		}
	}
	return nil
}

func grid(paper string, gap int, marks bool, card pdf.Size) (pdf.Grid, bool) {
	return pdf.Fit(papers[paper], card, pdf.Millimetres(float64(gap), 0).Width, marks)
}

// file returns the file to render for each credential.
func (e Download) file() documents.File {
	switch {
	case e.Kind == Sheets || e.Kind == Recipient:
		return documents.Certificate
	case e.Kind == CertificatePrint && e.Marks:
		return documents.CertificateMarked
	default:
		return documents.File(e.Kind)
	}
}
