package pdf

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// font is what is needed to extract text in a font.
type font struct {
	name  string // without the tag of the subset
	width int    // hexadecimal digits of one glyph
	text  map[string]string
}

// font returns the font of an object.
func (p *Document) font(number int) (*font, error) {
	if known := p.fonts[number]; known != nil {
		return known, nil
	}
	d, err := p.dict(number, "Font")
	if err != nil {
		return nil, err
	}
	f := &font{width: 4}
	if string(d.get("Subtype")) == "/Type3" {
		f.width = 2 // its glyphs are drawn in the file itself
	} else if err := p.embedded(d); err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(string(d.get("BaseFont")), "/")
	if _, plain, tagged := strings.Cut(name, "+"); tagged {
		name = plain
	}
	f.name = name
	if f.text, err = p.toUnicode(reference(d.get("ToUnicode"))); err != nil {
		return nil, err
	}
	p.fonts[number] = f
	return f, nil
}

// embedded rejects a font whose file is not embedded.
func (p *Document) embedded(font dict) error {
	parts, _ := readArray(font.get("DescendantFonts"))
	if len(parts) != 1 {
		return ErrForm
	}
	descendant, err := p.dict(reference(parts[0]), "Font")
	if err != nil {
		return err
	}
	descriptor, err := p.dict(reference(descendant.get("FontDescriptor")), "FontDescriptor")
	if err != nil {
		return err
	}
	if descriptor.get("FontFile2") == nil && descriptor.get("FontFile3") == nil && descriptor.get("FontFile") == nil {
		return fmt.Errorf("%w: %s is not embedded", ErrForm, font.get("BaseFont"))
	}
	return nil
}

// silent replaces the characters of glyphs that the font does not map: parts of letters, such as a separate dot. Their letter is given
// as ActualText, and readers without support for that show at least nothing wrong.
const silent = "<2060>"

// toUnicode reads the ToUnicode map and corrects invalid entries.
func (p *Document) toUnicode(number int) (map[string]string, error) {
	table, err := p.plain(number)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(table, []byte("> <0000>")) {
		table = bytes.ReplaceAll(table, []byte("> <0000>"), []byte("> "+silent))
		p.objects[number].replace(p.coder.deflate(table))
	}
	return readTable(table)
}

// replace replaces the stream of the object by a normalised one.
func (o *object) replace(stream []byte) {
	o.stream, o.value, o.cut, o.digest = stream, streamDict(len(stream)), nil, nil
}

func readTable(table []byte) (map[string]string, error) {
	text := map[string]string{}
	section := ""
	for line := range bytes.Lines(table) {
		words := bytes.Fields(line)
		if len(words) == 2 && bytes.HasPrefix(words[1], []byte("begin")) {
			section = string(words[1])
			continue
		}
		var err error
		switch {
		case len(words) == 1:
			section = ""
		case section == "beginbfchar" && len(words) == 2:
			err = addRange(text, words[0], words[0], words[1])
		case section == "beginbfrange" && len(words) == 3:
			err = addRange(text, words[0], words[1], words[2])
		}
		if err != nil {
			return nil, err
		}
	}
	return text, nil
}

// addRange maps glyphs to consecutive characters.
func addRange(text map[string]string, from, to, characters []byte) error {
	first, ok1 := hexUnits(pad(from))
	last, ok2 := hexUnits(pad(to))
	units, ok3 := hexUnits(characters)
	if !ok1 || !ok2 || !ok3 || len(first) != 1 || len(last) != 1 || len(units) == 0 || last[0] < first[0] {
		return ErrForm
	}
	digits := len(from) - len("<>")
	for offset := range last[0] - first[0] + 1 {
		mapped := slices.Clone(units)
		mapped[len(mapped)-1] += offset
		glyph := fmt.Sprintf("%04X", first[0]+offset)
		text[glyph[len(glyph)-digits:]] = string(utf16.Decode(mapped))
	}
	return nil
}

// pad pads a code of a small font to the length of the others.
func pad(word []byte) []byte {
	if len(word) == len("<00>") {
		return slices.Concat([]byte("<00"), word[1:])
	}
	return word
}

// hexUnits decodes a hexadecimal string as UTF-16.
func hexUnits(word []byte) ([]uint16, bool) {
	if len(word) < 2 || word[0] != '<' || word[len(word)-1] != '>' {
		return nil, false
	}
	raw, err := hex.DecodeString(string(word[1 : len(word)-1]))
	if err != nil || len(raw)%2 != 0 {
		return nil, false
	}
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i < len(raw); i += 2 {
		units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return units, true
}
