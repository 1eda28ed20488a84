package passkeys

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/recipients/passkeys/internal/db"
)

// Owners changes whose passkeys are whose when a person's addresses change. It implements recipients.Belongings.
type Owners struct{}

// MoveTx gives the passkeys of a person to their new primary row.
func (Owners) MoveTx(ctx context.Context, tx pgx.Tx, from, to int64) error {
	err := db.New().RecipientPasskeysMove(ctx, tx, db.RecipientPasskeysMoveParams{RecipientID: to, FormerID: from})
	if err != nil {
		return fmt.Errorf("move passkeys: %w", err)
	}
	return nil
}

// JoinTx deletes the passkeys of an account that joins another. Like its password they may belong to a former holder of the address.
func (Owners) JoinTx(ctx context.Context, tx pgx.Tx, from, _ int64) error {
	if err := db.New().RecipientPasskeysDelete(ctx, tx, from); err != nil {
		return fmt.Errorf("delete passkeys: %w", err)
	}
	return nil
}
