package lifecycle

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle/internal/db"
)

// Check is a preview of publishing a selection.
type Check struct {
	Count           int // that would be published
	WithoutDesign   int // that would not
	WithoutEvidence int // that would not, because their group requires some
	GradeTooLow     int // that would not, because their group asks for a higher one
	NewRecipients   int // whom the department never issued anything to
	Mails           int // if recipients are written to
	Credits         credentials.Quote
}

// CheckPublishing previews publishing a selection. It returns an error for an empty selection.
func (s *Service) CheckPublishing(ctx context.Context, by access.Actor, sel credentialsearch.Selection) (Check, error) {
	var out Check
	err := s.search.WithSelected(ctx, by, sel, func(tx pgx.Tx, ids []int64) error {
		row, err := s.q.CredentialCheckPublishing(ctx, tx, db.CredentialCheckPublishingParams{DepartmentID: by.DepartmentID, Ids: ids})
		if err != nil {
			return fmt.Errorf("check publishing: %w", err)
		}
		out = Check{Count: int(row.Ready), WithoutDesign: int(row.WithoutDesign), WithoutEvidence: int(row.WithoutEvidence), GradeTooLow: int(row.GradeTooLow), NewRecipients: int(row.NewRecipients), Mails: int(row.Mails)}
		out.Credits, err = s.credits.QuoteTx(ctx, tx, by.DepartmentID, row.Recipients)
		return err
	})
	return out, err
}
