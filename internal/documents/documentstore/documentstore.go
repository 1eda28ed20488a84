// Package documentstore stores printed documents and pictures, several PDFs in one archive, and deletes them when nobody needs them.
package documentstore

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/documents/documentstore/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/lru"
	"laurel/internal/platform/pg"
)

const (
	// purgedRetention is how long the documents of a purged credential are kept, so that a print in progress can finish.
	purgedRetention = time.Hour
	// supersededRetention is how long a document is kept after its credential changed: caches and open pages may still request
	// it.
	supersededRetention = 7 * 24 * time.Hour
	// supersededWindow is the time window of changes processed at once.
	supersededWindow = 24 * time.Hour
	// unusedRetention is how long a picture is kept without requests.
	unusedRetention = 30 * 24 * time.Hour
	// maxCommonCache is the size of the cache of shared archive parts, in bytes.
	maxCommonCache = 64 << 20
	// maxTouched limits the pictures whose use a process remembers for the day.
	maxTouched = 4096
	// deleteBatch is how many files one transaction deletes.
	deleteBatch = 200
)

// File is a file to store.
type File struct {
	Name, ContentType string
	Data              []byte
}

// Owner is the credential that a document shows; the zero Owner means a design without a credential.
type Owner struct{ DepartmentID, CredentialID int64 }

// StoredFile is a file with its owner.
type StoredFile struct {
	Name  string
	Owner Owner
}

// Store stores files, records their owners of stored files and deletes those that are no longer needed. It implements
// rendering.Store, rendering.StoredDocuments and lifecycle.Cleaner.
type Store struct {
	pool    *pgxpool.Pool
	q       *db.Queries
	clock   clock.Clock
	files   Storage
	common  *lru.Cache[uuid.UUID, []byte]
	touched *lru.Cache[string, time.Time] // the day for which touched applies
}

// New returns a Store.
func New(pool *pgxpool.Pool, c clock.Clock, files Storage) *Store {
	return &Store{pool, db.New(), c, files, lru.New[uuid.UUID, []byte](maxCommonCache), lru.New[string, time.Time](maxTouched)}
}

// Register records files that are about to be stored or still in use, and returns the names that were already recorded. All files
// belong to one department and are either documents or pictures.
func (k *Store) Register(ctx context.Context, kept []StoredFile) ([]string, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	p := db.KeptInsertParams{DepartmentID: kept[0].Owner.DepartmentID, Now: k.clock.Now()}
	if !isArchivable(kept[0].Name) {
		p.AskedOn = new(clock.Today(k.clock, time.UTC))
	}
	seen := map[string]bool{}
	for _, one := range kept {
		if seen[one.Name] {
			continue // an upsert must not name a row twice
		}
		seen[one.Name] = true
		p.Names, p.CredentialIds = append(p.Names, one.Name), append(p.CredentialIds, one.Owner.CredentialID)
	}
	var before []string
	note := func(tx pgx.Tx) (err error) {
		before, err = k.q.KeptInsert(ctx, tx, p)
		return err
	}
	var err error
	if p.DepartmentID == 0 {
		err = pg.InSystem(ctx, k.pool, note)
	} else {
		err = pg.InDepartment(ctx, k.pool, p.DepartmentID, note)
	}
	if err != nil {
		return nil, fmt.Errorf("note documents: %w", err)
	}
	return before, nil
}

// touch records the use of a picture once a day. Errors are ignored: a picture that is deleted too early is rendered again.
func (k *Store) touch(ctx context.Context, name string) {
	today := clock.Today(k.clock, time.UTC)
	if noted, known := k.touched.Get(name); known && noted.Equal(today) {
		return
	}
	err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), k.pool, func(d pg.DB) error {
		return k.q.KeptAsked(ctx, d, db.KeptAskedParams{Name: name, AskedOn: today})
	})
	if err == nil {
		k.touched.Put(name, today, 1)
	}
}

// ForgetTx schedules the deletion of the documents of purged credentials.
func (k *Store) ForgetTx(ctx context.Context, tx pgx.Tx, credentialIDs []int64) error {
	err := k.q.KeptForget(ctx, tx, db.KeptForgetParams{After: k.clock.Now().Add(purgedRetention), Ids: credentialIDs})
	if err != nil {
		return fmt.Errorf("forget documents: %w", err)
	}
	return nil
}

// Sweep deletes files of purged credentials, superseded documents, and pictures unused for 30 days, and returns their number. A
// file's record is removed after the file, so the next run finishes an interrupted one.
func (k *Store) Sweep(ctx context.Context) (int64, error) {
	now := k.clock.Now()
	if err := k.supersede(ctx, now); err != nil {
		return 0, fmt.Errorf("find documents of before: %w", err)
	}
	err := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error {
		return k.q.KeptExpire(ctx, tx, db.KeptExpireParams{Now: now, Since: clock.Today(k.clock, time.UTC).Add(-unusedRetention)})
	})
	if err != nil {
		return 0, fmt.Errorf("find pictures that nobody asked for: %w", err)
	}
	for total := int64(0); ; {
		n, err := k.deleteSome(ctx, now)
		if total += int64(n); err != nil {
			return total, err
		}
		if n == 0 {
			return total, k.deleteArchives(ctx)
		}
	}
}

// supersede marks documents that a change made obsolete for deletion. It processes changes in one-day windows and records each
// window, so that a long backlog needs no single large run.
func (k *Store) supersede(ctx context.Context, now time.Time) error {
	last := now.Add(-supersededRetention)
	for done := false; !done; {
		err := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error {
			since, err := k.q.KeptSwept(ctx, tx)
			if err != nil {
				return err
			}
			before := since.Add(supersededWindow)
			if done = !before.Before(last); done {
				before = last
			}
			if err := k.q.KeptSupersede(ctx, tx, db.KeptSupersedeParams{Now: now, Since: since, Before: before}); err != nil {
				return err
			}
			return k.q.KeptSweptTo(ctx, tx, before)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *Store) deleteSome(ctx context.Context, now time.Time) (n int, err error) {
	err = pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error {
		due, err := k.q.KeptDue(ctx, tx, db.KeptDueParams{Now: &now, RowLimit: deleteBatch})
		if n = len(due); err != nil || n == 0 {
			return err
		}
		names, packs := make([]string, n), map[uuid.UUID]int64{}
		for i, d := range due {
			names[i] = d.Name
			if d.PackID != nil {
				packs[*d.PackID] = d.DepartmentID
			}
			if err := k.files.Delete(ctx, d.Name); err != nil { // an archived document may also have been stored separately
				return err
			}
		}
		for id, departmentID := range packs {
			if err := k.rewriteArchiveTx(ctx, tx, departmentID, id, names); err != nil {
				return err
			}
		}
		return k.q.KeptDelete(ctx, tx, names)
	})
	if err != nil {
		return 0, fmt.Errorf("delete documents: %w", err)
	}
	return n, nil
}
