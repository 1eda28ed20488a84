// Package letters draws emails: blocks with tags become HTML that mail programs show alike, in light and dark, and a text part.
package letters

// ClipBytes is the size from which Gmail hides the rest of an email.
const ClipBytes = 102 * 1024

// Variant is an email in one language. Its texts may contain tags.
type Variant struct {
	Subject   string  `json:"subject"`
	Preheader string  `json:"preheader"`
	Blocks    []Block `json:"blocks"`
	Text      *string `json:"text"` // the text part; nil generates it from the blocks
}

// Style is how a template looks. Colors are "#rrggbb".
type Style struct {
	Brand       string `json:"brand"`      // of buttons and links
	Background  string `json:"background"` // around the message
	Surface     string `json:"surface"`    // behind the text
	Text        string `json:"text"`
	Font        string `json:"font"` // one of Fonts
	HeadingFont string `json:"heading_font"`
	Header      string `json:"header"` // URL of an image above the text; "": the department's logo or name
}
