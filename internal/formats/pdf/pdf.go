// Package pdf splits the multi-page PDF that Chrome prints into one document per page, each with its own fonts, tags, boxes and
// metadata, with all content tagged or marked as artifact, and with extractable text.
//
// It accepts only what Chrome writes and returns ErrForm for the rest: a general parser would be larger, slower and easier to
// attack.
package pdf

import "errors"

// ErrForm means that a file does not have the form that Chrome writes.
var ErrForm = errors.New("PDF is not in the form that Chrome writes")

// ErrUntagged means that a page has untagged text.
var ErrUntagged = errors.New("page is not tagged")

// Block is one tagged element of a page: a heading, a paragraph or a figure.
type Block struct {
	Role  string // the standard type of PDF: "H1", "P", "Figure" ...
	Lines []Line // in the order in which they are painted
}

// Figure is the role of an image with a description.
const Figure = "Figure"

// Line is a line of text in painting order.
type Line struct {
	// Text is in reading order, except for right-to-left parts, whose letters are in visual order.
	Text string
	// RightToLeft reports whether the line has such parts.
	RightToLeft bool
	// Fonts are the names of the embedded fonts without the subset tag. Fonts with image glyphs have no name.
	Fonts []string
}
