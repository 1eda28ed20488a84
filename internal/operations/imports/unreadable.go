package imports

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/pg"
)

// Unreadable is a spreadsheet that could not be read. Its file is kept so that the operator can find the cause.
type Unreadable struct {
	UUID         uuid.UUID // of the import
	DepartmentID int64
	Department   string
	FileName     string // as whoever sent it calls it
	Format       string
	Problem      importrows.Notice
	At           time.Time
	key          string
}

// mostUnreadable is the maximum number of unreadable spreadsheets in the list.
const mostUnreadable = 1000

// Unreadable lists the unreadable spreadsheets of all departments for the operator, latest first.
func (s *Service) Unreadable(ctx context.Context) ([]Unreadable, error) {
	var rows []db.ImportsUnreadableRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.ImportsUnreadable(ctx, tx, mostUnreadable)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list unreadable spreadsheets: %w", err)
	}
	out := make([]Unreadable, len(rows))
	for i, r := range rows {
		out[i] = Unreadable{UUID: r.Uuid, DepartmentID: r.DepartmentID, Department: r.Department, FileName: r.FileName, Format: r.Format, key: r.ObjectKey}
		if r.FinishedAt != nil {
			out[i].At = *r.FinishedAt
		}
		if err := json.Unmarshal(r.Problem, &out[i].Problem); err != nil {
			return nil, fmt.Errorf("read why a spreadsheet is unreadable: %w", err)
		}
	}
	return out, nil
}

// UnreadableFile returns the content of the file.
func (s *Service) UnreadableFile(ctx context.Context, u Unreadable) ([]byte, error) {
	data, _, err := s.files.Get(ctx, u.key, spreadsheets.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("fetch an unreadable spreadsheet: %w", err)
	}
	return data, nil
}
