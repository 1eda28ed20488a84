package credentials

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// ReadPublic resolves a public link. It returns ErrNotFound for a draft, ErrGone for a deleted credential that had been issued, and
// ErrPrivate for a private one without its key. IDs and issuers' own IDs can be guessed: for these, a credential that the visitor may
// not see is ErrNotFound, like an unknown ID, after the same queries.
func (s *Service) ReadPublic(ctx context.Context, ref, key string) (Credential, error) {
	return s.ReadPublicAfter(ctx, ref, key)
}

// ReadPublicAfter is ReadPublic combined with other queries in one round trip. See pg.Batch.
func (s *Service) ReadPublicAfter(ctx context.Context, ref, key string, before ...func(pg.DB) error) (Credential, error) {
	var c Credential
	var row db.CredentialReadPublicRow
	var refusal error
	ctx = pg.WithGenericPlan(ctx)
	err := pg.BatchSystem(ctx, s.pool, append(before, func(d pg.DB) (err error) {
		row, err = s.s.publicRow(ctx, d, ref)
		return err
	})...)
	if err == nil {
		refusal = s.closed(row.Credential, key)
	}
	if err == nil && refusal == nil {
		err = pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) (err error) {
			c, err = s.s.marked(ctx, d, row.Credential, row.Mark, row.Related)
			return err
		})
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Credential{}, err
	}
	if err != nil || refusal != nil {
		gone := s.readTombstone(ctx, ref, key) // asked about in each case, so that how long it takes tells nothing
		if !errors.Is(gone, ErrNotFound) && !errors.Is(gone, ErrGone) {
			return Credential{}, gone
		}
		if number, _ := ParseRef(ref); number != nil || row.ByLicense {
			refusal = ErrNotFound
		}
		return Credential{}, cmp.Or(refusal, gone)
	}
	c.State = s.StateByDate(c) // the stored state follows within minutes
	return c, nil
}

// closed returns the error with which a public link does not open a credential, or nil.
func (s *Service) closed(c db.Credential, key string) error {
	allowed := !c.Private || opens(key, s.OpenKey(c.Uuid, c.PrivateKey))
	switch {
	case State(c.State) == Deleted && c.PublishedAt != nil && allowed:
		return ErrGone
	case !State(c.State).Issued():
		return ErrNotFound
	case !allowed:
		return ErrPrivate
	}
	return nil
}

// readTombstone answers a public link of which only a tombstone remains.
func (s *Service) readTombstone(ctx context.Context, ref, key string) error {
	if !Storable(ref) {
		return ErrNotFound
	}
	id, uid := ParseRef(ref)
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
