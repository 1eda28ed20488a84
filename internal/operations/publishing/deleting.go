package publishing

import (
	"context"
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
		rows, err := s.q.DeletedToMail(ctx, tx, db.DeletedToMailParams{
			DepartmentID: job.DepartmentID, Ids: job.CredentialIDs, DeletedUntil: job.DeletedAt, Told: mailDeleted,
		})
		if err != nil {
			return fmt.Errorf("read what was deleted: %w", err)
		}
		drafts := make([]outbox.Draft, len(rows))
		for i, r := range rows {
			settings, err := groups.ParseSettings(r.Settings)
			if err != nil {
				return err
			}
			drafts[i] = outbox.Draft{
				Kind: mailDeleted, To: r.RecipientEmail, Language: r.Language, DepartmentID: job.DepartmentID, CredentialID: r.ID,
				DedupeKey: mailDeleted + ":" + strconv.FormatInt(r.ID, 10) + ":" + strconv.FormatInt(r.DeletedAt.UnixMicro(), 10),
				Sender:    senderOf(settings.Sender),
				Params:    map[string]string{"name": r.RecipientName, "course": r.Course, "issuer": r.IssuerName, "link": s.links.Page("/retrieve")},
			}
		}
		return s.outbox.WriteTx(ctx, tx, drafts)
	})
}
