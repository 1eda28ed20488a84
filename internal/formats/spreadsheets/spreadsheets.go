// Package spreadsheets reads the rows of spreadsheets (csv, txt, xls, xlsx) as text, and writes some. Files of strangers are read in
// a child process with little memory, little time and no network, so that a malicious one ends nothing but its own reading.
package spreadsheets

import "fmt"

// The limits of a file.
const (
	MaxBytes   = 20 << 20
	MaxRows    = 50_000 // below the header
	MaxColumns = 200
	MaxCell    = 10_000 // characters
)

// Format is how a file is written, after its ending.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	TXT  Format = "txt"
	XLS  Format = "xls"
	XLSX Format = "xlsx"
)

// Known tells whether files of the format can be read.
func (f Format) Known() bool { return f == CSV || f == TXT || f == XLS || f == XLSX }

// Choice says how to read a file; what is left empty is found out.
type Choice struct {
	Format    Format `json:"format"`
	Sheet     int    `json:"sheet"`
	Delimiter string `json:"delimiter"` // ",", ";", "tab" or "|"
	Encoding  string `json:"encoding"`  // a name of Encodings
}

// Book is what was found out about a file.
type Book struct {
	Sheets    []string `json:"sheets"`
	Sheet     int      `json:"sheet"`
	Delimiter string   `json:"delimiter"` // of text files
	Encoding  string   `json:"encoding"`
}

// Row is a row that is not empty, with the number that it has in the file, from 1. The cells are trimmed.
type Row struct {
	Number int      `json:"n"`
	Cells  []string `json:"c"`
}

// Problem says why a file cannot be read.
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

// Error tells it to the log.
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
