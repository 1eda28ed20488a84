package publishing_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// The database has no statistics of the table here, as of one that has just grown: that is when a plan goes astray.
func TestWorkOnSomeOfALargeGroupReadsNoOthers(t *testing.T) {
	p := open(t)
	const all, some = 2000, 20
	p.drafts(all)
	first := p.number("select min(id) from credentials") + all/2
	ids, changes := make([]int64, some), make([]authoring.Change, some)
	for i := range ids {
		ids[i] = first + int64(i)
		changes[i] = authoring.Change{ID: ids[i], Input: credentials.Input{RecipientName: optional.Set("Grace")}}
	}
	for _, work := range []struct {
		what string
		do   func(tx pgx.Tx) (int, error)
	}{
		{"change", func(tx pgx.Tx) (int, error) {
			done, err := p.authoring.UpdateManyTx(t.Context(), tx, p.by, changes)
			return len(done), err
		}},
		{"publish", func(tx pgx.Tx) (int, error) {
			issued, _, err := p.lifecycle.PublishTx(t.Context(), tx, p.by, ids, true)
			return len(issued), err
		}},
		{"take back", func(tx pgx.Tx) (int, error) {
			gone, err := p.lifecycle.UndoPublishTx(t.Context(), tx, p.by, ids)
			return len(gone), err
		}},
	} {
		var done, before, after int
		const rows = "select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables where relname = 'credentials'"
		err := pg.WithCustomPlan(t.Context(), p.pool, p.by.DepartmentID, func(tx pgx.Tx) (err error) {
			if err = tx.QueryRow(t.Context(), rows).Scan(&before); err != nil {
				return err
			}
			if done, err = work.do(tx); err != nil {
				return err
			}
			return tx.QueryRow(t.Context(), rows).Scan(&after)
		})
		if err != nil || done != some {
			t.Errorf("%s: %d of %d done: %v", work.what, done, some, err)
		}
		if read := after - before; read > 10*some { // a row is looked at more than once: to lock it, to write it, and to see that it is the only one
			t.Errorf("%s: read %d rows for %d of %d", work.what, read, some, all)
		}
	}
}
