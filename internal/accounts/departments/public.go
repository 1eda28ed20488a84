package departments

import (
	"context"
	"fmt"

	"laurel/internal/platform/pg"
)

// Public contains the public fields of a department. They stay readable after the department was deleted, because issued badges refer
// to them.
type Public struct {
	ID          int64
	Name        string
	URL         string
	Logo        string
	Description string
	// ContactEmail is "" if the department has not set one.
	ContactEmail string
	Language     string
}

// ReadPublic returns the public fields of any department. It returns ErrNotFound.
func (s *Service) ReadPublic(ctx context.Context, id int64) (Public, error) {
	row, err := s.store.q.DepartmentReadPublic(ctx, s.pool, id)
	if pg.NoRows(err) {
		return Public{}, ErrNotFound
	}
	if err != nil {
		return Public{}, fmt.Errorf("read public department: %w", err)
	}
	return Public{row.ID, row.Name, row.Url, row.Logo, row.Description, row.ContactEmail, row.Language}, nil
}
