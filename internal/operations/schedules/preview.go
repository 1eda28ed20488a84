package schedules

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/schedules/internal/db"
	"laurel/internal/platform/pg"
)

// PreviewDays is how many days a preview covers.
const PreviewDays = 7

// Upcoming counts the emails of one kind that go out on a day, unless something changes until then.
type Upcoming struct {
	Day       time.Time
	Kind      string
	Days      int    // of the plan
	GroupID   int64  // 0: of all groups without a plan of their own
	GroupName string // of GroupID
	Count     int64
}

// Preview counts what goes out on the next days, today included if its emails are not written yet. While all is paused, it counts what
// would.
func (s *Service) Preview(ctx context.Context, by access.Actor) ([]Upcoming, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return nil, err
	}
	var out []Upcoming
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		all, err := s.readTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		first := today(s.Clock.Now(), all.zone)
		for n := range PreviewDays {
			day := first.AddDate(0, 0, n)
			if all.own != nil {
				if out, err = s.upcomingTx(ctx, tx, out, *all.own, "", day, all.zone); err != nil {
					return err
				}
			}
			for i, row := range all.rows {
				if out, err = s.upcomingTx(ctx, tx, out, row, all.Groups[i].GroupName, day, all.zone); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return out, err
}

// upcomingTx adds what a schedule has for a day.
func (s *Service) upcomingTx(ctx context.Context, tx pgx.Tx, to []Upcoming, row db.EmailSchedule, group string, day time.Time, zone *time.Location) ([]Upcoming, error) {
	if !day.After(row.DoneUntil) {
		return to, nil
	}
	for _, of := range planOf(row).steps(day, day) {
		n, err := s.countTx(ctx, tx, row, of, zone)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			to = append(to, Upcoming{day, of.kind, of.days, pg.OrZero(row.GroupID), group, n})
		}
	}
	return to, nil
}

func (s *Service) countTx(ctx context.Context, tx pgx.Tx, row db.EmailSchedule, of step, zone *time.Location) (n int64, err error) {
	if of.kind == Reminder {
		p := db.UnopenedCountParams{DepartmentID: row.DepartmentID, GroupID: pg.OrZero(row.GroupID)}
		p.FromTime, p.UntilTime = of.times(zone)
		n, err = s.q.UnopenedCount(ctx, tx, p)
	} else {
		n, err = s.q.ExpiringCount(ctx, tx, db.ExpiringCountParams{DepartmentID: row.DepartmentID, GroupID: pg.OrZero(row.GroupID), FirstDay: of.first, LastDay: of.last})
	}
	if err != nil {
		return 0, fmt.Errorf("count emails: %w", err)
	}
	return n, nil
}
