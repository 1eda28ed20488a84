// Package publishing issues credentials, changes their status and undoes publications. States, emails and jobs change in one
// transaction, exactly once.
package publishing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
)

// Publish is the job of the previous release that executes a publication.
type Publish struct {
	PublicationID int64 `json:"publication_id"`
	DepartmentID  int64 `json:"department_id"`
}

// Kind returns the name of the job.
func (Publish) Kind() string { return "publishing.publish" }

// Publication is a request to publish, and its progress.
type Publication struct {
	UUID           uuid.UUID
	InputCount     int
	PublishedCount int
	RefusedCount   int
	SendEmail      bool
	CreatedAt      time.Time
	FinishedAt     *time.Time
	Refusals       []Refusal // the first 100
	HoldMinutes    int
	HoldUntil      *time.Time // when its mails go out; known once it has finished
	ReleasedAt     *time.Time // since when its mails go out
	CanUndo        bool
	EmailsHeld     bool // whether its emails are held back, so that they can be sent now
	UndoneAt       *time.Time
	UndoneCount    int
	UndoFinishedAt *time.Time
	StopReason     string // code of the reason why it ended before all was published; "" where it was not stopped
	UndoStopReason string // likewise of its undo
}

// NotDoneCount returns the number of credentials that a stopped publication left as drafts.
func (p Publication) NotDoneCount() int { return p.InputCount - p.PublishedCount - p.RefusedCount }

// CanResume reports whether the actor may resume the publication, which was stopped.
func (p Publication) CanResume(by access.Actor) bool {
	return p.StopReason != "" && p.UndoneAt == nil && starters.Check(by, access.PublishCredentials) == nil
}

// CanResumeUndo reports whether the actor may continue the undo of the publication, which was stopped.
func (p Publication) CanResumeUndo(by access.Actor) bool {
	return p.UndoStopReason != "" && starters.Check(by, access.RevokeCredentials) == nil
}

// CanSendNow reports whether the actor may send the held emails of the publication now.
func (p Publication) CanSendNow(by access.Actor) bool {
	return p.EmailsHeld && starters.Check(by, access.PublishCredentials) == nil
}

// Request is a request to publish a selection.
type Request struct {
	Selection   credentialsearch.Selection
	SendEmail   bool
	HoldMinutes *int // how long the mails wait, and all can be undone; nil: as the department has it
}

// Validate returns field errors.
func (in Request) Validate() error {
	var wrong errs.Fields
	if in.HoldMinutes != nil && *in.HoldMinutes < 0 {
		wrong.Add("hold_minutes", "too_small", "min", 0)
	}
	if in.HoldMinutes != nil && *in.HoldMinutes > departments.MaxHoldMinutes {
		wrong.Add("hold_minutes", "too_large", "max", departments.MaxHoldMinutes)
	}
	return wrong.Err()
}

// Refusal is a credential that was not published, and the reason.
type Refusal struct {
	CredentialID  int64
	RecipientName string
	Reason        string
}

// Service publishes credentials.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	audit       *audit.Log
	queue       *jobs.Queue
	credentials *credentials.Service
	search      *credentialsearch.Service
	authoring   *authoring.Service
	lifecycle   *lifecycle.Service
	groups      *groups.Service
	outbox      *outbox.Service
	texts       *i18n.Bundle
	links       links.Links
	throttle    *throttle.Limiter
	operations  *operations.Service
	keyring     *secrets.Keyring
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Queue       *jobs.Queue
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Authoring   *authoring.Service
	Lifecycle   *lifecycle.Service
	Groups      *groups.Service // for Create and CreateEach
	Outbox      *outbox.Service
	Texts       *i18n.Bundle
	Links       links.Links
	Throttle    *throttle.Limiter
	Operations  *operations.Service
	Keyring     *secrets.Keyring
}

// New returns a Service and registers its kinds of operations.
func New(d Deps) *Service {
	s := &Service{
		d.Pool, db.New(), d.Clock, d.Audit, d.Queue, d.Credentials, d.Search, d.Authoring, d.Lifecycle, d.Groups, d.Outbox, d.Texts, d.Links, d.Throttle,
		d.Operations, d.Keyring,
	}
	d.Operations.Register(s.publishKind(), s.unpublishKind(), s.rewordKind(), s.correctKind())
	return s
}

// Start starts publishing a selection; a job does the work. It returns field errors, or an error for an empty selection.
func (s *Service) Start(ctx context.Context, by access.Actor, in Request) (Publication, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Publication{}, err
	}
	var p Publication
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		p, err = s.StartTx(ctx, tx, by, in)
		return err
	})
	return p, err
}

// StartTx is Start inside a transaction of the department.
func (s *Service) StartTx(ctx context.Context, tx pgx.Tx, by access.Actor, in Request) (Publication, error) {
	p := Publication{UUID: uuid.New(), SendEmail: in.SendEmail, CreatedAt: s.clock.Now()}
	if err := by.Require(access.PublishCredentials); err != nil {
		return p, err
	}
	if err := in.Validate(); err != nil {
		return p, err
	}
	ids, err := s.search.SelectTx(ctx, tx, by, in.Selection)
	if err != nil {
		return p, err
	}
	p.InputCount = len(ids)
	switch err := s.outbox.RequireOnTx(ctx, tx, by.DepartmentID, outbox.Delivery); {
	case errors.Is(err, outbox.ErrSwitchedOff):
		in.SendEmail, p.SendEmail = false, false
	case err != nil:
		return p, err
	}
	row, err := s.q.PublicationInsert(ctx, tx, db.PublicationInsertParams{
		DepartmentID: by.DepartmentID, Uuid: p.UUID, SendEmail: in.SendEmail, InputCount: int32(len(ids)), //nolint:gosec // at most MaxSelection
		HoldMinutes: minutes(in.HoldMinutes), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), CreatedAt: p.CreatedAt,
	})
	if err != nil {
		return p, fmt.Errorf("begin publication: %w", err)
	}
	p.HoldMinutes, p.CanUndo = int(row.HoldMinutes), row.HoldMinutes > 0
	err = s.q.PublicationItemsInsert(ctx, tx, db.PublicationItemsInsertParams{PublicationID: row.ID, DepartmentID: by.DepartmentID, CredentialIds: ids})
	if err != nil {
		return p, fmt.Errorf("note what is to be published: %w", err)
	}
	err = s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "publication.started", ObjectKind: "publication", ObjectID: p.UUID, Details: map[string]any{"count": len(ids)},
	})
	if err != nil {
		return p, err
	}
	n := operations.Request{UUID: p.UUID, Kind: KindPublish, SubjectID: row.ID, Input: len(ids)}
	if row.HoldMinutes == 0 {
		n.UndoUntil = &p.CreatedAt // its emails go out at once
	}
	_, err = s.operations.StartTx(ctx, tx, by, n)
	return p, err
}

// Read returns a publication and its progress. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Publication, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Publication{}, err
	}
	var p Publication
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.PublicationRead(ctx, tx, db.PublicationReadParams{DepartmentID: by.DepartmentID, Uuid: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read publication: %w", err)
		}
		p = of(row)
		if p.CanUndo, err = s.canUndoTx(ctx, tx, row); err != nil {
			return err
		}
		if row.RefusedCount == 0 {
			return nil
		}
		refusals, err := s.q.PublicationRefusals(ctx, tx, db.PublicationRefusalsParams{DepartmentID: by.DepartmentID, PublicationID: row.ID})
		for _, r := range refusals {
			p.Refusals = append(p.Refusals, Refusal{r.CredentialID, r.RecipientName, r.Reason})
		}
		return err
	})
	return p, err
}

// Resend emails a published credential to its recipient again. It returns credentials.ErrNotPublished or credentials.ErrTest.
func (s *Service) Resend(ctx context.Context, by access.Actor, credentialRef string) error {
	if err := by.Require(access.PublishCredentials); err != nil {
		return err
	}
	c, err := s.credentials.Read(ctx, by, credentialRef)
	if err != nil {
		return err
	}
	if !c.State.Achieved() && c.State != credentials.InProgress {
		return credentials.ErrNotPublished
	}
	if c.Test {
		return credentials.ErrTest
	}
	if err := s.throttle.AllowMail(ctx, "resend", c.Recipient.Email, by.DepartmentID); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		often, err := s.outbox.TooOftenTx(ctx, tx, by.DepartmentID, []int64{c.ID})
		if err == nil {
			err = often[c.ID]
		}
		if err != nil {
			return err
		}
		if err := s.outbox.RequireOnTx(ctx, tx, by.DepartmentID, outbox.Delivery); err != nil {
			return err
		}
		draft := s.mail(by.DepartmentID, lifecycle.Issued{
			ID: c.ID, UUID: c.UUID, Name: c.Recipient.Name, CourseName: c.Name(), Email: c.Recipient.Email,
			IssuerName: c.Issuer.Name, Language: c.RecipientLanguage(), Key: c.Key(), Sender: c.Group.Settings.Sender,
			InProgress: c.State == credentials.InProgress,
		})
		draft.DedupeKey += ":" + uuid.NewString() // asked for again on purpose
		if err := s.outbox.WriteTx(ctx, tx, []outbox.Draft{draft}); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "credential.resent", ObjectKind: "credential", ObjectID: c.ID})
	})
}

// ResendManyTx emails issued credentials to their recipients again, in a transaction of the department. The cause is part of each
// deduplication key, so that an email is written only once per cause. It returns the IDs of the emailed credentials, and an error for
// each of the others.
func (s *Service) ResendManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, cause uuid.UUID, unopened bool) ([]int64, map[int64]error, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return nil, nil, err
	}
	issued, refused, err := s.lifecycle.ToMailTx(ctx, tx, by.DepartmentID, ids, unopened)
	if err != nil {
		return nil, nil, err
	}
	often, err := s.outbox.TooOftenTx(ctx, tx, by.DepartmentID, ids)
	if err != nil {
		return nil, nil, err
	}
	drafts, mailed := make([]outbox.Draft, 0, len(issued)), make([]int64, 0, len(issued))
	for _, c := range issued {
		if why := often[c.ID]; why != nil {
			refused[c.ID] = why
			continue
		}
		draft := s.mail(by.DepartmentID, c)
		draft.DedupeKey += ":" + cause.String()
		drafts, mailed = append(drafts, draft), append(mailed, c.ID)
	}
	if err := s.outbox.WriteTx(ctx, tx, drafts); err != nil {
		return nil, nil, err
	}
	return mailed, refused, s.audit.RecordManyTx(ctx, tx, by, audit.Event{Action: "credential.resent", ObjectKind: "credential"}, mailed)
}

func of(row db.Publication) Publication {
	return Publication{
		UUID: row.Uuid, InputCount: int(row.InputCount), PublishedCount: int(row.PublishedCount), RefusedCount: int(row.RefusedCount),
		SendEmail: row.SendEmail, CreatedAt: row.CreatedAt, FinishedAt: row.FinishedAt,
		HoldMinutes: int(row.HoldMinutes), HoldUntil: row.HoldUntil, ReleasedAt: row.ReleasedAt,
		EmailsHeld: row.SendEmail && sendable(row) == nil,
		UndoneAt:   row.UndoneAt, UndoneCount: int(row.UndoneCount), UndoFinishedAt: row.UndoFinishedAt,
		StopReason: pg.OrZero(row.StopReason), UndoStopReason: pg.OrZero(row.UndoStopReason),
	}
}

// mail returns the email that delivers a credential to its recipient. There is one for credentials in progress and another for achieved
// ones.
func (s *Service) mail(departmentID int64, c lifecycle.Issued) outbox.Draft {
	kind := outbox.Delivery
	if c.InProgress {
		kind = outbox.InProgress
	}
	params := map[string]string{
		"name": c.Name, "course": c.CourseName, "issuer": c.IssuerName,
		"link": s.links.Credential(c.UUID.String(), c.Key), "picture": s.links.CertificatePicture(c.UUID.String(), c.Key),
	}
	var shared map[string]string
	if len(c.Sender.CC)+len(c.Sender.BCC) == 0 { // others who read the email must not become owners
		shared = maps.Clone(params)
		token, code := recipients.OwnerProof(s.keyring, c.UUID, c.Email, s.clock.Now().Add(recipients.OwnerLifetime))
		params["link"], params["owner_code"] = s.links.OwnCredential(c.UUID.String(), c.Key, token), code
	}
	return outbox.Draft{
		Kind: kind, To: c.Email, Language: c.Language, DepartmentID: departmentID, CredentialID: c.ID,
		DedupeKey: kind + ":" + strconv.FormatInt(c.ID, 10), Sender: senderOf(c.Sender),
		Params: params, Shared: shared,
	}
}

func minutes(n *int) *int32 {
	if n == nil {
		return nil
	}
	return new(int32(*n)) //nolint:gosec // at most departments.MaxHoldMinutes
}

// senderOf converts the sender of a group's emails.
func senderOf(s groups.Sender) outbox.Sender {
	return outbox.Sender{Name: s.Name, ReplyTo: s.ReplyTo, CC: s.CC, BCC: s.BCC}
}
