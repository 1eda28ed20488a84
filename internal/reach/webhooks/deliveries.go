package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/webhooks/internal/db"
)

// Test sends a test event to this webhook only and returns its delivery. It returns ErrNotFound or ErrPaused.
func (s *Service) Test(ctx context.Context, by access.Actor, id int64) (d Delivery, err error) {
	if err := by.Require(access.ManageWebhooks); err != nil {
		return Delivery{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		w, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if w.State == Paused {
			return ErrPaused
		}
		made, err := s.q.EventInsertTest(ctx, tx, db.EventInsertTestParams{DepartmentID: by.DepartmentID, WebhookID: id, OccurredAt: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("insert test event: %w", err)
		}
		if d, err = s.deliveryTx(ctx, tx, by.DepartmentID, id, made); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "webhook.tested", ObjectKind: "webhook", ObjectID: id})
	})
	return d, err
}

// Deliveries lists the deliveries of a webhook, newest first. It returns ErrNotFound.
func (s *Service) Deliveries(ctx context.Context, by access.Actor, id int64, f Filter, r page.Request) (page.Page[Delivery], error) {
	var none page.Page[Delivery]
	if err := by.Require(access.ViewWebhooks); err != nil {
		return none, err
	}
	if err := f.validate(); err != nil {
		return none, err
	}
	var items []Delivery
	var total int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		rows, err := s.q.DeliveryList(ctx, tx, db.DeliveryListParams{
			DepartmentID: by.DepartmentID, WebhookID: id, State: f.State, Type: f.Type, Since: f.Since, Until: f.Until, Oldest: f.Oldest,
			RowLimit: r.Limit(), RowOffset: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list deliveries: %w", err)
		}
		items = make([]Delivery, len(rows))
		for i, row := range rows {
			items[i] = deliveryOf(row)
		}
		total, err = s.q.DeliveryCount(ctx, tx, db.DeliveryCountParams{
			DepartmentID: by.DepartmentID, WebhookID: id, State: f.State, Type: f.Type, Since: f.Since, Until: f.Until,
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

// Delivery returns a delivery with its body and attempts. It returns ErrNotFound or ErrDeliveryNotFound.
func (s *Service) Delivery(ctx context.Context, by access.Actor, id, deliveryID int64) (d Delivery, err error) {
	if err := by.Require(access.ViewWebhooks); err != nil {
		return Delivery{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		d, err = s.deliveryTx(ctx, tx, by.DepartmentID, id, deliveryID)
		return err
	})
	return d, err
}

func (s *Service) deliveryTx(ctx context.Context, tx pgx.Tx, departmentID, id, deliveryID int64) (Delivery, error) {
	row, err := s.q.DeliveryRead(ctx, tx, db.DeliveryReadParams{DepartmentID: departmentID, WebhookID: id, ID: deliveryID})
	if pg.NoRows(err) {
		return Delivery{}, ErrDeliveryNotFound
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("read delivery: %w", err)
	}
	d := deliveryOf(db.DeliveryListRow{
		ID: row.ID, WebhookID: row.WebhookID, State: row.State, Attempts: row.Attempts, NextAt: row.NextAt, ClaimedUntil: row.ClaimedUntil,
		LastStatus: row.LastStatus, LastError: row.LastError, LastMs: row.LastMs, TriedAt: row.TriedAt, CreatedAt: row.CreatedAt,
		Uuid: row.Uuid, Type: row.Type, SubjectKind: row.SubjectKind, SubjectID: row.SubjectID, OccurredAt: row.OccurredAt,
	})
	d.Body = row.Body
	if err := json.Unmarshal(row.Tries, &d.Tries); err != nil {
		return Delivery{}, fmt.Errorf("read attempts: %w", err)
	}
	return d, nil
}

// Replay sends a finished delivery again under the same event ID. It returns ErrNotFound, ErrDeliveryNotFound, or
// ErrDeliveryPending for an unfinished one.
func (s *Service) Replay(ctx context.Context, by access.Actor, id, deliveryID int64) (d Delivery, err error) {
	if err := by.Require(access.ManageWebhooks); err != nil {
		return Delivery{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if _, err := s.deliveryTx(ctx, tx, by.DepartmentID, id, deliveryID); err != nil {
			return err
		}
		n, err := s.q.DeliveryReplay(ctx, tx, db.DeliveryReplayParams{DepartmentID: by.DepartmentID, WebhookID: id, ID: deliveryID})
		if err != nil {
			return fmt.Errorf("replay delivery: %w", err)
		}
		if n == 0 {
			return ErrDeliveryPending
		}
		if d, err = s.deliveryTx(ctx, tx, by.DepartmentID, id, deliveryID); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "webhook.replayed", ObjectKind: "webhook", ObjectID: id, Details: map[string]any{"delivery_id": deliveryID},
		})
	})
	return d, err
}

// replayBatch is how many deliveries one transaction requeues.
const replayBatch = 1000

// ReplayFailed requeues all deliveries that failed since a time and returns their number. It returns ErrNotFound.
func (s *Service) ReplayFailed(ctx context.Context, by access.Actor, id int64, since time.Time) (int, error) {
	if err := by.Require(access.ManageWebhooks); err != nil {
		return 0, err
	}
	total := 0
	for {
		n := 0
		err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
			if _, err := s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
				return err
			}
			found, err := s.q.DeliveriesReplayFailed(ctx, tx, db.DeliveriesReplayFailedParams{
				DepartmentID: by.DepartmentID, WebhookID: id, Since: since, RowLimit: replayBatch,
			})
			if err != nil {
				return fmt.Errorf("replay failed deliveries: %w", err)
			}
			if n = int(found); n == 0 {
				return nil
			}
			return s.Audit.RecordTx(ctx, tx, by, audit.Event{
				Action: "webhook.replayed", ObjectKind: "webhook", ObjectID: id, Details: map[string]any{"since": since, "count": n},
			})
		})
		if total += n; err != nil || n < replayBatch {
			return total, err
		}
	}
}

// DeleteOld deletes events older than Lifetime with their deliveries and returns their number.
func (s *Service) DeleteOld(ctx context.Context) (int64, error) {
	var total int64
	for {
		var n int64
		err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
			n, err = s.q.EventsDeleteOld(ctx, tx, db.EventsDeleteOldParams{Before: s.Clock.Now().Add(-Lifetime), RowLimit: replayBatch})
			return err
		})
		if err != nil {
			return total, fmt.Errorf("delete old events: %w", err)
		}
		if total += n; n < replayBatch {
			return total, nil
		}
	}
}

func deliveryOf(r db.DeliveryListRow) Delivery {
	d := Delivery{
		ID: r.ID, EventID: r.Uuid, Type: r.Type, SubjectKind: r.SubjectKind, SubjectID: r.SubjectID, OccurredAt: r.OccurredAt,
		State: DeliveryState(r.State), Attempts: int(r.Attempts), LastStatus: number(r.LastStatus), LastError: r.LastError, LastMS: number(r.LastMs),
		TriedAt: r.TriedAt, CreatedAt: r.CreatedAt,
	}
	if d.State == Pending && d.Attempts > 0 && r.ClaimedUntil == nil {
		d.NextAt = &r.NextAt
	}
	return d
}
