package spreadsheets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

const (
	utf8Name    = "utf-8"
	utf16LE     = "utf-16le"
	utf16BE     = "utf-16be"
	windows1252 = "windows-1252"
)

// encodings are the supported text encodings.
var encodings = map[string]encoding.Encoding{
	utf8Name: unicode.UTF8BOM,
	utf16LE:  unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), utf16BE: unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, windows1252: charmap.Windows1252,
	"windows-1254": charmap.Windows1254, "windows-1256": charmap.Windows1256,
	"shift_jis": japanese.ShiftJIS, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5, "euc-kr": korean.EUCKR,
}

// Encodings returns the names of the supported text encodings.
func Encodings() []string {
	var names []string
	for name := range encodings {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// delimiters are the supported delimiters by name.
var delimiters = map[string]rune{",": ',', ";": ';', "tab": '\t', "|": '|'}

// Delimiters returns the names of the supported delimiters.
func Delimiters() []string { return []string{",", ";", "tab", "|"} }

// readText reads a text file with delimited cells.
func readText(data []byte, choice Choice, head func(Book) error, g *gate) error {
	book := Book{Sheets: []string{""}, Encoding: choice.Encoding, Delimiter: choice.Delimiter}
	if book.Encoding == "" {
		book.Encoding = detectEncoding(data)
	}
	from, ok := encodings[book.Encoding]
	if !ok {
		return problem(Unreadable)
	}
	text, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return unreadable(err)
	}
	if book.Delimiter == "" {
		book.Delimiter = detectDelimiter(text)
	}
	comma, ok := delimiters[book.Delimiter]
	if !ok {
		return problem(Unreadable)
	}
	if err := head(book); err != nil {
		return err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.ReuseRecord = comma, true, -1, true
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unreadable(err)
		}
		line, _ := r.FieldPos(0)
		if err := g.row(line, cells); err != nil {
			return err
		}
	}
}

// detectEncoding examines the byte order mark, the zeros of UTF-16, and whether the text is valid UTF-8.
func detectEncoding(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return utf8Name
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return utf16LE
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return utf16BE
	}
	sample := data[:min(len(data), 4096)]
	var zeros [2]int
	for i, b := range sample {
		if b == 0 {
			zeros[i%2]++
		}
	}
	const many = 4 // every fourth letter at least is a Latin one, a digit or a separator
	switch half := len(sample) / 2; {
	case half > 0 && zeros[1]*many > half && zeros[0]*many < zeros[1]:
		return utf16LE
	case half > 0 && zeros[0]*many > half && zeros[1]*many < zeros[0]:
		return utf16BE
	case utf8.Valid(data):
		return utf8Name
	}
	return windows1252
}

// detectDelimiter picks the character that occurs equally often in most of the first lines.
func detectDelimiter(text []byte) string {
	lines := firstLines(text, 50)
	best, bestScore := ",", 0
	for _, name := range Delimiters() {
		counts := map[int]int{}
		for _, line := range lines {
			if n := strings.Count(line, string(delimiters[name])); n > 0 {
				counts[n]++
			}
		}
		score := 0
		for n, equal := range counts {
			score = max(score, equal*100+min(n, 99))
		}
		if score > bestScore {
			best, bestScore = name, score
		}
	}
	return best
}

// firstLines returns the first lines without quoted parts.
func firstLines(text []byte, most int) []string {
	var lines []string
	var line strings.Builder
	quoted := false
	for _, b := range text[:min(len(text), 256<<10)] {
		switch {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '\n' || b == '\r':
			if line.Len() > 0 {
				lines = append(lines, line.String())
				line.Reset()
			}
			if len(lines) == most {
				return lines
			}
		default:
			line.WriteByte(b)
		}
	}
	return append(lines, line.String())
}
