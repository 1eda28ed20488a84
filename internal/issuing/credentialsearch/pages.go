package credentialsearch

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
)

// SelectAfterTx returns the next IDs of a selection above after, at most limit of them, however many there are in all. The filters are
// evaluated each time, so later matches are included.
func (s *Service) SelectAfterTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection, after int64, limit int32) ([]int64, error) {
	named, query := sel.IDs, Query{}
	if sel.Query != nil {
		named, query = nil, *sel.Query
	}
	return s.selected(ctx, tx, by.DepartmentID, query, named, after, limit)
}

// CountTx counts a selection. It returns ErrNothingSelected for an empty list of IDs.
func (s *Service) CountTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection) (int64, error) {
	if sel.Query == nil {
		ids, err := s.SelectTx(ctx, tx, by, sel)
		return int64(len(ids)), err
	}
	return s.counted(ctx, tx, by.DepartmentID, *sel.Query, math.MaxInt64)
}

// counted counts the matches of a query up to most.
func (s *Service) counted(ctx context.Context, tx pgx.Tx, departmentID int64, q Query, most int64) (int64, error) {
	q.Cursor = ""
	f, err := q.filter(departmentID)
	if err != nil {
		return 0, err
	}
	if err := s.lookUp(ctx, tx, f); err != nil {
		return 0, err
	}
	return f.count(ctx, tx, most)
}
