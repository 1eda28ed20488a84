package spreadsheets

import (
	"bytes"
	"errors"
	"strings"

	"github.com/xuri/excelize/v2"
)

// unzippedBytes bounds what a file of xlsx unpacks to.
const unzippedBytes = 200 << 20

// readXLSX streams one sheet. Formulas count by the values that they had when the file was saved.
func readXLSX(data []byte, choice Choice, head func(Book) error, g *gate) error {
	// Sheets up to the whole limit stay in memory: there is no place on disk where this process may write.
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: unzippedBytes, UnzipXMLSizeLimit: unzippedBytes})
	if err != nil {
		return xlsxProblem(err)
	}
	defer func() { _ = f.Close() }()
	book := Book{Sheets: f.GetSheetList(), Sheet: choice.Sheet}
	if len(book.Sheets) == 0 {
		return problem(Empty)
	}
	if book.Sheet < 0 || book.Sheet >= len(book.Sheets) {
		book.Sheet = 0
	}
	if err := head(book); err != nil {
		return err
	}
	plainDates(f)
	rows, err := f.Rows(book.Sheets[book.Sheet])
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = rows.Close() }()
	for number := 1; rows.Next(); number++ {
		cells, err := rows.Columns()
		if err != nil {
			return unreadable(err)
		}
		if err := g.row(number, cells); err != nil {
			return err
		}
	}
	if err := rows.Error(); err != nil {
		return unreadable(err)
	}
	return nil
}

func xlsxProblem(err error) *Problem {
	if strings.Contains(err.Error(), "unzip size exceeds") {
		return problem(TooLarge, "max", unzippedBytes>>20)
	}
	if errors.Is(err, excelize.ErrWorkbookPassword) || errors.Is(err, excelize.ErrWorkbookFileFormat) {
		return &Problem{Code: Encrypted, Detail: err.Error()}
	}
	return unreadable(err)
}

// The numbers of formats that excel gives to none.
const (
	plainDate     = 9001
	plainDateTime = 9002
)

// plainDates makes every cell that is shown as a date read as one that has only one meaning, whatever its format is.
func plainDates(f *excelize.File) {
	if _, err := f.GetStyle(0); err != nil || f.Styles == nil || f.Styles.CellXfs == nil {
		return // a file without formats
	}
	codes := map[int]string{}
	if f.Styles.NumFmts != nil {
		for _, n := range f.Styles.NumFmts.NumFmt {
			codes[n.NumFmtID] = n.FormatCode
		}
	}
	for i, xf := range f.Styles.CellXfs.Xf {
		if xf.NumFmtID == nil {
			continue
		}
		to := 0
		switch shownAs(*xf.NumFmtID, codes[*xf.NumFmtID]) {
		case asDate:
			to = plainDate
		case asDateTime:
			to = plainDateTime
		default:
			continue
		}
		f.Styles.CellXfs.Xf[i].NumFmtID = &to
	}
	date, dateTime := "yyyy\\-mm\\-dd", "yyyy\\-mm\\-dd\\ hh:mm:ss"
	style := func(code *string) int {
		id, err := f.NewStyle(&excelize.Style{CustomNumFmt: code})
		if err != nil {
			return 0
		}
		return *f.Styles.CellXfs.Xf[id].NumFmtID
	}
	dateID, dateTimeID := style(&date), style(&dateTime)
	for i, xf := range f.Styles.CellXfs.Xf {
		switch {
		case xf.NumFmtID == nil:
		case *xf.NumFmtID == plainDate:
			f.Styles.CellXfs.Xf[i].NumFmtID = &dateID
		case *xf.NumFmtID == plainDateTime:
			f.Styles.CellXfs.Xf[i].NumFmtID = &dateTimeID
		}
	}
}
