package senders

import (
	"context"
	"fmt"
	"time"

	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/pg"
)

// Limit is why an email waits.
type Limit string

// The limits.
const (
	QuietHours Limit = "quiet_hours"
	DailyCap   Limit = "daily_cap"
	PerMinute  Limit = "per_minute"
)

// Turn is when an email may go out, and what it waits for until then; "" if it may at once.
type Turn struct {
	At    time.Time
	Limit Limit
}

// Paced reports whether emails of a department may have to wait.
func (s Settings) Paced() bool { return s.DailyCap > 0 || s.PerMinute > 0 || s.Quiet != nil }

// given are the turns that were given away: how many in the latest minute, and how many on the latest day.
type given struct {
	minute   time.Time
	inMinute int
	day      time.Time // at midnight UTC, as the database keeps dates
	inDay    int
}

// TurnsTx gives turns to n emails of a department, in order. Others who ask wait until the transaction ends.
func (s *Service) TurnsTx(ctx context.Context, tx pg.DB, settings Settings, n int) ([]Turn, error) {
	now := s.Clock.Now()
	row, err := s.q.PaceLock(ctx, tx, db.PaceLockParams{DepartmentID: settings.DepartmentID, Minute: now.Truncate(time.Minute), Day: settings.day(now)})
	if err != nil {
		return nil, fmt.Errorf("read pace: %w", err)
	}
	g := given{row.Minute, int(row.InMinute), row.Day, int(row.InDay)}
	turns := make([]Turn, n)
	for i := range turns {
		turns[i] = settings.next(now, &g)
	}
	return turns, s.writePace(ctx, tx, settings.DepartmentID, g)
}

// RestartTx forgets the turns after now, which their emails lose. sentToday is the number of emails that had their turn today.
func (s *Service) RestartTx(ctx context.Context, tx pg.DB, departmentID int64, sentToday func(since time.Time) (int, error)) error {
	settings, err := s.ReadTx(ctx, tx, departmentID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	n, err := sentToday(settings.midnight(now, 0))
	if err != nil {
		return err
	}
	return s.writePace(ctx, tx, departmentID, given{minute: now.Truncate(time.Minute), day: settings.day(now), inDay: n})
}

func (s *Service) writePace(ctx context.Context, tx pg.DB, departmentID int64, g given) error {
	err := s.q.PaceWrite(ctx, tx, db.PaceWriteParams{
		DepartmentID: departmentID, Minute: g.minute, InMinute: int32(g.inMinute), Day: g.day, InDay: int32(g.inDay), //nolint:gosec // see mostADay
	})
	if err != nil {
		return fmt.Errorf("write pace: %w", err)
	}
	return nil
}

// next gives the next turn away.
func (s Settings) next(now time.Time, g *given) Turn {
	at := now
	if g.minute.After(at) {
		at = g.minute
	}
	for {
		if end := s.quietUntil(at); end.After(at) {
			at = end
			continue
		}
		if s.DailyCap > 0 && s.day(at).Equal(g.day) && g.inDay >= s.DailyCap {
			at = s.midnight(at, 1)
			continue
		}
		if s.PerMinute > 0 && at.Truncate(time.Minute).Equal(g.minute) && g.inMinute >= s.PerMinute {
			at = g.minute.Add(time.Minute)
			continue
		}
		break
	}
	if day := s.day(at); !day.Equal(g.day) {
		g.day, g.inDay = day, 0
	}
	if minute := at.Truncate(time.Minute); !minute.Equal(g.minute) {
		g.minute, g.inMinute = minute, 0
	}
	g.inDay++
	g.inMinute++
	return Turn{at, s.limitOf(now, at)}
}

// limitOf is what keeps an email from now to its turn.
func (s Settings) limitOf(now, at time.Time) Limit {
	switch {
	case !at.After(now):
		return ""
	case s.quietUntil(now).After(now) && s.day(at).Equal(s.day(s.quietUntil(now))):
		return QuietHours
	case s.DailyCap > 0 && s.day(at).After(s.day(now)):
		return DailyCap
	case s.Quiet != nil && s.quietUntil(at.Add(-time.Second)).Equal(at):
		return QuietHours
	}
	return PerMinute
}

// quietUntil returns the end of the quiet hours that include a time, or the time itself.
func (s Settings) quietUntil(at time.Time) time.Time {
	if s.Quiet == nil {
		return at
	}
	local := at.In(s.location())
	minute := local.Hour()*60 + local.Minute()
	q := *s.Quiet
	switch {
	case q.From < q.Until && minute >= q.From && minute < q.Until, q.From > q.Until && minute < q.Until:
		return s.minuteOf(local, 0, q.Until)
	case q.From > q.Until && minute >= q.From:
		return s.minuteOf(local, 1, q.Until)
	}
	return at
}

func (s Settings) minuteOf(local time.Time, days, minute int) time.Time {
	return time.Date(local.Year(), local.Month(), local.Day()+days, minute/60, minute%60, 0, 0, local.Location())
}

// midnight is when the day of a time begins in the department, some days later.
func (s Settings) midnight(at time.Time, days int) time.Time {
	return s.minuteOf(at.In(s.location()), days, 0)
}

func (s Settings) day(at time.Time) time.Time {
	y, m, d := at.In(s.location()).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func (s Settings) location() *time.Location {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil { // departments keep only zones that load
		return time.UTC
	}
	return zone
}
