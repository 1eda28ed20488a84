package importrows

import (
	"context"
	"fmt"
	"regexp"

	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/importrows/internal/db"
)

// customTag matches a custom attribute in a design.
var customTag = regexp.MustCompile(`custom\.([a-z][a-z0-9_]*)`)

// Shows returns the custom attributes that the designs of groups show.
func (s *Service) Shows(ctx context.Context, tx pgx.Tx, departmentID int64, groupIDs []int64) (map[int64]map[string]bool, error) {
	if len(groupIDs) == 0 {
		return nil, nil
	}
	rows, err := s.q.LookupDesigns(ctx, tx, db.LookupDesignsParams{DepartmentID: departmentID, Ids: groupIDs})
	if err != nil {
		return nil, fmt.Errorf("read what designs show: %w", err)
	}
	shows := map[int64]map[string]bool{}
	for _, row := range rows {
		if shows[row.GroupID] == nil {
			shows[row.GroupID] = map[string]bool{}
		}
		for _, m := range customTag.FindAllSubmatch(row.Document, -1) {
			shows[row.GroupID][string(m[1])] = true
		}
	}
	return shows, nil
}
