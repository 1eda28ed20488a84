// Package rendering turns a design and a recipient's values into a PDF or a
// picture. It takes plain data and knows nothing of where that data lives.
package rendering

import (
	"encoding/json"
	"time"
)

// Mode says what a job is printed for.
type Mode string

const (
	// PDF is the document that a recipient downloads.
	PDF Mode = "pdf"
	// Print is the document for a printing house, with bleed.
	Print Mode = "print"
	// picture is chosen by Renderer.Picture.
	picture Mode = "picture"
)

// Format is the file format of a picture.
type Format string

// The picture formats.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	SVG  Format = "svg" // a drawing with its fonts and pictures inside
)

// ContentType is the format's MIME type.
func (f Format) ContentType() string {
	if f == SVG {
		return "image/svg+xml"
	}
	return "image/" + string(f)
}

// Job is everything that decides how pages look. The same job gives the same bytes.
type Job struct {
	Design json.RawMessage // a design document, already validated
	Lang   string          // locale code such as "pt-br"
	Mode   Mode            // of a PDF
	Title  string
	Author string // the issuer
	// Subject, Keywords and Address, where the document can be verified, are what it says of itself besides.
	Subject  string
	Keywords []string
	Address  string
	Issued   time.Time // becomes the creation date
	// CropMarks asks for marks that show where to cut, in print mode.
	CropMarks bool
	Pages     []Page
	// Images are the files behind the image URLs of the design and of the
	// values. A URL that is not here is painted as a missing image. The
	// bundled /art/ pictures need not be given.
	Images map[string][]byte
	// Fonts are those that the design names and that are not bundled. The page
	// loads them from the files that the renderer was made with.
	Fonts []Font
	// Owner is deleted with what is printed of it.
	Owner Owner
	// Background is true when nobody waits, as in publishing.
	Background bool
}

// Font is a family beyond the bundled ones.
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
	Address string `json:"address"` // begins with /fonts/ and names its content
	Range   string `json:"range"`   // what it draws, as CSS writes a unicode-range
}

// Page is one recipient. Keys are attribute tags without brackets.
type Page struct {
	Values map[string]Value `json:"values"`
}

// Value is what a tag stands for. Kind is "text", "date" (ISO), "email" or
// "image" (a URL).
type Value struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Warning is a blemish of a page that was printed all the same.
type Warning struct {
	Page       int    `json:"page"`
	BlockIndex int    `json:"block_index"`
	Code       string `json:"code"` // "shrunk", "overflow", "missing_image", missingGlyph or "bad_qr"
}

// missingGlyph says that the design's fonts lack a character: one of the system's fonts draws it, if any does.
const missingGlyph = "missing_glyph"
