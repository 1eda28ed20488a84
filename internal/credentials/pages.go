package credentials

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/credentials/internal/db"
)

// SelectAfterTx gives the next ids of a selection after one, at most so many, however many there are in all. The filters are
// looked at anew each time: what came to match since, further on, is among them.
func (s *Service) SelectAfterTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection, after int64, limit int32) ([]int64, error) {
	named, query := sel.IDs, Query{}
	if sel.Query != nil {
		named, query = nil, *sel.Query
	}
	p, err := query.params(by.DepartmentID)
	if err != nil {
		return nil, err
	}
	ids, err := s.s.q.CredentialIDs(ctx, tx, idParams(p, named, after, limit))
	if err != nil {
		return nil, fmt.Errorf("select credentials: %w", err)
	}
	return ids, nil
}

// CountTx counts a selection. It refuses an empty list of ids with ErrNothingSelected.
func (s *Service) CountTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection) (int64, error) {
	if sel.Query == nil {
		ids, err := s.SelectTx(ctx, tx, by, sel)
		return int64(len(ids)), err
	}
	p, err := sel.Query.params(by.DepartmentID)
	if err != nil {
		return 0, err
	}
	n, err := s.s.q.CredentialCount(ctx, tx, countParams(p))
	if err != nil {
		return 0, fmt.Errorf("count credentials: %w", err)
	}
	return n, nil
}

func idParams(p db.CredentialSearchParams, named []int64, after int64, limit int32) db.CredentialIDsParams {
	return db.CredentialIDsParams{
		DepartmentID: p.DepartmentID, GroupID: p.GroupID, ImportID: p.ImportID, States: p.States, Email: p.Email, RecipientName: p.RecipientName,
		RecipientID: p.RecipientID, LicenseID: p.LicenseID, EmailStatus: p.EmailStatus, Private: p.Private,
		StartDate: p.StartDate, EndDate: p.EndDate, Term: p.Term, Exact: p.Exact, Ids: named, After: after, RowLimit: limit,
	}
}
