// Package containers finds credentials in files: PNG and SVG badges, PDFs, and QR codes on pages of PDFs.
package containers

const (
	// PNGSignature is how a PNG begins.
	PNGSignature = "\x89PNG\r\n\x1a\n"

	// Keyword3 marks an embedded Open Badges 3.0 credential. Source: Open Badges 3.0, 5.3.
	Keyword3 = "openbadgecredential"
	// Keyword2 marks an embedded Open Badges 2.0 assertion. Source: Open Badges Baking Specification.
	Keyword2 = "openbadges"

	space3 = "https://purl.imsglobal.org/ob/v3p0"
	space2 = "http://openbadges.org"
)

// Texts holds the credentials that a file contains, by keyword.
type Texts map[string][][]byte
