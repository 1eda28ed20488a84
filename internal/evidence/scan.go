package evidence

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/evidence/internal/db"
	"laurel/internal/pg"
)

// Scanner looks for malware in a file.
type Scanner interface {
	Clean(ctx context.Context, file []byte) (bool, error)
}

// Look is the job that has the file of an item looked at by the scanner.
type Look struct {
	DepartmentID int64 `json:"department_id"`
	CredentialID int64 `json:"credential_id"`
	ItemID       int64 `json:"item_id"`
}

// Kind names the job.
func (Look) Kind() string { return "evidence.look" }

// unscanned is what is known of an item's file before anybody looked at it.
func (s *Service) unscanned(i Item) Scan {
	if s.scanner == nil || i.File == nil {
		return Clean
	}
	return Pending
}

// look has a file looked at that nobody looked at yet.
func (s *Service) look(ctx context.Context, tx pgx.Tx, i Item) error {
	if i.Scan != Pending {
		return nil
	}
	return s.queue.EnqueueTx(ctx, tx, Look{i.DepartmentID, i.CredentialID, i.ID})
}

// Scan has the file of an item looked at. It may run any number of times, and does nothing when the item is gone or has another
// file by now.
func (s *Service) Scan(ctx context.Context, job Look) error {
	var item Item
	err := pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		items, err := s.s.of(ctx, tx, job.DepartmentID, job.CredentialID)
		if err == nil {
			item, err = one(items, job.ItemID)
		}
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil || item.Scan != Pending || item.File == nil {
		return err
	}
	data, err := s.files.Content(ctx, *item.File)
	if err != nil {
		return err
	}
	clean, err := s.scanner.Clean(ctx, data)
	if err != nil {
		return fmt.Errorf("scan evidence: %w", err)
	}
	found := Blocked
	if clean {
		found = Clean
	}
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, job.DepartmentID, job.CredentialID, func([]Item) error {
			n, err := s.s.q.EvidenceSetScan(ctx, tx, db.EvidenceSetScanParams{
				Scan: string(found), Now: s.clock.Now(), DepartmentID: job.DepartmentID, ID: item.ID, FileKey: item.File.Key,
			})
			if err != nil || n == 0 || clean {
				return err
			}
			return s.note(ctx, tx, access.Actor{DepartmentID: job.DepartmentID}, "evidence.blocked", item, nil)
		})
	})
}
