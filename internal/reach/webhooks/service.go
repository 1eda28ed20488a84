package webhooks

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/reach/webhooks/internal/db"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Audit   *audit.Log
	Keyring *secrets.Keyring
	Fetch   *fetch.Client
	Outbox  *outbox.Service
	Links   links.Links
	Log     *slog.Logger
}

// Service manages and delivers webhooks.
type Service struct {
	Deps
	q       *db.Queries
	objects PayloadBuilder
}

// New returns a Service.
func New(d Deps, objects PayloadBuilder) *Service { return &Service{d, db.New(), objects} }

// Create creates a webhook and returns it with its secret, which is shown only once. It returns field errors, an error for a URL
// that must not be called, and ErrTooMany beyond 20 webhooks.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Webhook, string, error) {
	if err := s.may(by); err != nil {
		return Webhook{}, "", err
	}
	w := Webhook{State: Active}
	if err := s.check(ctx, in, &w); err != nil {
		return Webhook{}, "", err
	}
	secret, id := secrets.NewToken(SecretPrefix), uuid.New()
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.room(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		made, err := s.q.WebhookInsert(ctx, tx, db.WebhookInsertParams{
			DepartmentID: by.DepartmentID, Uuid: id, Url: w.URL, Description: w.Description, Events: w.Events,
			SealedSecret: s.Keyring.Seal([]byte(secret), sealContext(id)), CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), Now: s.Clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert webhook: %w", err)
		}
		if w, err = s.readTx(ctx, tx, by.DepartmentID, made); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "webhook.created", w)
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return w, secret, nil
}

// may refuses whoever may not manage webhooks. Whom a key signed in makes none: it would outlive the key.
func (s *Service) may(by access.Actor) error {
	if err := by.Require(access.ManageWebhooks); err != nil {
		return err
	}
	if by.Bound {
		return access.Denied(access.ManageWebhooks)
	}
	return nil
}

func (s *Service) check(ctx context.Context, in Input, w *Webhook) error {
	before := w.URL
	if err := in.into(w); err != nil {
		return err
	}
	if w.URL == before {
		return nil
	}
	if err := s.Fetch.CheckURL(ctx, w.URL); err != nil {
		return errs.Field("url", "webhook.address_refused")
	}
	return nil
}

func (s *Service) room(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	if err := s.q.WebhooksLock(ctx, tx, departmentID); err != nil {
		return fmt.Errorf("lock webhooks: %w", err)
	}
	n, err := s.q.WebhooksCount(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("count webhooks: %w", err)
	}
	if n >= MaxPerDepartment {
		return ErrTooMany.With("max", MaxPerDepartment)
	}
	return nil
}

// List lists the webhooks of the department, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, r page.Request) (page.Page[Webhook], error) {
	var none page.Page[Webhook]
	if err := by.Require(access.ViewWebhooks); err != nil {
		return none, err
	}
	var items []Webhook
	var total int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.WebhookList(ctx, tx, db.WebhookListParams{DepartmentID: by.DepartmentID, RowLimit: r.Limit(), RowOffset: r.Offset()})
		if err != nil {
			return fmt.Errorf("list webhooks: %w", err)
		}
		items = make([]Webhook, len(rows))
		for i, row := range rows {
			items[i] = s.of(db.WebhookReadRow(row))
		}
		total, err = s.q.WebhooksCount(ctx, tx, by.DepartmentID)
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Read returns a webhook, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (w Webhook, err error) {
	if err := by.Require(access.ViewWebhooks); err != nil {
		return Webhook{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		w, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return w, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Webhook, error) {
	row, err := s.q.WebhookRead(ctx, tx, db.WebhookReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Webhook{}, ErrNotFound
	}
	if err != nil {
		return Webhook{}, fmt.Errorf("read webhook: %w", err)
	}
	return s.of(row), nil
}

// changing locks a webhook, runs change and reads it again.
func (s *Service) changing(ctx context.Context, by access.Actor, id int64, change func(tx pgx.Tx, before db.Webhook) error) (w Webhook, err error) {
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.q.WebhookLock(ctx, tx, db.WebhookLockParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock webhook: %w", err)
		}
		if err := change(tx, before); err != nil {
			return err
		}
		w, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return w, err
}

// Update changes, pauses or resumes a webhook. Errors are those of Create, and ErrNotFound.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Webhook, error) {
	if err := s.may(by); err != nil {
		return Webhook{}, err
	}
	return s.changing(ctx, by, id, func(tx pgx.Tx, before db.Webhook) error {
		after := s.of(db.WebhookReadRow{Webhook: before})
		if err := s.check(ctx, in, &after); err != nil {
			return err
		}
		err := s.q.WebhookUpdate(ctx, tx, db.WebhookUpdateParams{
			Url: after.URL, Description: after.Description, Events: after.Events, State: string(after.State), PausedReason: some(after.PausedReason),
			Now: s.Clock.Now(), DepartmentID: by.DepartmentID, ID: id,
		})
		if err != nil {
			return fmt.Errorf("update webhook: %w", err)
		}
		return s.recordTx(ctx, tx, by, "webhook.updated", after)
	})
}

// Rotate gives a webhook a new secret, which is shown only once. The old one stays valid for a day, so that a receiver can switch
// without losing events. It returns ErrNotFound.
func (s *Service) Rotate(ctx context.Context, by access.Actor, id int64) (Webhook, string, error) {
	if err := s.may(by); err != nil {
		return Webhook{}, "", err
	}
	secret := secrets.NewToken(SecretPrefix)
	w, err := s.changing(ctx, by, id, func(tx pgx.Tx, before db.Webhook) error {
		now := s.Clock.Now()
		err := s.q.WebhookRotate(ctx, tx, db.WebhookRotateParams{
			Until: now.Add(Overlap), SealedSecret: s.Keyring.Seal([]byte(secret), sealContext(before.Uuid)), Now: now,
			DepartmentID: by.DepartmentID, ID: id,
		})
		if err != nil {
			return fmt.Errorf("rotate secret: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "webhook.rotated", ObjectKind: "webhook", ObjectID: id})
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return w, secret, nil
}

// Delete deletes a webhook with its deliveries and returns it. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) (w Webhook, err error) {
	if err := s.may(by); err != nil {
		return Webhook{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if w, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if _, err := s.q.WebhookDelete(ctx, tx, db.WebhookDeleteParams{DepartmentID: by.DepartmentID, ID: id}); err != nil {
			return fmt.Errorf("delete webhook: %w", err)
		}
		return s.recordTx(ctx, tx, by, "webhook.deleted", w)
	})
	return w, err
}

// recordTx writes the audit row. The address goes in without its query, which may hold a secret.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, action string, w Webhook) error {
	id := w.ID
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: action, ObjectKind: "webhook", ObjectID: id,
		Details: map[string]any{"host": host(w.URL), "events": w.Events, "state": w.State},
	})
}

func (s *Service) of(row db.WebhookReadRow) Webhook {
	r := row.Webhook
	w := Webhook{
		ID: r.ID, URL: r.Url, Description: r.Description, Events: r.Events, State: State(r.State), APIVersion: r.ApiVersion,
		FailingSince: r.FailingSince, CreatedBy: row.Creator, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		LastStatus: number(row.LastStatus), LastError: row.LastError, LastAt: row.TriedAt,
	}
	if r.PausedReason != nil {
		w.PausedReason = *r.PausedReason
	}
	if r.PreviousUntil != nil && s.Clock.Now().Before(*r.PreviousUntil) {
		w.RotatingUntil = r.PreviousUntil
	}
	return w
}

// sealContext ties a sealed secret to its webhook.
func sealContext(id uuid.UUID) string { return "webhook secret " + id.String() }
