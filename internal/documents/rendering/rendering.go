// Package rendering turns a design and a recipient's values into a PDF or a picture. It takes plain data and does not access the
// database.
package rendering

import (
	"encoding/json"
	"time"

	"laurel/internal/documents/documentstore"
)

// Mode is the purpose of a job.
type Mode string

const (
	// PDF is the document that a recipient downloads.
	PDF Mode = "pdf"
	// Print is the document for a print shop, with bleed.
	Print Mode = "print"
	// picture is set by Renderer.Picture.
	picture Mode = "picture"
)

// Format is the file format of a picture.
type Format string

// The picture formats.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	WebP Format = "webp" // for browsers: some mail programs cannot show it
	SVG  Format = "svg"  // a drawing with its fonts and pictures inside
)

// ContentType is the format's MIME type.
func (f Format) ContentType() string {
	if f == SVG {
		return "image/svg+xml"
	}
	return "image/" + string(f)
}

// Job is everything that determines how pages look. The same job gives the same bytes.
type Job struct {
	Design json.RawMessage // a validated design document
	Lang   string          // locale code such as "pt-br"
	Mode   Mode            // of a PDF
	Title  string
	Author string // the issuer
	// Subject, Keywords and Address (where the document can be verified) are further PDF metadata.
	Subject  string
	Keywords []string
	Address  string
	Issued   time.Time // becomes the creation date
	// CropMarks adds crop marks in print mode.
	CropMarks bool
	Pages     []Page
	// Images are the files behind the image URLs of the design and the values. An unlisted URL is rendered as a missing image.
	// The bundled /art/ pictures are always available.
	Images map[string][]byte
	// Fonts are the fonts of the design that are not bundled. The page loads them from the files given to New.
	Fonts []Font
	// Owner determines when the stored document is deleted.
	Owner documentstore.Owner
	// Background is true for jobs that nobody waits for, such as publishing.
	Background bool
}

// Font is a font family that is not bundled.
type Font struct {
	Name     string     `json:"name"`
	Fallback string     `json:"fallback"` // generic family
	Scripts  []string   `json:"scripts"`
	Faces    []FontFace `json:"faces"`
}

// FontFace is one file of a font.
type FontFace struct {
	Weight  int    `json:"weight"`
	Italic  bool   `json:"italic"`
	Address string `json:"address"` // begins with /fonts/ and contains the content hash
	Range   string `json:"range"`   // as a CSS unicode-range
}

// Page is one recipient. Keys are attribute tags without brackets.
type Page struct {
	Values map[string]Value `json:"values"`
}

// Value is the value of a tag. Kind is "text", "date" (ISO 8601), "email" or "image" (a URL).
type Value struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Warning is a defect of a page that was printed anyway.
type Warning struct {
	Page       int    `json:"page"`
	BlockIndex int    `json:"block_index"`
	Code       string `json:"code"` // "shrunk", "overflow", "missing_image", missingGlyph or "bad_qr"
}

// missingGlyph means that the design's fonts lack a character; a system font is used if one has it.
const missingGlyph = "missing_glyph"
