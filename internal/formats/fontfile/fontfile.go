// Package fontfile reads font files that strangers send: OpenType in its plain form and as WOFF2. It says what a font is and
// which characters it draws, and writes a copy that holds nothing but the tables we know.
package fontfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// What is wrong with a file.
var (
	ErrNotAFont   = errors.New("fontfile: not a font of a kind we read")
	ErrBroken     = errors.New("fontfile: the font is damaged")
	ErrCollection = errors.New("fontfile: several fonts in one file")
	ErrVariable   = errors.New("fontfile: a variable font")
	ErrRestricted = errors.New("fontfile: its maker does not let it be embedded")
	ErrNoLetters  = errors.New("fontfile: it draws no characters that Unicode names")
	ErrTooLarge   = errors.New("fontfile: it unpacks to more than allowed")
)

// maxUnpacked bounds the tables of one font: the largest of CJK take 25 MB.
const maxUnpacked = 48 << 20

// Style is the drawing of a font's letters, as far as its file tells.
type Style string

// The styles.
const (
	Sans    Style = "sans"
	Serif   Style = "serif"
	Script  Style = "script"
	Display Style = "display"
	Mono    Style = "mono"
)

// Font is a font that was read and found sound.
type Font struct {
	Data   []byte // to keep and to serve: the tables we know and nothing else
	Ending string // ttf, otf or woff2
	Family string
	Weight int // 100 to 900, in hundreds
	Italic bool
	Style  Style
	Points Ranges // the characters it draws
}

// Hash names the font by its content.
func (f Font) Hash() string {
	sum := sha256.Sum256(f.Data)
	return hex.EncodeToString(sum[:])
}

// Read checks a font file and gives it as it is to be kept. It never panics, whatever the bytes are.
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
