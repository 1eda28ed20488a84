package spreadsheets

import (
	"encoding/csv"
	"io"
	"strings"
)

// begin are the characters that make a spreadsheet program compute a cell instead of showing it; the wide ones do so in East
// Asian versions.
const begin = "=+-@\t\r＝＋－＠"

// Safe escapes a cell against formula injection: an apostrophe is added before a character that starts a formula.
func Safe(cell string) string {
	if strings.IndexAny(cell, begin) == 0 {
		return "'" + cell
	}
	return cell
}

// Plain reverses Safe.
func Plain(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && strings.IndexAny(rest, begin) == 0 {
		return rest
	}
	return cell
}

// WriteCSV writes rows escaped by Safe, with a byte order mark so that spreadsheet programs detect UTF-8.
func WriteCSV(w io.Writer, rows func(row func(cells []string) error) error) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	err := rows(func(cells []string) error {
		safe := make([]string, len(cells))
		for i, cell := range cells {
			safe[i] = Safe(cell)
		}
		return out.Write(safe)
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// WriteXLSX writes one sheet of text cells with a bold first row.
func WriteXLSX(w io.Writer, name string, rows [][]string) error {
	book := NewWorkbook(w)
	if err := book.Sheet(name, SheetStyle{Width: 24}); err != nil {
		return err
	}
	for i, cells := range rows {
		look := TextOnly
		if i == 0 {
			look = BoldText
		}
		values := make([]any, len(cells))
		for j, cell := range cells {
			values[j] = cell
		}
		if err := book.Row(look, values); err != nil {
			return err
		}
	}
	return book.Close()
}
