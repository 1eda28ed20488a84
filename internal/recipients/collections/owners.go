package collections

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/recipients/collections/internal/db"
)

// Owners changes whose collections are whose when people's accounts change. It implements recipients.Belongings.
type Owners struct{}

// MoveTx gives the collections of a person to their new primary row.
func (Owners) MoveTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	err := db.New().RecipientCollectionsMove(ctx, tx, db.RecipientCollectionsMoveParams{RecipientID: to, FormerID: from})
	if err != nil {
		return fmt.Errorf("move collections: %w", err)
	}
	return nil
}

// JoinTx gives the collections of an account that joins another to that one.
func (o Owners) JoinTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	return o.MoveTx(ctx, tx, from, to)
}
