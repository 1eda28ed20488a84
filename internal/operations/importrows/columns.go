package importrows

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"laurel/internal/formats/spreadsheets"
)

// HeaderWithin is the number of rows that are searched for the header. sampled is the number of sample values per column.
const (
	HeaderWithin = 20
	sampled      = 5
)

var looksLikeValue = regexp.MustCompile(`^[-+]?[0-9][0-9.,/: %-]*$|@`)

// DetectHeader returns the number of the header row: of the first rows, the one with the most known column names, or else the first one
// in which no cell looks like a value. It returns 0 if there is none.
func DetectHeader(first []spreadsheets.Row) int {
	best, known := 0, 0
	for _, row := range first {
		n := 0
		for _, cell := range row.Cells {
			if synonyms[normal(cell)] != "" {
				n++
			}
		}
		if n > known {
			best, known = row.Number, n
		}
	}
	if best != 0 {
		return best
	}
	widest := 0
	for _, row := range first {
		widest = max(widest, len(row.Cells))
	}
	for _, row := range first {
		if len(row.Cells)*2 < widest { // a title above the table
			continue
		}
		for _, cell := range row.Cells {
			if looksLikeValue.MatchString(cell) {
				return 0
			}
		}
		return row.Number
	}
	return 0
}

// Survey collects the names, sample values and date formats of the columns while a file is read.
type Survey struct {
	Header  int
	columns []Column
	dates   []dateCount
	Rows    int
}

// See adds a row of the file.
func (s *Survey) See(row spreadsheets.Row) {
	for len(s.columns) < len(row.Cells) {
		n := len(s.columns)
		s.columns = append(s.columns, Column{Index: n, Name: fmt.Sprint("Column ", n+1), Samples: []string{}})
		s.dates = append(s.dates, dateCount{})
	}
	if row.Number == s.Header {
		for i, cell := range row.Cells {
			if cell != "" {
				s.columns[i].Name = cell
			}
		}
	}
	if row.Number <= s.Header {
		return
	}
	s.Rows++
	for i, cell := range row.Cells {
		if cell == "" {
			continue
		}
		c := &s.columns[i]
		c.Filled++
		if len(c.Samples) < sampled {
			c.Samples = append(c.Samples, shorten(cell))
		}
		s.dates[i].see(cell)
	}
}

// Result returns the columns that have a name or a value.
func (s *Survey) Result() []Column {
	for i := range s.columns {
		s.columns[i].Dates = s.dates[i].verdict()
	}
	return s.columns
}

func shorten(text string) string {
	const most = 100
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

// normal normalizes a column name for comparison.
func normal(name string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(norm.NFKC.String(name)) {
		switch r {
		case ' ', '_', '-', '.', ':', '*', '/', '\u00a0', '(', ')', '\'', '’':
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// Signature returns a hash of the column names. Files with the same columns have the same signature.
func Signature(columns []Column) []byte {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = normal(c.Name)
	}
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return sum[:]
}
