package departments

import (
	"context"
	"fmt"

	"laurel/internal/platform/pg"
)

// Public is what the world may know of a department. It stays readable when the department is gone: issued badges name it.
type Public struct {
	ID          int64
	Name        string
	URL         string
	Logo        string
	Description string
	// ContactEmail is "" where the department has set none.
	ContactEmail string
	Language     string
}

// ReadPublic reads any department, or ErrNotFound.
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
