package spreadsheets

import (
	"encoding/xml"
	"errors"
	"strconv"
	"strings"
	"time"
)

// sharedBytes is the most memory that the texts take which cells share.
const sharedBytes = 64 << 20

const textPiece = 256 << 10

// textStore keeps many texts without a piece of memory for each.
type textStore struct {
	pieces [][]byte
	places []textPlace
	size   int
}

type textPlace struct{ piece, begin, end uint32 }

func (s *textStore) add(text []byte) error {
	if s.size += len(text) + 12; s.size > sharedBytes {
		return problem(TooLarge, "max", sharedBytes>>20)
	}
	last := len(s.pieces) - 1
	if last < 0 || cap(s.pieces[last])-len(s.pieces[last]) < len(text) {
		s.pieces = append(s.pieces, make([]byte, 0, max(textPiece, len(text))))
		last++
	}
	begin := len(s.pieces[last])
	s.pieces[last] = append(s.pieces[last], text...)
	s.places = append(s.places, textPlace{uint32(last), uint32(begin), uint32(begin + len(text))}) //nolint:gosec // all within sharedBytes
	return nil
}

func (s *textStore) at(i int) (string, bool) {
	if i < 0 || i >= len(s.places) {
		return "", false
	}
	p := s.places[i]
	return string(s.pieces[p.piece][p.begin:p.end]), true
}

// readTexts reads the texts that cells share.
func (x *xlsx) readTexts(part string) error {
	var text []byte
	return x.walk(part, func(d *xml.Decoder, e xml.StartElement) (err error) {
		if e.Name.Local != "si" {
			return nil
		}
		if text, err = textOf(d, "si", text[:0]); err != nil {
			return err
		}
		return x.texts.add(text)
	})
}

// textOf reads the text of an element that was begun, in whatever runs it is written; how it is pronounced is left out.
func textOf(d *xml.Decoder, element string, text []byte) ([]byte, error) {
	inText, spoken := 0, 0
	for {
		token, err := d.RawToken()
		if err != nil {
			return text, broken(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "t":
				inText++
			case "rPh":
				spoken++
			}
		case xml.EndElement:
			switch e.Name.Local {
			case element:
				return unescaped(text), nil
			case "t":
				inText--
			case "rPh":
				spoken--
			}
		case xml.CharData:
			if inText > 0 && spoken == 0 {
				text = append(text, e...)
			}
		}
	}
}

// unescaped takes back how a workbook writes characters that XML has not.
func unescaped(text []byte) []byte {
	if !strings.Contains(string(text), "_x") {
		return text
	}
	return escaped.ReplaceAllFunc(text, func(code []byte) []byte {
		n, err := strconv.ParseUint(string(code[2:6]), 16, 16)
		if err != nil || n >= 0xd800 && n < 0xe000 {
			return code
		}
		return []byte(string(rune(n)))
	})
}

// cell is a cell while it is read.
type cell struct {
	column, style int
	kind          string
	value         string
	text          bool // it has a text of its own
}

// readSheet reads the rows of a sheet one by one.
func (x *xlsx) readSheet(part string, g *gate) error {
	number := 0
	return x.walk(part, func(d *xml.Decoder, e xml.StartElement) error {
		if e.Name.Local != "row" {
			return nil
		}
		number++
		if n, err := strconv.Atoi(attr(e, "r")); err == nil && n > 0 {
			number = n
		}
		cells, err := x.readRow(d)
		if err != nil {
			return err
		}
		return g.row(number, cells)
	})
}

func (x *xlsx) readRow(d *xml.Decoder) ([]string, error) {
	var cells []string
	column := -1
	for {
		token, err := d.RawToken()
		if err != nil {
			return nil, broken(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			if e.Name.Local == "row" {
				return cells, nil
			}
		case xml.StartElement:
			if e.Name.Local != "c" {
				continue
			}
			c := cell{column: column + 1, kind: attr(e, "t")}
			c.style, _ = strconv.Atoi(attr(e, "s"))
			if at, ok := columnAt(attr(e, "r")); ok {
				c.column = at
			}
			if column = c.column; column > lastColumn {
				return nil, &malformed{errors.New("a column that no sheet has")}
			}
			if err := c.read(d); err != nil {
				return nil, err
			}
			shown, err := x.shown(c)
			if err != nil {
				return nil, err
			}
			if shown == "" {
				continue
			}
			for len(cells) <= c.column {
				cells = append(cells, "")
			}
			cells[c.column] = shown
		}
	}
}

const lastColumn = 16_383

// columnAt is the column of a cell such as AB12, from 0.
func columnAt(name string) (int, bool) {
	column := 0
	for _, r := range name {
		if r < 'A' || r > 'Z' {
			break
		}
		if column = column*26 + int(r-'A') + 1; column > lastColumn+1 {
			break
		}
	}
	return column - 1, column > 0
}

// read reads what is in a cell that was begun.
func (c *cell) read(d *xml.Decoder) error {
	inValue := false
	for {
		token, err := d.RawToken()
		if err != nil {
			return broken(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "v":
				inValue = true
			case "is":
				text, err := textOf(d, "is", nil)
				if err != nil {
					return err
				}
				c.value, c.text = string(text), true
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "v":
				inValue = false
			case "c":
				return nil
			}
		case xml.CharData:
			if inValue && !c.text {
				c.value += string(e)
			}
		}
	}
}

// shown is what a cell shows.
func (x *xlsx) shown(c cell) (string, error) {
	switch {
	case c.value == "" || c.text:
		return c.value, nil
	case c.kind == "s":
		i, err := strconv.Atoi(strings.TrimSpace(c.value))
		text, ok := x.texts.at(i)
		if err != nil || !ok {
			return "", &malformed{errors.New("a text that is not there")}
		}
		return text, nil
	case c.kind == "b":
		return strings.ToUpper(strconv.FormatBool(c.value == "1" || strings.EqualFold(c.value, "true"))), nil
	case c.kind == "d":
		return isoDay(c.value), nil
	case c.kind == "str":
		return string(unescaped([]byte(c.value))), nil
	case c.kind != "" && c.kind != "n":
		return c.value, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(c.value), 64)
	if err == nil {
		return x.shownNumber(v, c.style), nil
	}
	return c.value, nil
}

// shownNumber is what a number shows in a style.
func (x *xlsx) shownNumber(v float64, style int) string {
	f := cellFormat{}
	if style >= 0 && style < len(x.formats) {
		f = x.formats[style]
	}
	out := number(v, f.as, x.from1904)
	if missing := f.digits - len(out); missing > 0 && !strings.ContainsAny(out, "-.") {
		out = strings.Repeat("0", missing) + out
	}
	return out
}

// isoDay writes a moment of a cell as others are written.
func isoDay(value string) string {
	for _, layout := range []string{"2006-01-02T15:04:05", time.RFC3339, "2006-01-02T15:04", time.DateOnly} {
		if at, err := time.Parse(layout, value); err == nil {
			if at.Equal(at.Truncate(24 * time.Hour)) {
				return at.Format(time.DateOnly)
			}
			return at.Format(time.DateTime)
		}
	}
	return value
}
