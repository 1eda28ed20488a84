package credentials

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// kept is how long what was deleted can be restored, and how long tests are there at all.
const kept = 30 * 24 * time.Hour

// purgeBatch is how many credentials one transaction purges.
const purgeBatch = 200

// Traces forgets what another part of the product keeps about credentials and the database does not delete with them.
type Traces interface {
	ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error
}

// Leaves names who else keeps something about credentials that a purge has to delete. It is called once, before the service is used.
func (s *Service) Leaves(traces ...Traces) { s.traces = traces }

// PurgeDue deletes the data of credentials that were deleted a month ago, and those of tests that were made a month ago, some at a
// time, and tells how many there were. A tombstone stays of each that was no test.
func (s *Service) PurgeDue(ctx context.Context) (int, error) {
	n := 0
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.clock.Now()
		ids, err := s.s.purgeable(ctx, tx, now.Add(-kept))
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		return s.purgeTx(ctx, tx, ids)
	})
	if err != nil {
		return 0, fmt.Errorf("purge credentials: %w", err)
	}
	return n, nil
}

func (s *Service) purgeTx(ctx context.Context, tx pgx.Tx, ids []int64) error {
	for _, t := range s.traces {
		if err := t.ForgetTx(ctx, tx, ids); err != nil {
			return err
		}
	}
	if err := s.s.q.TombstonesInsert(ctx, tx, db.TombstonesInsertParams{Now: s.clock.Now(), Ids: ids}); err != nil {
		return err
	}
	return s.s.q.CredentialsPurge(ctx, tx, ids)
}

// PurgeGroupTx is PurgeDue for what was deleted of a group, and for its tests, whenever that was. It satisfies groups.Credentials: a
// group that goes takes them along, and the transaction has to see tests as well.
func (s *Service) PurgeGroupTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) error {
	for {
		ids, err := s.s.q.CredentialPurgeableOfGroup(ctx, tx, db.CredentialPurgeableOfGroupParams{
			DepartmentID: departmentID, GroupID: groupID, RowLimit: purgeBatch,
		})
		if err == nil && len(ids) > 0 {
			err = s.purgeTx(ctx, tx, ids)
		}
		if err != nil {
			return fmt.Errorf("purge credentials of group: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
	}
}

// purgeable names tests that are over, then what was deleted long ago.
func (s store) purgeable(ctx context.Context, tx pgx.Tx, before time.Time) ([]int64, error) {
	ids, err := s.q.CredentialTestsOver(ctx, tx, db.CredentialTestsOverParams{Before: before, RowLimit: purgeBatch})
	if err != nil || len(ids) > 0 {
		return ids, err
	}
	return s.q.CredentialPurgeable(ctx, tx, db.CredentialPurgeableParams{Before: &before, RowLimit: purgeBatch})
}

// readTombstone answers a public link of which only a tombstone is left.
func (s *Service) readTombstone(ctx context.Context, ref, key string) error {
	if !keepable(ref) {
		return ErrNotFound
	}
	id, uid := parseRef(ref)
	var t db.TombstoneReadRow
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		t, err = s.s.q.TombstoneRead(ctx, tx, db.TombstoneReadParams{ID: id, Uuid: uid, Ref: ref})
		return err
	})
	switch {
	case pg.NoRows(err):
		return ErrNotFound
	case err != nil:
		return fmt.Errorf("read tombstone: %w", err)
	case !t.Issued, t.PrivateKey != nil && !opens(key, s.OpenKey(t.Uuid, *t.PrivateKey)):
		return ErrNotFound
	}
	return ErrGone
}
