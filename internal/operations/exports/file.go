package exports

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/platform/pg"
)

// pass is the encrypted content of a download token.
type pass struct {
	Export     int64     `json:"e"`
	Department int64     `json:"d"`
	User       int64     `json:"u,omitempty"`
	Key        int64     `json:"k,omitempty"`
	Until      time.Time `json:"t"`
}

const passContext = "data export link"

// Link returns a token for downloading a completed export in a browser. It is valid for LinkLifetime. Link returns "" if the export is
// not completed.
func (s *Service) Link(by access.Actor, e Export) (string, error) {
	if e.State != Completed {
		return "", nil
	}
	plain, err := json.Marshal(pass{e.ID, by.DepartmentID, by.UserID, by.APIKeyID, s.Clock.Now().Add(LinkLifetime)})
	if err != nil {
		return "", fmt.Errorf("write data export link: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.Keyring.Seal(plain, passContext)), nil
}

// Open returns the export of a token from Link. It returns ErrLink if the token is invalid or expired.
func (s *Service) Open(ctx context.Context, token string) (Export, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Export{}, ErrLink
	}
	plain, err := s.Keyring.Open(sealed, passContext)
	if err != nil {
		return Export{}, ErrLink
	}
	var p pass
	if err := json.Unmarshal(plain, &p); err != nil || !s.Clock.Now().Before(p.Until) {
		return Export{}, ErrLink
	}
	asker := access.Actor{UserID: p.User, APIKeyID: p.Key, DepartmentID: p.Department}
	var e Export
	err = pg.InDepartment(ctx, s.Pool, p.Department, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, asker, p.Export); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, asker, audit.Event{Action: "data_export.downloaded", ObjectKind: "data_export", ObjectID: e.ID})
	})
	return e, err
}

// byteOrderMark makes spreadsheet programs read the text as UTF-8.
const byteOrderMark = "\ufeff"

// WriteFile writes the file of a completed export. It calls progressed after each piece.
func (s *Service) WriteFile(ctx context.Context, e Export, out io.Writer, progressed func()) error {
	if e.Format == XLSX {
		return s.writeXLSX(ctx, e, out, progressed)
	}
	if _, err := io.WriteString(out, byteOrderMark); err != nil {
		return fmt.Errorf("write the file: %w", err)
	}
	header := csv.NewWriter(out)
	if err := header.Write(e.columns); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	if header.Flush(); header.Error() != nil {
		return header.Error()
	}
	for n := range e.pieces {
		piece, err := s.Files.Fetch(ctx, pieceKey(e.uuid, n))
		if err != nil {
			return fmt.Errorf("fetch a piece: %w", err)
		}
		if _, err := out.Write(piece); err != nil {
			return fmt.Errorf("write the file: %w", err)
		}
		progressed()
	}
	return nil
}

// sheetRows is the maximum number of rows of a sheet, including the header.
const sheetRows = spreadsheets.LastRow

// workbook writes an XLSX file row by row.
type workbook struct {
	file    *spreadsheets.Workbook
	columns []string
	numbers []bool // which columns hold numbers
	sheets  int
	row     int
	limit   int
}

func (s *Service) writeXLSX(ctx context.Context, e Export, out io.Writer, progressed func()) error {
	book := newWorkbook(out, e.columns, sheetRows)
	if err := book.nextSheet(); err != nil {
		return err
	}
	for n := range e.pieces {
		piece, err := s.Files.Fetch(ctx, pieceKey(e.uuid, n))
		if err != nil {
			return fmt.Errorf("fetch a piece: %w", err)
		}
		if err := book.add(csv.NewReader(bytes.NewReader(piece))); err != nil {
			return err
		}
		progressed()
	}
	return book.file.Close()
}

func newWorkbook(out io.Writer, columns []string, limit int) *workbook {
	b := &workbook{file: spreadsheets.NewWorkbook(out), columns: columns, numbers: make([]bool, len(columns)), limit: limit}
	for i, name := range columns {
		b.numbers[i] = name == "id" || name == "grade" || name == "version" || name == "attempts" ||
			!strings.HasPrefix(name, customPrefix) && (strings.HasSuffix(name, "_count") || strings.HasSuffix(name, "_id") && name != "license_id" && name != "recipient_id" && name != "object_id")
	}
	return b
}

// nextSheet starts a sheet with a frozen header row.
func (b *workbook) nextSheet() error {
	b.sheets++
	if err := b.file.Sheet(fmt.Sprint("Sheet", b.sheets), spreadsheets.SheetStyle{Frozen: true}); err != nil {
		return err
	}
	header := make([]any, len(b.columns))
	for i, name := range b.columns {
		header[i] = name
	}
	b.row = 1
	return b.put(header)
}

func (b *workbook) put(values []any) error {
	b.row++
	return b.file.Row(spreadsheets.Bare, values)
}

// add writes the rows of a piece.
func (b *workbook) add(lines *csv.Reader) error {
	lines.ReuseRecord = true
	values := make([]any, len(b.columns))
	for {
		record, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a piece: %w", err)
		}
		if b.row > b.limit {
			if err := b.nextSheet(); err != nil {
				return err
			}
		}
		for i, cell := range record {
			values[i] = b.value(i, cell)
		}
		if err := b.put(values); err != nil {
			return err
		}
	}
}

// value returns the value of a cell: a number in numeric columns, and text otherwise.
func (b *workbook) value(column int, cell string) any {
	if cell == "" {
		return nil
	}
	if b.numbers[column] {
		if n, err := strconv.ParseFloat(cell, 64); err == nil {
			return n
		}
	}
	return cell
}
