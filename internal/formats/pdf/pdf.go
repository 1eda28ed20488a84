// Package pdf takes apart the PDF that Chrome prints of many pages and makes a document of each: with its own fonts, tags,
// boxes and metadata, all of its content tagged or marked as decoration, and its text readable by machines.
//
// It reads nothing but what Chrome writes, and refuses the rest with ErrForm: a general reader would be larger, slower and
// easier to fool.
package pdf

import "errors"

// ErrForm says that a file is not in the form that Chrome writes.
var ErrForm = errors.New("PDF is not in the form that Chrome writes")

// ErrUntagged says that a page has text without tags.
var ErrUntagged = errors.New("page is not tagged")

// Block is one tagged part of a page: a heading, a paragraph or a figure.
type Block struct {
	Role  string // the standard type of PDF: "H1", "P", "Figure" ...
	Lines []Line // in the order in which they are painted
}

// Figure is the role of a picture with a description.
const Figure = "Figure"

// Line is one painted line of text, as its glyphs say.
type Line struct {
	// Text is in reading order, but for right-to-left parts: their letters come as they stand on the paper.
	Text string
	// RightToLeft is true when the line has such parts.
	RightToLeft bool
	// Fonts are the names of the embedded fonts, without the tag of the subset. One whose glyphs are pictures has no name.
	Fonts []string
}
