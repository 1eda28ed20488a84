package recipients

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/pg"
)

// Notifications are the emails that a person gets at all their addresses.
type Notifications struct {
	Stopped map[outbox.Topic]bool // topics on which nobody may email them
	Issuers []StoppedIssuer       // whose emails they stopped with a link of one of them
}

// StoppedIssuer is a department whose emails a person stopped.
type StoppedIssuer struct {
	ID   int64
	Name string
}

// Notifications returns which emails the actor gets. It returns ErrNotSignedIn or ErrLimited.
func (s *Service) Notifications(ctx context.Context, by Actor) (Notifications, error) {
	if err := by.RequireFull(); err != nil {
		return Notifications{}, err
	}
	var out Notifications
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.notificationsTx(ctx, tx, by)
		return err
	})
	return out, err
}

func (s *Service) notificationsTx(ctx context.Context, tx pgx.Tx, by Actor) (Notifications, error) {
	out := Notifications{Stopped: map[outbox.Topic]bool{}}
	stopped, err := s.Outbox.StoppedTx(ctx, tx, by.Owner().Emails)
	if err != nil {
		return out, err
	}
	for _, topic := range stopped.Topics {
		out.Stopped[topic] = true
	}
	rows, err := s.q.RecipientIssuerNames(ctx, tx, stopped.Departments)
	if err != nil {
		return out, fmt.Errorf("read issuers: %w", err)
	}
	for _, r := range rows {
		out.Issuers = append(out.Issuers, StoppedIssuer{r.ID, r.Name})
	}
	return out, nil
}

// SetNotifications chooses on which topics the actor gets emails; topics that are not named stay as they are. It returns ErrNotSignedIn or
// ErrLimited.
func (s *Service) SetNotifications(ctx context.Context, by Actor, wanted map[outbox.Topic]bool) (Notifications, error) {
	return s.choose(ctx, by, func(tx pgx.Tx, now Notifications) error {
		for _, topic := range outbox.Topics {
			want, named := wanted[topic]
			if !named || want != now.Stopped[topic] {
				continue
			}
			if err := s.Outbox.ChooseTx(ctx, tx, by.Recorded(0), by.Owner().Emails, topic, 0, want); err != nil {
				return err
			}
		}
		return nil
	})
}

// ResumeIssuer lets a department email the actor again. It returns ErrNotSignedIn, ErrLimited, or departments.ErrNotFound for a department
// whose emails the actor did not stop.
func (s *Service) ResumeIssuer(ctx context.Context, by Actor, departmentID int64) (Notifications, error) {
	return s.choose(ctx, by, func(tx pgx.Tx, now Notifications) error {
		if !slices.ContainsFunc(now.Issuers, func(i StoppedIssuer) bool { return i.ID == departmentID }) {
			return departments.ErrNotFound
		}
		for _, topic := range outbox.Topics {
			if err := s.Outbox.ChooseTx(ctx, tx, by.Recorded(0), by.Owner().Emails, topic, departmentID, true); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) choose(ctx context.Context, by Actor, do func(tx pgx.Tx, now Notifications) error) (Notifications, error) {
	if err := by.RequireFull(); err != nil {
		return Notifications{}, err
	}
	var out Notifications
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now, err := s.notificationsTx(ctx, tx, by)
		if err != nil {
			return err
		}
		if err := do(tx, now); err != nil {
			return err
		}
		out, err = s.notificationsTx(ctx, tx, by)
		return err
	})
	return out, err
}
