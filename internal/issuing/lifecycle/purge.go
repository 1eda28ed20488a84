package lifecycle

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/pg"
)

// kept is how long deleted credentials can be restored, and how long test credentials exist.
const kept = 30 * 24 * time.Hour

// purgeBatch is the number of credentials that one transaction purges.
const purgeBatch = 200

// Cleaner deletes what another part of the product stores about credentials, unless the database deletes it with them.
type Cleaner interface {
	ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error
}

// Notices tells recipients of deletions.
type Notices interface {
	// DeletedForGoodTx has the recipients of deleted credentials emailed now who would be later. The credentials are purged in the same
	// transaction.
	DeletedForGoodTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error
}

// WithNotices sets what tells recipients that their deleted credentials are purged with their group. Call it once, before the service is
// used.
func (s *Service) WithNotices(n Notices) { s.notices = n }

// OnPurge registers what else a purge has to delete. Call it once, before the service is used.
func (s *Service) OnPurge(traces ...Cleaner) { s.traces = traces }

// PurgeDue purges a batch of credentials that were deleted a month ago, and of test credentials created a month ago, and returns their
// number. A tombstone remains of each except tests.
func (s *Service) PurgeDue(ctx context.Context) (int, error) {
	n := 0
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.clock.Now()
		ids, err := s.purgeable(ctx, tx, now.Add(-kept))
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
	if err := s.events.ForgetTx(ctx, tx, ids); err != nil {
		return err
	}
	if err := s.q.TombstonesInsert(ctx, tx, db.TombstonesInsertParams{Now: s.clock.Now(), Ids: ids}); err != nil {
		return err
	}
	return s.q.CredentialsPurge(ctx, tx, ids)
}

// PurgeTx purges deleted credentials and tests at once, whatever their age. Tombstones remain, except of tests. The transaction must see
// test credentials.
func (s *Service) PurgeTx(ctx context.Context, tx pgx.Tx, ids []int64) error {
	for some := range slices.Chunk(ids, purgeBatch) {
		if err := s.purgeTx(ctx, tx, some); err != nil {
			return fmt.Errorf("purge credentials: %w", err)
		}
	}
	return nil
}

// PurgeGroupTx purges the deleted credentials and the tests of a group, whatever their age. It implements groups.Credentials: a deleted
// group takes them along. The transaction must see test credentials.
func (s *Service) PurgeGroupTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) error {
	for {
		ids, err := s.q.CredentialPurgeableOfGroup(ctx, tx, db.CredentialPurgeableOfGroupParams{
			DepartmentID: departmentID, GroupID: groupID, RowLimit: purgeBatch,
		})
		if err == nil && len(ids) > 0 {
			if s.notices != nil { // the job that tells of deletions later would find nothing
				err = s.notices.DeletedForGoodTx(ctx, tx, departmentID, ids)
			}
			if err == nil {
				err = s.purgeTx(ctx, tx, ids)
			}
		}
		if err != nil {
			return fmt.Errorf("purge credentials of group: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
	}
}

// purgeable selects old tests first, and then credentials that were deleted long ago.
func (s *Service) purgeable(ctx context.Context, tx pgx.Tx, before time.Time) ([]int64, error) {
	ids, err := s.q.CredentialTestsOver(ctx, tx, db.CredentialTestsOverParams{Before: before, RowLimit: purgeBatch})
	if err != nil || len(ids) > 0 {
		return ids, err
	}
	return s.q.CredentialPurgeable(ctx, tx, db.CredentialPurgeableParams{Before: &before, RowLimit: purgeBatch})
}
