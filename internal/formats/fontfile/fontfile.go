// Package fontfile parses untrusted font files: OpenType and WOFF2. It returns family, style and character coverage, and a copy
// that contains only known tables.
package fontfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// Errors of Read.
var (
	ErrNotAFont   = errors.New("fontfile: not a font of a kind we read")
	ErrBroken     = errors.New("fontfile: the font is damaged")
	ErrCollection = errors.New("fontfile: several fonts in one file")
	ErrVariable   = errors.New("fontfile: a variable font")
	ErrRestricted = errors.New("fontfile: its maker does not let it be embedded")
	ErrNoLetters  = errors.New("fontfile: it draws no characters that Unicode names")
	ErrTooLarge   = errors.New("fontfile: it unpacks to more than allowed")
)

// maxUnpacked limits the decompressed size of one font, in bytes: the largest CJK fonts take 25 MB.
const maxUnpacked = 48 << 20

// Style is the general style of a font.
type Style string

// The styles.
const (
	Sans    Style = "sans"
	Serif   Style = "serif"
	Script  Style = "script"
	Display Style = "display"
	Mono    Style = "mono"
)

// Font is a parsed and validated font.
type Font struct {
	Data   []byte // sanitised file: known tables only
	Ending string // ttf, otf or woff2
	Family string
	Weight int // 100 to 900, in hundreds
	Italic bool
	Style  Style
	Points Ranges // the characters that it contains
}

// Hash returns the content hash of the font.
func (f Font) Hash() string {
	sum := sha256.Sum256(f.Data)
	return hex.EncodeToString(sum[:])
}

// Read validates a font file and returns its sanitised form. It never panics, whatever the input.
func Read(data []byte) (Font, error) {
	t, err := open(data)
	if err != nil {
		return Font{}, err
	}
	if err := t.check(); err != nil {
		return Font{}, err
	}
	f := Font{Family: familyName(t.table("name")), Ending: t.ending()}
	f.Weight, f.Italic, f.Style = t.looks()
	if f.Points, err = readCmap(t.table("cmap"), t.glyphs()); err != nil {
		return Font{}, err
	}
	if f.Data, err = t.write(data); err != nil {
		return Font{}, err
	}
	return f, nil
}
