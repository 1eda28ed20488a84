package evidence

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence/internal/db"
)

// Scanner returns the name of the malware in a file, or "" if there is none.
type Scanner interface {
	Malware(ctx context.Context, file []byte) (string, error)
}

// lookAgain is the delay before a scanner that returned an error is asked again.
const lookAgain = time.Minute

// ScanFile is the job that scans the file of an item.
type ScanFile struct {
	DepartmentID int64 `json:"department_id"`
	CredentialID int64 `json:"credential_id"`
	ItemID       int64 `json:"item_id"`
}

// Kind implements river.JobArgs.
func (ScanFile) Kind() string { return "evidence.look" }

// unscanned returns the scan result of a file before it is scanned.
func (s *Service) unscanned(i Item) Scan {
	if s.scanner == nil || i.File == nil {
		return Clean
	}
	return Pending
}

// look enqueues a scan of a file that was not scanned yet.
func (s *Service) look(ctx context.Context, tx pgx.Tx, i Item) error {
	if i.Scan != Pending {
		return nil
	}
	return s.queue.EnqueueTx(ctx, tx, ScanFile{i.DepartmentID, i.CredentialID, i.ID})
}

// Scan scans the file of an item. It may run any number of times, and does nothing if the item is gone or has another file by now. The
// file stays unavailable until the scanner returns a result.
func (s *Service) Scan(ctx context.Context, job ScanFile) error {
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
	malware := ""
	if s.scanner != nil { // it may have been taken away since
		data, err := s.files.Content(ctx, *item.File)
		if err != nil {
			return err
		}
		if malware, err = s.scanner.Malware(ctx, data); err != nil {
			s.log.WarnContext(ctx, "evidence was not scanned", "item", item.ID, "error", err)
			return jobs.Later(lookAgain)
		}
	}
	return s.settle(ctx, job, item, malware)
}

// settle records the scan result of an item's file.
func (s *Service) settle(ctx context.Context, job ScanFile, item Item, malware string) error {
	found := Clean
	if malware != "" {
		found = Blocked
	}
	var scanned *time.Time
	if s.scanner != nil {
		scanned = new(s.clock.Now())
	}
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, job.DepartmentID, job.CredentialID, func([]Item) error {
			n, err := s.s.q.EvidenceSetScan(ctx, tx, db.EvidenceSetScanParams{
				Scan: string(found), ScannedAt: scanned, Now: s.clock.Now(), DepartmentID: job.DepartmentID, ID: item.ID, FileKey: item.File.Key,
			})
			if err != nil || n == 0 || found == Clean {
				return err
			}
			return s.note(ctx, tx, access.MalwareScan.In(job.DepartmentID), "evidence.blocked", item, map[string]any{"malware": malware})
		})
	})
}
