package publishing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/groups"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// NotifyDeleted is the job that emails recipients that their credentials were deleted, once the time to undo that is over.
type NotifyDeleted struct {
	DepartmentID  int64     `json:"department_id"`
	CredentialIDs []int64   `json:"credential_ids"`
	DeletedAt     time.Time `json:"deleted_at"`
	SendAt        time.Time `json:"send_at"`
}

// Kind returns the name of the job.
func (NotifyDeleted) Kind() string { return "publishing.notify_deleted" }

// mailDeleted is the kind of mail that tells recipients of a deletion.
const mailDeleted = "deleted"

// undoTime is how long emails about deletions are held back at least. A department that holds its emails longer holds these as long.
const undoTime = 10 * time.Minute

// DeletedTx has the recipients of deleted credentials emailed, unless they are restored in time. It implements authoring.Notices.
func (s *Service) DeletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	hold, err := s.q.HoldMinutes(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("read hold time: %w", err)
	}
	now := s.clock.Now()
	sendAt := now.Add(max(undoTime, time.Duration(hold)*time.Minute))
	var notices []jobs.Args
	for part := range slices.Chunk(ids, NotifyBatch) {
		notices = append(notices, NotifyDeleted{departmentID, part, now, sendAt})
	}
	return s.queue.EnqueueManyTx(ctx, tx, notices)
}

// NotifyDeleted writes the emails about deletions that were not undone. It snoozes until they are due. It is idempotent, and a credential
// that was restored and deleted again is left to the job of the later deletion.
func (s *Service) NotifyDeleted(ctx context.Context, job NotifyDeleted) error {
	if wait := job.SendAt.Sub(s.clock.Now()); wait > 0 {
		return jobs.Later(wait)
	}
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		drafts, err := s.tellDeletedTx(ctx, tx, job.DepartmentID, job.CredentialIDs, job.DeletedAt)
		if err != nil {
			return err
		}
		return s.outbox.WriteTx(ctx, tx, drafts)
	})
}

// DeletedForGoodTx writes the emails that jobs would write later about deleted credentials, because these are purged in the same
// transaction. An email that was written before is not written again. It implements lifecycle.Notices.
func (s *Service) DeletedForGoodTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	waiting, err := s.q.DeletionsToTell(ctx, tx, db.DeletionsToTellParams{Kind: NotifyDeleted{}.Kind(), DepartmentID: departmentID})
	if err != nil {
		return fmt.Errorf("read deletions to tell: %w", err)
	}
	for _, args := range waiting {
		var job NotifyDeleted
		if err := json.Unmarshal(args, &job); err != nil {
			return fmt.Errorf("read deletions to tell: %w", err)
		}
		purged := slices.DeleteFunc(job.CredentialIDs, func(id int64) bool { return !slices.Contains(ids, id) })
		drafts, err := s.tellDeletedTx(ctx, tx, departmentID, purged, job.DeletedAt)
		if err != nil {
			return err
		}
		for i := range drafts {
			drafts[i].CredentialID = 0 // the email outlives it
		}
		if err := s.outbox.WriteTx(ctx, tx, drafts); err != nil {
			return err
		}
	}
	return nil
}

// tellDeletedTx composes the emails about credentials that were deleted until a time.
func (s *Service) tellDeletedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64, until time.Time) ([]outbox.Draft, error) {
	rows, err := s.q.DeletedToMail(ctx, tx, db.DeletedToMailParams{DepartmentID: departmentID, Ids: ids, DeletedUntil: until, Told: mailDeleted})
	if err != nil {
		return nil, fmt.Errorf("read what was deleted: %w", err)
	}
	drafts := make([]outbox.Draft, len(rows))
	for i, r := range rows {
		settings, err := groups.ParseSettings(r.Settings)
		if err != nil {
			return nil, err
		}
		drafts[i] = outbox.Draft{
			Kind: mailDeleted, To: r.RecipientEmail, Language: r.Language, DepartmentID: departmentID, CredentialID: r.ID,
			DedupeKey: mailDeleted + ":" + strconv.FormatInt(r.ID, 10) + ":" + strconv.FormatInt(r.DeletedAt.UnixMicro(), 10),
			Sender:    senderOf(settings.Sender),
			Params:    map[string]string{"name": r.RecipientName, "course": r.Course, "issuer": r.IssuerName, "link": s.links.Page("/retrieve")},
		}
	}
	return drafts, nil
}
