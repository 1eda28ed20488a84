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
	WebP Format = "webp"
)

// ContentType is the format's MIME type.
func (f Format) ContentType() string { return "image/" + string(f) }

// Job is everything that decides how pages look. The same job gives the same bytes.
type Job struct {
	Design json.RawMessage // a design document, already validated
	Lang   string          // locale code such as "pt-br"
	Mode   Mode            // of a PDF
	Title  string
	Author string    // the issuer
	Issued time.Time // becomes the creation date
	Pages  []Page
	// Images are the files behind the image URLs of the design and of the
	// values. A URL that is not here is painted as a missing image. The
	// bundled /art/ pictures need not be given.
	Images map[string][]byte
	// Background is true when nobody waits, as in publishing.
	Background bool
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
	Code       string `json:"code"` // "shrunk", "overflow", "missing_image", "missing_glyph" or "bad_qr"
}
