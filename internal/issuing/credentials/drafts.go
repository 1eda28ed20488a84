package credentials

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials/internal/db"
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
	err := s.selected(ctx, by, sel, func(tx pgx.Tx, ids []int64) error {
		rows, err := s.s.q.CredentialDraftDesigns(ctx, tx, db.CredentialDraftDesignsParams{
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
func (s *Service) DraftsOf(ctx context.Context, by access.Actor, sel Selection, designID int64, step PageCursor) ([]Credential, error) {
	var out []Credential
	err := s.selected(ctx, by, sel, func(tx pgx.Tx, ids []int64) error {
		rows, err := s.s.q.CredentialDraftsOfDesign(ctx, tx, db.CredentialDraftsOfDesignParams{
			DepartmentID: by.DepartmentID, Ids: ids, DesignID: designID, After: step.After, RowLimit: page.Request{Size: step.Limit}.Limit(),
		})
		out, err = s.s.shown(ctx, tx, rows, err)
		return err
	})
	return out, err
}

// selected runs a query over a selection.
func (s *Service) selected(ctx context.Context, by access.Actor, sel Selection, read func(tx pgx.Tx, ids []int64) error) error {
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
