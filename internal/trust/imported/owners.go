package imported

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/recipients/collections"
	"laurel/internal/trust/imported/internal/db"
)

// Owners changes whose imported credentials are whose when people's accounts change. It implements recipients.Belongings.
type Owners struct{}

// MoveTx gives the imports of a person to their new primary row.
func (Owners) MoveTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	if err := db.New().ImportedMove(ctx, tx, db.ImportedMoveParams{RecipientID: to, FormerID: from}); err != nil {
		return fmt.Errorf("move imported credentials: %w", err)
	}
	return nil
}

// JoinTx gives the imports of an account that joins another to that one, without those that it has too, and has both compared with the
// addresses of the other.
func (o Owners) JoinTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	q := db.New()
	if err := q.ImportedPurgeOf(ctx, tx, []int64{from, to}); err != nil { // so that no removed one takes the place of another
		return fmt.Errorf("delete removed imports: %w", err)
	}
	twins, err := q.ImportedTwins(ctx, tx, db.ImportedTwinsParams{FormerID: from, RecipientID: to})
	if err != nil {
		return fmt.Errorf("find imports that both have: %w", err)
	}
	for _, each := range twins { // collections go on showing the one that stays
		if err := collections.ReplaceImportTx(ctx, tx, each.Uuid, each.Twin); err != nil {
			return err
		}
	}
	err = errors.Join(
		q.ImportedDeleteTwins(ctx, tx, db.ImportedDeleteTwinsParams{FormerID: from, RecipientID: to}),
		o.MoveTx(ctx, tx, from, to),
		q.ImportedCompareAgain(ctx, tx, to),
	)
	if err != nil {
		return fmt.Errorf("join imported credentials: %w", err)
	}
	return nil
}
