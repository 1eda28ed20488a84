package spreadsheets

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/richardlehane/mscfb"
)

var errNoWorkbook = errors.New("there is no workbook of Excel 97 or later in it")

// readXLS reads one sheet of a workbook of Excel 97 to 2003.
func readXLS(data []byte, choice Choice, head func(Book) error, g *gate) error {
	stream, err := workbookStream(data)
	if err != nil {
		return unreadable(err)
	}
	w := &workbook{}
	if err := records(stream, 0, w.global); err != nil {
		return told(err)
	}
	if len(w.sheets) == 0 {
		return unreadable(errNoWorkbook)
	}
	book := Book{Sheet: choice.Sheet}
	for _, s := range w.sheets {
		book.Sheets = append(book.Sheets, s.name)
	}
	if book.Sheet < 0 || book.Sheet >= len(w.sheets) {
		book.Sheet = 0
	}
	if err := head(book); err != nil {
		return err
	}
	s := &sheet{book: w, rows: map[int][]string{}}
	if err := records(stream, w.sheets[book.Sheet].at, s.record); err != nil {
		return told(err)
	}
	numbers := make([]int, 0, len(s.rows))
	for number := range s.rows {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		if err := g.row(number+1, s.rows[number]); err != nil {
			return err
		}
	}
	return nil
}

func told(err error) error {
	if _, ok := errors.AsType[*Problem](err); ok {
		return err
	}
	return unreadable(err)
}

// workbookStream takes the workbook out of the file, which is a file system of its own.
func workbookStream(data []byte) ([]byte, error) {
	files, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for f, err := files.Next(); err == nil; f, err = files.Next() {
		if strings.EqualFold(f.Name, "Workbook") {
			return io.ReadAll(io.LimitReader(f, MaxBytes))
		}
	}
	return nil, errNoWorkbook
}

type place struct {
	name string
	at   uint32
}

// workbook is what sheets share.
type workbook struct {
	sheets   []place
	texts    []string
	formats  map[int]string
	styles   []int // the format of each
	from1904 bool
}

func (w *workbook) global(r record) (bool, error) {
	c := r.cursor()
	switch r.kind {
	case recBOF:
		version, err := c.u16()
		if err == nil && version != version8 {
			err = errNoWorkbook
		}
		return true, err
	case recEOF:
		return false, nil
	case recFilePass:
		return false, problem(Encrypted)
	case recDateMode:
		mode, err := c.u16()
		w.from1904 = mode == 1
		return true, err
	case recFormat:
		id, err := c.u16()
		if err != nil {
			return false, err
		}
		code, err := c.unicode()
		if w.formats == nil {
			w.formats = map[int]string{}
		}
		w.formats[int(id)] = code
		return true, err
	case recXF:
		if err := c.skip(2); err != nil {
			return false, err
		}
		id, err := c.u16()
		w.styles = append(w.styles, int(id))
		return true, err
	case recSheet:
		return true, w.sheet(c)
	case recSST:
		return true, w.sharedTexts(c)
	}
	return true, nil
}

func (w *workbook) sheet(c *cursor) error {
	at, err := c.u32()
	if err != nil {
		return err
	}
	if _, err := c.u8(); err != nil { // hidden ones are offered too
		return err
	}
	kind, err := c.u8()
	if err != nil {
		return err
	}
	length, err := c.u8()
	if err != nil {
		return err
	}
	flags, err := c.u8()
	if err != nil {
		return err
	}
	name, err := c.text(uint16(length), flags&1 != 0)
	if kind == 0 { // no chart, no macro
		w.sheets = append(w.sheets, place{name, at})
	}
	return err
}

func (w *workbook) sharedTexts(c *cursor) error {
	if err := c.skip(4); err != nil {
		return err
	}
	count, err := c.u32()
	if err != nil {
		return err
	}
	for range count {
		if c.ended() {
			return errShort
		}
		s, err := c.unicode()
		if err != nil {
			return err
		}
		w.texts = append(w.texts, s)
	}
	return nil
}

func (w *workbook) shownAs(style uint16) shown {
	if int(style) >= len(w.styles) {
		return asNumber
	}
	id := w.styles[style]
	return shownAs(id, w.formats[id])
}

// sheet collects the cells of one sheet.
type sheet struct {
	book          *workbook
	rows          map[int][]string
	depth         int // charts inside of a sheet are sheets of their own
	textRow, text int // where the text of a formula belongs
}

func (s *sheet) put(row, column int, text string) error {
	if text == "" {
		return nil
	}
	if column >= MaxColumns {
		return problem(TooManyColumns, "max", MaxColumns)
	}
	cells := s.rows[row]
	if cells == nil && len(s.rows) > MaxRows {
		return problem(TooManyRows, "max", MaxRows)
	}
	for len(cells) <= column {
		cells = append(cells, "")
	}
	cells[column] = text
	s.rows[row] = cells
	return nil
}

func (s *sheet) record(r record) (bool, error) {
	switch r.kind {
	case recBOF:
		s.depth++
		return true, nil
	case recEOF:
		s.depth--
		return s.depth > 0, nil
	}
	if s.depth != 1 {
		return true, nil
	}
	c := r.cursor()
	if r.kind == recString {
		text, err := c.unicode()
		if err != nil {
			return false, err
		}
		return true, s.put(s.textRow, s.text, text)
	}
	read, ok := cellReaders[r.kind]
	if !ok {
		return true, nil
	}
	row, err := c.u16()
	if err != nil {
		return false, err
	}
	column, err := c.u16()
	if err != nil {
		return false, err
	}
	return true, read(s, c, int(row), int(column))
}

// cellReaders read what follows row and column.
var cellReaders = map[uint16]func(s *sheet, c *cursor, row, column int) error{
	recNumber: (*sheet).number, recRK: (*sheet).packed, recMulRK: (*sheet).manyPacked, recLabelSST: (*sheet).shared,
	recLabel: (*sheet).label, recRString: (*sheet).label, recBool: (*sheet).truth, recFormula: (*sheet).formula,
}

func (s *sheet) number(c *cursor, row, column int) error {
	style, err := c.u16()
	if err != nil {
		return err
	}
	v, err := c.f64()
	if err != nil {
		return err
	}
	return s.put(row, column, number(v, s.book.shownAs(style), s.book.from1904))
}

func (s *sheet) packed(c *cursor, row, column int) error {
	style, err := c.u16()
	if err != nil {
		return err
	}
	v, err := c.u32()
	if err != nil {
		return err
	}
	return s.put(row, column, number(rk(v), s.book.shownAs(style), s.book.from1904))
}

func (s *sheet) manyPacked(c *cursor, row, column int) error {
	for left := len(c.parts[0]) - 4; left >= 8; left -= 6 { // the last two bytes are the last column
		if err := s.packed(c, row, column); err != nil {
			return err
		}
		column++
	}
	return nil
}

func (s *sheet) shared(c *cursor, row, column int) error {
	if err := c.skip(2); err != nil {
		return err
	}
	index, err := c.u32()
	if err != nil {
		return err
	}
	if int64(index) >= int64(len(s.book.texts)) {
		return errShort
	}
	return s.put(row, column, s.book.texts[index])
}

func (s *sheet) label(c *cursor, row, column int) error {
	if err := c.skip(2); err != nil {
		return err
	}
	text, err := c.unicode()
	if err != nil {
		return err
	}
	return s.put(row, column, text)
}

func (s *sheet) truth(c *cursor, row, column int) error {
	if err := c.skip(2); err != nil {
		return err
	}
	value, err := c.u8()
	if err != nil {
		return err
	}
	isError, err := c.u8()
	if err != nil {
		return err
	}
	return s.put(row, column, truth(value, isError == 1))
}

// errorTexts are how spreadsheets show what cannot be computed.
var errorTexts = map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0f: "#VALUE!", 0x17: "#REF!", 0x1d: "#NAME?", 0x24: "#NUM!", 0x2a: "#N/A"}

func truth(value byte, isError bool) string {
	switch {
	case isError:
		return errorTexts[value]
	case value == 0:
		return "FALSE"
	}
	return "TRUE"
}

// formula takes the value that was computed last; a text comes in a record of its own.
func (s *sheet) formula(c *cursor, row, column int) error {
	style, err := c.u16()
	if err != nil {
		return err
	}
	low, err := c.u32()
	if err != nil {
		return err
	}
	high, err := c.u32()
	if err != nil {
		return err
	}
	if high>>16 != 0xffff {
		v := floatOf(low, high)
		return s.put(row, column, number(v, s.book.shownAs(style), s.book.from1904))
	}
	value := byte(low >> 16) //nolint:gosec // the third byte alone
	switch low & 0xff {
	case 0:
		s.textRow, s.text = row, column
	case 1, 2:
		return s.put(row, column, truth(value, low&0xff == 2))
	}
	return nil
}
