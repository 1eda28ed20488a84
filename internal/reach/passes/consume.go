package passes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/events"
	"laurel/internal/platform/applepush"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/passes/internal/db"
)

// Consumer returns the consumer that updates passes when their credentials change.
func (s *Service) Consumer() events.Consumer { return consumer{s} }

type consumer struct{ s *Service }

// Name implements events.Consumer.
func (consumer) Name() string { return "passes" }

// ignored are events that change nothing that passes show.
var ignored = []events.Type{events.Created, events.Scheduled, events.Unscheduled, events.Bounced}

// WantsTx implements events.Consumer: it returns the departments whose credentials have passes.
func (c consumer) WantsTx(ctx context.Context, tx pgx.Tx, departmentIDs []int64, types []events.Type) ([]int64, error) {
	if len(c.s.Configured) == 0 || !slices.ContainsFunc(types, func(t events.Type) bool { return !slices.Contains(ignored, t) }) {
		return nil, nil
	}
	found, err := c.s.q.PassesOfDepartments(ctx, tx, departmentIDs)
	if err != nil {
		return nil, fmt.Errorf("look for passes: %w", err)
	}
	return found, nil
}

// ConsumeTx implements events.Consumer: it notes the last event of each credential with a pass, and enqueues the update.
func (c consumer) ConsumeTx(ctx context.Context, tx pgx.Tx, departmentID int64, batch []events.Event) error {
	last := map[int64]int64{}
	for _, e := range batch {
		if !slices.Contains(ignored, e.Type) {
			last[e.CredentialID] = max(last[e.CredentialID], e.ID)
		}
	}
	p := db.PassesChangeParams{DepartmentID: departmentID, Now: c.s.Clock.Now()}
	for credential, event := range last {
		p.CredentialIds, p.EventIds = append(p.CredentialIds, credential), append(p.EventIds, event)
	}
	if len(last) == 0 {
		return nil
	}
	changed, err := c.s.q.PassesChange(ctx, tx, p)
	if err != nil {
		return fmt.Errorf("note changes of passes: %w", err)
	}
	all := make([]jobs.Args, len(changed))
	for i, row := range changed {
		all[i] = Update{row.Serial, row.Change}
	}
	return c.s.Queue.EnqueueManyTx(ctx, tx, all)
}

// Update is the job that brings a change of a credential to the wallets that have its pass.
type Update struct {
	Serial uuid.UUID `json:"serial"`
	Change int64     `json:"change"`
}

// Kind implements river.JobArgs.
func (Update) Kind() string { return "passes.update" }

// Work updates a pass at Google, or tells its devices at Apple, unless that was done for this change or a later one.
func (s *Service) Work(ctx context.Context, job Update) error {
	row, err := s.read(ctx, job.Serial)
	if errors.Is(err, ErrNotFound) {
		return nil // its credential, or its owner's account, is gone
	}
	if err != nil {
		return err
	}
	pass := row.WalletPass
	if Platform(pass.Platform) == Apple {
		if err := s.apple(); errors.Is(err, ErrOff) {
			return nil
		} else if err != nil {
			return err
		}
		return s.push(ctx, pass, job.Change)
	}
	if err := s.google(); errors.Is(err, ErrOff) || err == nil && pass.Synced >= job.Change {
		return nil
	} else if err != nil {
		return err
	}
	if err := s.syncGoogle(ctx, row); err != nil {
		return err
	}
	return pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) error {
		return s.q.PassSynced(ctx, d, db.PassSyncedParams{ID: pass.ID, Change: pass.Change})
	})
}

// push tells the devices that have not been told of a change. Each is noted at once, so that a job that runs again goes on where it was.
func (s *Service) push(ctx context.Context, pass db.WalletPass, change int64) error {
	var behind []db.RegistrationsBehindRow
	err := pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) (err error) {
		behind, err = s.q.RegistrationsBehind(ctx, d, db.RegistrationsBehindParams{PassID: pass.ID, Change: change})
		return err
	})
	if err != nil {
		return fmt.Errorf("list devices: %w", err)
	}
	id := pass.Serial.String() + "." + strconv.FormatInt(pass.Change, 36)
	var failed error
	for _, device := range behind {
		err := s.Apple.Push.Push(ctx, device.PushToken, id)
		if err != nil && !errors.Is(err, applepush.ErrGone) {
			failed = err
			continue
		}
		gone := err != nil
		err = pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) error {
			if gone {
				return s.q.RegistrationsForget(ctx, d, device.PushToken)
			}
			return s.q.RegistrationPushed(ctx, d, db.RegistrationPushedParams{PassID: pass.ID, Device: device.Device, Change: pass.Change})
		})
		if err != nil {
			return fmt.Errorf("note push: %w", err)
		}
	}
	return failed
}
