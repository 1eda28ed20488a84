package credentialsearch

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// DesignDrafts is a design with the number of drafts that use it.
type DesignDrafts struct {
	DesignID int64
	Name     string
	Count    int
}

// mostDesigns is the maximum number of designs in the list.
const mostDesigns = 1_000

// DraftDesigns returns the designs of the drafts in a selection, for checking them before publishing. It returns an error for an empty
// selection.
func (s *Service) DraftDesigns(ctx context.Context, by access.Actor, sel Selection) ([]DesignDrafts, error) {
	var out []DesignDrafts
	err := s.WithSelected(ctx, by, sel, func(tx pgx.Tx, ids []int64) error {
		rows, err := s.q.CredentialDraftDesigns(ctx, tx, db.CredentialDraftDesignsParams{
			DepartmentID: by.DepartmentID, Ids: ids, RowLimit: mostDesigns,
		})
		if err != nil {
			return fmt.Errorf("count drafts by design: %w", err)
		}
		for _, r := range rows {
			out = append(out, DesignDrafts{r.ID, r.Name, int(r.Drafts)})
		}
		return nil
	})
	return out, err
}

// DraftsOf returns the drafts of a selection that use a design in chunks: those with an ID above after. It returns an error for an
// empty selection.
func (s *Service) DraftsOf(ctx context.Context, by access.Actor, sel Selection, designID int64, step credentials.PageCursor) ([]credentials.Credential, error) {
	var out []credentials.Credential
	err := s.WithSelected(ctx, by, sel, func(tx pgx.Tx, ids []int64) error {
		found, err := s.q.CredentialDraftsOfDesign(ctx, tx, db.CredentialDraftsOfDesignParams{
			DepartmentID: by.DepartmentID, Ids: ids, DesignID: designID, After: step.After, RowLimit: page.Request{Size: step.Limit}.Limit(),
		})
		if err != nil {
			return fmt.Errorf("find drafts of a design: %w", err)
		}
		out, err = s.credentials.ReadInOrderTx(ctx, tx, found)
		return err
	})
	return out, err
}

// WithSelected runs read with the IDs of a selection. It returns ErrNothingSelected for an empty one.
func (s *Service) WithSelected(ctx context.Context, by access.Actor, sel Selection, read func(tx pgx.Tx, ids []int64) error) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		return read(tx, ids)
	})
}
