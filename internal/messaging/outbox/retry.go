package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Retry sends a credential mail that failed or may not have arrived again, under a new Message-Id. It returns ErrNotFound, or
// ErrNotRetryable for a mail that is pending or was sent.
func (s *Service) Retry(ctx context.Context, by access.Actor, credentialID, id int64) (Mail, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Mail{}, err
	}
	var row db.Mail
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		mail, err := s.q.MailLock(ctx, tx, db.MailLockParams{DepartmentID: &by.DepartmentID, CredentialID: &credentialID, ID: id})
		switch {
		case pg.NoRows(err):
			return ErrNotFound
		case err != nil:
			return fmt.Errorf("lock mail: %w", err)
		}
		if row, err = s.retryTx(ctx, tx, by.DepartmentID, mail); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "credential.resent", ObjectKind: "credential", ObjectID: credentialID, Details: map[string]any{"mail_id": id},
		})
	})
	if err != nil {
		return Mail{}, err
	}
	return fromRow(row), nil
}

// retryTx queues a locked mail of a department again. It returns ErrNotRetryable.
func (s *Service) retryTx(ctx context.Context, tx pgx.Tx, departmentID int64, mail db.Mail) (row db.Mail, err error) {
	if mail.State != "failed" && mail.State != "uncertain" {
		return row, ErrNotRetryable
	}
	again := db.MailRetryParams{ID: mail.ID, MessageID: uuid.NewString() + "@" + s.host}
	if again.Sealed, err = s.reseal(mail, again.MessageID); err != nil {
		return row, err
	}
	if row, err = s.q.MailRetry(ctx, tx, again); err != nil {
		return row, fmt.Errorf("queue mail again: %w", err)
	}
	if row.Kind == Delivery && row.CredentialID != nil {
		if err := s.sent.MailedTx(ctx, tx, departmentID, []int64{*row.CredentialID}, "queued"); err != nil {
			return row, err
		}
	}
	return row, s.queue.EnqueueTx(ctx, tx, Deliver{MailID: mail.ID})
}

const (
	// lostAfter is the age from which a pending mail without a job counts as lost; its job may just be ending.
	lostAfter  = 10 * time.Minute
	lostAtOnce = 1000
)

// Recover enqueues a job for each pending mail without one, for example after its job was discarded. It returns their number.
func (s *Service) Recover(ctx context.Context) (int, error) {
	n := 0
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.MailsWithoutJob(ctx, tx, db.MailsWithoutJobParams{Before: s.clock.Now().Add(-lostAfter), RowLimit: lostAtOnce})
		if err != nil {
			return fmt.Errorf("find mails without a job: %w", err)
		}
		deliver := make([]jobs.Args, len(rows))
		for i, m := range rows {
			deliver[i] = Deliver{MailID: m.ID, Bulk: m.DepartmentID != nil, at: pg.OrZero(m.NotBefore)}
		}
		n = len(rows)
		return s.queue.EnqueueManyTx(ctx, tx, deliver)
	})
	return n, err
}

// Unsent counts mails of the whole installation.
type Unsent struct {
	Waiting   int64 // still have to go out
	Retrying  int64 // of these, that were tried three times and more
	Failed    int64 // in the last seven days
	Uncertain int64 // likewise: may have been delivered
	LastError string
}

// Unsent counts the pending mails, and those that failed in the last seven days.
func (s *Service) Unsent(ctx context.Context) (Unsent, error) {
	var u Unsent
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		r, err := s.q.MailsUnsent(ctx, tx, s.clock.Now().Add(-7*24*time.Hour))
		if err != nil {
			return fmt.Errorf("count mails that did not arrive: %w", err)
		}
		u = Unsent{r.Waiting, r.Retrying, r.Failed, r.Uncertain, r.LastError}
		return nil
	})
	return u, err
}
