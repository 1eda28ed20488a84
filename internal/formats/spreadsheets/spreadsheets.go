// Package spreadsheets reads the rows of spreadsheets (csv, txt, xls, xlsx) as text, and writes CSV and XLSX. Untrusted files are
// parsed in a child process with limited memory and time and without network access.
package spreadsheets

import "fmt"

// Limits of a file.
const (
	MaxBytes   = 20 << 20
	MaxRows    = 50_000 // below the header
	MaxColumns = 200
	MaxCell    = 10_000 // characters
)

// Format is a file format, named by its extension.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	TXT  Format = "txt"
	XLS  Format = "xls"
	XLSX Format = "xlsx"
)

// Known reports whether files of the format can be read.
func (f Format) Known() bool { return f == CSV || f == TXT || f == XLS || f == XLSX }

// Choice selects how to read a file; empty fields are detected.
type Choice struct {
	Format    Format `json:"format"`
	Sheet     int    `json:"sheet"`
	Delimiter string `json:"delimiter"` // ",", ";", "tab" or "|"
	Encoding  string `json:"encoding"`  // a name of Encodings
}

// Book describes what was detected in a file.
type Book struct {
	Sheets    []string `json:"sheets"`
	Sheet     int      `json:"sheet"`
	Delimiter string   `json:"delimiter"` // of text files
	Encoding  string   `json:"encoding"`
}

// Row is a non-empty row with its number in the file, counted from 1. Cells are trimmed.
type Row struct {
	Number int      `json:"n"`
	Cells  []string `json:"c"`
}

// Problem is the reason why a file cannot be read.
type Problem struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params,omitempty"`
	Detail string         `json:"detail,omitempty"` // for the operator
}

// The codes of problems.
const (
	Unreadable     = "unreadable"
	Encrypted      = "encrypted"
	Empty          = "empty"
	TooManyRows    = "too_many_rows"
	TooManyColumns = "too_many_columns"
	CellTooLong    = "cell_too_long"
	TextUnreadable = "text_unreadable"
	TooLarge       = "too_large"
	TooSlow        = "too_slow"
	Crashed        = "crashed"
)

// Error implements error, for the log.
func (p *Problem) Error() string {
	return fmt.Sprintf("spreadsheet is %s %v %s", p.Code, p.Params, p.Detail)
}

func problem(code string, params ...any) *Problem {
	p := &Problem{Code: code}
	for i := 0; i+1 < len(params); i += 2 {
		if p.Params == nil {
			p.Params = map[string]any{}
		}
		p.Params[fmt.Sprint(params[i])] = params[i+1]
	}
	return p
}

func unreadable(err error) *Problem { return &Problem{Code: Unreadable, Detail: err.Error()} }
