package savedfilters

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/savedfilters/internal/db"
)

// EraseTx deletes every saved filter of a department that looks for an erased person. It implements people.Eraser.
func (s *Service) EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, names []string, _ []int64) error {
	filters, err := s.q.SavedFiltersOfDepartment(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("read saved filters: %w", err)
	}
	texts := append([]string{address}, names...)
	var ids []int64
	for _, f := range filters {
		if looksFor(f, texts) {
			ids = append(ids, f.ID)
		}
	}
	if err := s.q.SavedFiltersErase(ctx, tx, db.SavedFiltersEraseParams{DepartmentID: departmentID, Ids: ids}); err != nil {
		return fmt.Errorf("erase saved filters: %w", err)
	}
	return nil
}

// looksFor reports whether the name of a filter or one of its values is among the texts.
func looksFor(f db.SavedFiltersOfDepartmentRow, texts []string) bool {
	values, _ := url.ParseQuery(f.Query) // an unreadable query names nobody
	found := []string{f.Name}
	for _, v := range values {
		found = append(found, v...)
	}
	return slices.ContainsFunc(found, func(value string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return text != "" && strings.EqualFold(strings.TrimSpace(value), text) })
	})
}
