package publishing

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Notify is the job that emails recipients that their credentials were suspended, reinstated or revoked.
type Notify struct {
	DepartmentID  int64             `json:"department_id"`
	CredentialIDs []int64           `json:"credential_ids"`
	To            credentials.State `json:"to"`
	At            time.Time         `json:"at"`
}

// NotifyBatch is the number of credentials per Notify job.
const NotifyBatch = 500

// Kind returns the name of the job.
func (Notify) Kind() string { return "publishing.notify" }

// StatusCounts counts the outcomes of changing the status of several credentials.
type StatusCounts struct {
	Changed, Unchanged, Refused int
}

// SetStatus suspends, reinstates or revokes a credential. It does nothing if the credential already has that status. It returns field
// errors, credentials.ErrNotFound, credentials.ErrNotPublished or credentials.ErrRevoked.
func (s *Service) SetStatus(ctx context.Context, by access.Actor, ref string, to lifecycle.StatusChange, sendEmail bool) (credentials.Credential, error) {
	if err := by.Require(access.RevokeCredentials); err != nil {
		return credentials.Credential{}, err
	}
	c, err := s.credentials.Read(ctx, by, ref)
	if err != nil {
		return c, err
	}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		stood, err := s.SetStatusTx(ctx, tx, by, []int64{c.ID}, to, sendEmail)
		if err != nil {
			return err
		}
		return stood.Refused[c.ID]
	})
	if err != nil {
		return c, err
	}
	return s.credentials.Read(ctx, by, c.UUID.String())
}

// SetStatusMany is SetStatus for a selection. Credentials that cannot be changed are counted and cause no error.
func (s *Service) SetStatusMany(ctx context.Context, by access.Actor, sel credentialsearch.Selection, to lifecycle.StatusChange, sendEmail bool) (StatusCounts, error) {
	if err := by.Require(access.RevokeCredentials); err != nil {
		return StatusCounts{}, err
	}
	var out StatusCounts
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.search.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		stood, err := s.SetStatusTx(ctx, tx, by, ids, to, sendEmail)
		out = StatusCounts{len(stood.Changed), len(stood.Unchanged), len(stood.Refused)}
		return err
	})
	return out, err
}

// SetStatusTx changes the status of credentials in a transaction of the department and enqueues the emails to their recipients.
func (s *Service) SetStatusTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, to lifecycle.StatusChange, sendEmail bool) (lifecycle.StatusResult, error) {
	stood, err := s.lifecycle.SetStatusTx(ctx, tx, by, ids, to)
	if err != nil || !sendEmail {
		return stood, err
	}
	var notices []jobs.Args
	for part := range slices.Chunk(stood.Mails, NotifyBatch) {
		notices = append(notices, Notify{by.DepartmentID, part, to.To, s.clock.Now()})
	}
	return stood, s.queue.EnqueueManyTx(ctx, tx, notices)
}

// notices maps the new status to the kind of email.
var notices = map[credentials.State]string{
	credentials.Suspended: "suspended", credentials.Published: "reinstated", credentials.Revoked: "revoked",
}

// Notify writes the emails about a status change. It is idempotent: the time of the change is part of each deduplication key.
func (s *Service) Notify(ctx context.Context, job Notify) error {
	told, err := s.credentials.ReadIssued(ctx, job.DepartmentID, job.CredentialIDs)
	if err != nil {
		return err
	}
	drafts := make([]outbox.Draft, len(told))
	for i, c := range told {
		drafts[i] = s.notice(c, notices[job.To], job.At)
	}
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error { return s.outbox.WriteTx(ctx, tx, drafts) })
}

func (s *Service) notice(c credentials.Credential, kind string, at time.Time) outbox.Draft {
	draft := outbox.Draft{
		Kind: kind, To: c.Recipient.Email, Language: c.RecipientLanguage(), DepartmentID: c.DepartmentID, CredentialID: c.ID,
		DedupeKey: kind + ":" + strconv.FormatInt(c.ID, 10) + ":" + strconv.FormatInt(at.UnixNano(), 10), Sender: senderOf(c.Group.Settings.Sender),
		Params: map[string]string{
			"name": c.Recipient.Name, "course": c.Name(), "issuer": c.Issuer.Name, "link": s.links.Credential(c.UUID.String(), c.Key()),
		},
	}
	if c.Revocation != nil {
		draft.Params["reason"] = s.reason(c.RecipientLanguage(), *c.Revocation)
	}
	return draft
}

// reason returns the reason of a revocation as text.
func (s *Service) reason(language string, r credentials.Revocation) string {
	words := s.texts.Text(language, "revocation."+string(r.Reason), nil)
	if r.Note == "" {
		return words
	}
	return s.texts.Text(language, "mail.revoked.reason_and_note", map[string]any{"reason": words, "note": r.Note})
}
