package spreadsheets

import (
	"strings"
	"unicode/utf8"
)

// gate passes on rows within the limits and skips empty ones.
type gate struct {
	rows int
	emit func(Row) error
}

func (g *gate) row(number int, cells []string) error {
	last := 0
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		cells[i] = cell
		if cell == "" {
			continue
		}
		last = i + 1
		if err := fits(number, cell); err != nil {
			return err
		}
	}
	if last == 0 {
		return nil
	}
	if last > MaxColumns {
		return problem(TooManyColumns, "max", MaxColumns)
	}
	if g.rows++; g.rows > MaxRows+1 { // and the header
		return problem(TooManyRows, "max", MaxRows)
	}
	return g.emit(Row{number, cells[:last]})
}

func fits(number int, cell string) error {
	if len(cell) > MaxCell && utf8.RuneCountInString(cell) > MaxCell {
		return problem(CellTooLong, "row", number, "max", MaxCell)
	}
	if strings.ContainsRune(cell, 0) || !utf8.ValidString(cell) { // nobody wrote that, and PostgreSQL keeps no NUL
		return problem(TextUnreadable, "row", number)
	}
	return nil
}
