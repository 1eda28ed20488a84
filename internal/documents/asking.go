package documents

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/documents/internal/db"
)

// asking puts one question about any department to the database in one exchange of messages, where a transaction takes three: what
// it sees is set for it alone, and PostgreSQL takes what comes in one exchange as one transaction.
type asking struct {
	db.DBTX
	pool *pgxpool.Pool
}

const seeAll = "select set_config('app.system', 'on', true), set_config('plan_cache_mode', 'force_generic_plan', true)"

// QueryRow asks for one row.
func (a asking) QueryRow(ctx context.Context, question string, arguments ...any) pgx.Row {
	batch := &pgx.Batch{}
	batch.Queue(seeAll)
	batch.Queue(question, arguments...)
	return answer{a.pool.SendBatch(ctx, batch)}
}

type answer struct{ results pgx.BatchResults }

// Scan reads the row and gives the connection back.
func (a answer) Scan(into ...any) error {
	_, err := a.results.Exec()
	if err == nil {
		err = a.results.QueryRow().Scan(into...)
	}
	return errors.Join(err, a.results.Close())
}
