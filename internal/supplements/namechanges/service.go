package namechanges

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges/internal/db"
)

// Reissue is the job that signs and prints credentials again after their names changed.
type Reissue struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// Kind implements river.JobArgs.
func (Reissue) Kind() string { return "namechanges.renamed" }

// Service accepts and decides requests.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of the service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Queue       *jobs.Queue
	Credentials *credentials.Service
	Authoring   *authoring.Service
	Recipients  *recipients.Service
	Outbox      *outbox.Service
	Files       *objects.Store
	Throttle    *throttle.Limiter
	Webhooks    Webhooks
	Links       links.Links
}

// Webhooks records changes that department webhooks report.
type Webhooks interface {
	NameChangeCreatedTx(ctx context.Context, tx pgx.Tx, departmentID, id, credentialID int64, at time.Time) error
	NameChangeDecidedTx(ctx context.Context, tx pgx.Tx, departmentID, id, credentialID int64, at time.Time) error
}

// New returns a service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// List lists a department's requests: pending ones oldest first, all others newest first.
func (s *Service) List(ctx context.Context, by access.Actor, f Filter, r page.Request) (page.Page[Change], error) {
	var none page.Page[Change]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Change
	var total int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		items, total, err = s.listTx(ctx, tx, by.DepartmentID, f, r)
		return err
	})
	if err != nil {
		return none, fmt.Errorf("list name changes: %w", err)
	}
	return page.Of(r, items, total), nil
}

func (s *Service) listTx(ctx context.Context, tx pgx.Tx, departmentID int64, f Filter, r page.Request) ([]Change, int64, error) {
	states := make([]string, len(f.States))
	for i, state := range f.States {
		states[i] = string(state)
	}
	rows, err := s.q.NameChangeList(ctx, tx, db.NameChangeListParams{
		DepartmentID: departmentID, States: states, Reason: string(f.Reason), Kind: string(f.Kind), CredentialID: pg.OrNull(f.CredentialID), Query: f.Query,
		OldestFirst: len(f.States) == 1 && f.States[0] == Pending, RowLimit: r.Limit(), RowOffset: r.Offset(),
	})
	if err != nil {
		return nil, 0, err
	}
	out := make([]Change, len(rows))
	for i, row := range rows {
		out[i] = of(db.NameChangeReadRow(row))
	}
	total, err := s.q.NameChangeCount(ctx, tx, db.NameChangeCountParams{
		DepartmentID: departmentID, States: states, Reason: string(f.Reason), Kind: string(f.Kind), CredentialID: pg.OrNull(f.CredentialID), Query: f.Query,
	})
	return out, total, err
}

// Read returns a request of the department, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Change, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Change{}, err
	}
	var out Change
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return out, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Change, error) {
	row, err := s.q.NameChangeRead(ctx, tx, db.NameChangeReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Change{}, ErrNotFound
	}
	if err != nil {
		return Change{}, fmt.Errorf("read name change: %w", err)
	}
	return of(row), nil
}

// lockTx locks a pending request. It returns ErrNotFound or ErrDecided.
func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (db.NameChange, error) {
	n, err := s.q.NameChangeLock(ctx, tx, db.NameChangeLockParams{DepartmentID: departmentID, ID: id})
	switch {
	case pg.NoRows(err):
		return n, ErrNotFound
	case err != nil:
		return n, fmt.Errorf("lock name change: %w", err)
	case n.DecidedAt != nil:
		return n, ErrDecided
	}
	return n, nil
}

// Decide approves or denies a request. If approved, the credential is changed, signed and printed again. The recipient is notified in
// either case. It returns ErrNotFound, ErrDecided, ErrUnconfirmed, the errors of AmendTx, and credentials.ErrRevoked when approving a
// request for a credential that was revoked meanwhile.
func (s *Service) Decide(ctx context.Context, by access.Actor, id int64, d Decision) (Change, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Change{}, err
	}
	if err := d.validate(); err != nil {
		return Change{}, err
	}
	var out Change
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.lockTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if n.State == string(Unconfirmed) {
			return ErrUnconfirmed
		}
		if d.All != nil {
			n.AllMine = *d.All
		}
		state := Denied
		if d.Approve {
			state = Approved
		}
		n.DecisionNote = d.Note
		if err := s.endTx(ctx, tx, by, n, state); err != nil {
			return err
		}
		out, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return out, err
}

// DecideMany decides requests one by one and returns the outcome of each. A failed one does not stop the others.
func (s *Service) DecideMany(ctx context.Context, by access.Actor, ids []int64, d Decision) ([]Outcome, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	if err := d.validate(); err != nil {
		return nil, err
	}
	out := make([]Outcome, len(ids))
	for i, id := range ids {
		_, err := s.Decide(ctx, by, id, d)
		var refusal *errs.Error
		if err != nil && !errors.As(err, &refusal) {
			return nil, err
		}
		out[i] = Outcome{id, refusal}
	}
	return out, nil
}

// endTx puts a request into a final state, with all consequences.
func (s *Service) endTx(ctx context.Context, tx pgx.Tx, by access.Actor, n db.NameChange, state State) error {
	now := s.Clock.Now()
	err := s.q.NameChangeDecide(ctx, tx, db.NameChangeDecideParams{
		State: string(state), DecidedBy: pg.OrNull(by.UserID), DecidedByKey: pg.OrNull(by.APIKeyID), DecisionNote: n.DecisionNote, DecidedAt: &now,
		AllMine: n.AllMine, DepartmentID: n.DepartmentID, ID: n.ID,
	})
	if err != nil {
		return fmt.Errorf("decide name change: %w", err)
	}
	if err := s.Webhooks.NameChangeDecidedTx(ctx, tx, n.DepartmentID, n.ID, n.CredentialID, now); err != nil {
		return err
	}
	if err := s.Authoring.NameChangeOpenTx(ctx, tx, n.DepartmentID, []int64{n.CredentialID}, false); err != nil {
		return err
	}
	if state == Approved || state == AutoApproved {
		if err := s.changeTx(ctx, tx, by, n); err != nil {
			return err
		}
	}
	err = s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "name_change." + string(state), ObjectKind: "name_change", ObjectID: n.ID,
		Details: map[string]any{"credential_id": n.CredentialID, "kind": n.Kind, "all": n.AllMine},
	})
	if err != nil {
		return err
	}
	return s.tellRecipientTx(ctx, tx, n, state)
}

// changeTx makes the change and renews everything that shows it. Changes described in free text are made by hand.
func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, by access.Actor, n db.NameChange) error {
	in := authoring.Amendment{ID: n.CredentialID, All: n.AllMine, Why: map[string]any{"name_change": n.ID}}
	switch Kind(n.Kind) {
	case OfEmail:
		in.Email = n.RequestedName
	case OfDate:
		day, err := credentials.ParseDate(n.RequestedName)
		if err != nil {
			return fmt.Errorf("read the date of a change: %w", err)
		}
		in.IssuedOn = day
	case OfOther:
		return nil
	default:
		in.Name = n.RequestedName
	}
	ids, err := s.Authoring.AmendTx(ctx, tx, by, in)
	if err != nil {
		return err
	}
	err = s.q.NameChangeItemsInsert(ctx, tx, db.NameChangeItemsInsertParams{NameChangeID: n.ID, DepartmentID: n.DepartmentID, CredentialIds: ids})
	if err != nil {
		return fmt.Errorf("note changed credentials: %w", err)
	}
	return s.Queue.EnqueueTx(ctx, tx, Reissue{n.DepartmentID, ids})
}

// Settings returns the department's settings for requests.
func (s *Service) Settings(ctx context.Context, by access.Actor) (Settings, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Settings{}, err
	}
	var out Settings
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.settingsTx(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) settingsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (Settings, error) {
	auto, err := s.q.NameChangeSettings(ctx, tx, departmentID)
	if err != nil && !pg.NoRows(err) {
		return Settings{}, fmt.Errorf("read name change settings: %w", err)
	}
	return Settings{AutoApprove: auto}, nil
}

// SetSettings changes the department's settings for requests.
func (s *Service) SetSettings(ctx context.Context, by access.Actor, in Settings) error {
	if err := by.Require(access.ManageDepartment); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		err := s.q.NameChangeSettingsSet(ctx, tx, db.NameChangeSettingsSetParams{DepartmentID: by.DepartmentID, AutoApprove: in.AutoApprove})
		if err != nil {
			return fmt.Errorf("set name change settings: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "name_change.settings", ObjectKind: "department", ObjectID: by.DepartmentID,
			Details: map[string]any{"auto_approve": in.AutoApprove},
		})
	})
}

func of(r db.NameChangeReadRow) Change {
	n := r.NameChange
	out := Change{
		ID: n.ID, Kind: Kind(n.Kind), CurrentName: n.CurrentName, RequestedName: n.RequestedName, Reason: Reason(n.Reason), Note: n.Note, All: n.AllMine,
		Distance: int(n.Distance), State: State(n.State), DecidedBy: r.DecidedByName, DecisionNote: n.DecisionNote, DecidedAt: n.DecidedAt,
		ConfirmedAt: n.ConfirmedAt, CreatedAt: n.CreatedAt, ExpiresAt: n.ExpiresAt,
		Credential: Credential{r.Uuid, r.CredentialName, r.RecipientName, r.RecipientEmail, r.GroupID, r.GroupName},
	}
	if n.DocumentKey != nil {
		out.Document = n.DocumentName
	}
	return out
}

// expireBatch is the number of requests that one transaction expires.
const expireBatch = 500

// ExpireDue expires requests that were not confirmed or decided in time, deletes old documents, and returns the number of both.
func (s *Service) ExpireDue(ctx context.Context) (int64, error) {
	ended, err := s.expire(ctx)
	if err != nil {
		return ended, fmt.Errorf("expire name changes: %w", err)
	}
	deleted, err := s.deleteDocuments(ctx)
	return ended + deleted, err
}

func (s *Service) expire(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.NameChangeExpireDue(ctx, tx, db.NameChangeExpireDueParams{Now: s.Clock.Now(), RowLimit: expireBatch})
		if err != nil {
			return err
		}
		n = int64(len(rows))
		for _, r := range rows {
			if err := s.Authoring.NameChangeOpenTx(ctx, tx, r.DepartmentID, []int64{r.CredentialID}, false); err != nil {
				return err
			}
			by := access.Expiry.In(r.DepartmentID)
			err := s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "name_change.expired", ObjectKind: "name_change", ObjectID: r.ID})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// dedupe identifies an email about a request, so that it is sent once.
func dedupe(kind string, id int64) string { return kind + ":" + strconv.FormatInt(id, 10) }

func day(d int) time.Duration { return time.Duration(d) * 24 * time.Hour }
