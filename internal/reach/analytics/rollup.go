package analytics

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// RollUp is the job that counts new events.
type RollUp struct{}

// Kind implements river.JobArgs.
func (RollUp) Kind() string { return "analytics.roll_up" }

// Limits of one transaction of a roll-up.
const (
	rollUpBatch  = 20_000
	rebuildBatch = 20_000
)

// emailsFollowed is how long after the issue of a credential its delivery state is followed.
const emailsFollowed = 30 * 24 * time.Hour

// RollUpAll counts the new events of all departments. Processes may call it at the same time, and it may be interrupted at any point: each
// batch of events leaves the inbox in the transaction that counts it.
func (s *Service) RollUpAll(ctx context.Context) error {
	var found []int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.DepartmentsToRollUp(ctx, tx, s.clock.Now().Add(-emailsFollowed))
		return err
	})
	if err != nil {
		return fmt.Errorf("find departments to roll up: %w", err)
	}
	for _, id := range found {
		if err := s.RollUpDepartment(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// RollUpDepartment counts the new events of a department.
func (s *Service) RollUpDepartment(ctx context.Context, departmentID int64) error {
	for more := true; more; {
		err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
			more, err = s.rollUpTx(ctx, tx, departmentID)
			return err
		})
		if err != nil {
			return fmt.Errorf("roll up department %d: %w", departmentID, err)
		}
	}
	return nil
}

// CatchUp counts up to one batch of new events, unless another process is just doing so. A page that is read then shows what was recorded before.
func (s *Service) CatchUp(ctx context.Context, departmentID int64) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		pending, err := s.q.InboxPending(ctx, tx, departmentID)
		if err != nil || !pending {
			return err
		}
		state, err := s.q.RollUpTryLock(ctx, tx, departmentID)
		if err != nil || len(state) == 0 || state[0].RebuiltTo != nil || state[0].TimeZone != state[0].CurrentZone {
			return err
		}
		r := rollUp{s, tx, departmentID, state[0].TimeZone}
		_, err = r.batch(ctx, s.oldest(state[0].RetentionDays))
		return err
	})
}

// oldest returns the time of the oldest event that a department keeps.
func (s *Service) oldest(retentionDays int32) time.Time {
	return s.clock.Now().AddDate(0, 0, -int(retentionDays))
}

// rollUpTx counts a batch of a department, or rebuilds a part of its counts. more reports that it has to be called again.
func (s *Service) rollUpTx(ctx context.Context, tx pgx.Tx, departmentID int64) (more bool, err error) {
	if err := s.q.RollUpStart(ctx, tx, departmentID); err != nil {
		return false, err
	}
	state, err := s.q.RollUpLock(ctx, tx, departmentID)
	if err != nil {
		return false, err
	}
	r := rollUp{s, tx, departmentID, state.CurrentZone}
	if state.TimeZone != state.CurrentZone {
		err := s.q.RollUpRebuild(ctx, tx, db.RollUpRebuildParams{DepartmentID: departmentID, TimeZone: state.CurrentZone})
		return true, err
	}
	if state.RebuiltTo != nil {
		return true, r.rebuild(ctx, *state.RebuiltTo)
	}
	return r.batch(ctx, s.oldest(state.RetentionDays))
}

// rollUp is one transaction that counts events of a department. It holds the lock of the department's state.
type rollUp struct {
	s            *Service
	tx           pgx.Tx
	departmentID int64
	zone         string
}

// batch moves a batch of events out of the inbox and counts their days, and the credentials that they or emails changed.
func (r rollUp) batch(ctx context.Context, oldest time.Time) (more bool, err error) {
	next, err := r.s.q.InboxNext(ctx, r.tx, db.InboxNextParams{DepartmentID: r.departmentID, RowLimit: rollUpBatch})
	if err != nil {
		return false, err
	}
	moved, err := r.move(ctx, next, oldest)
	if err != nil {
		return false, err
	}
	ids, err := r.s.q.EmailsChanged(ctx, r.tx, db.EmailsChangedParams{DepartmentID: r.departmentID, Since: r.s.clock.Now().Add(-emailsFollowed), RowLimit: rollUpBatch})
	if err != nil {
		return false, err
	}
	more = len(next) == rollUpBatch || len(ids) == rollUpBatch
	var times []time.Time
	for _, e := range moved {
		ids, times = append(ids, e.CredentialID), append(times, e.At)
	}
	if err := r.countDays(ctx, times); err != nil {
		return false, err
	}
	slices.Sort(ids)
	if err := r.countCredentials(ctx, slices.Compact(ids), times); err != nil {
		return false, err
	}
	return more, r.s.q.RollUpDone(ctx, r.tx, db.RollUpDoneParams{DepartmentID: r.departmentID, Now: r.s.clock.Now()})
}

// move moves events to the counted ones, in partitions that it creates.
func (r rollUp) move(ctx context.Context, next []db.InboxNextRow, oldest time.Time) ([]db.InboxMoveRow, error) {
	if len(next) == 0 {
		return nil, nil
	}
	p := db.InboxMoveParams{DepartmentID: r.departmentID, Oldest: oldest}
	months := map[time.Time]bool{}
	for _, e := range next {
		p.Ids = append(p.Ids, e.ID)
		if at := e.At.UTC(); !at.Before(oldest) {
			months[time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)] = true
		}
	}
	for month := range months {
		if err := r.s.q.PartitionEnsure(ctx, r.tx, month); err != nil {
			return nil, err
		}
	}
	return r.s.q.InboxMove(ctx, r.tx, p)
}

// daysOf returns the different days of times in the time zone of the department, in order.
func (r rollUp) daysOf(times []time.Time) ([]time.Time, error) {
	zone, err := time.LoadLocation(r.zone)
	if err != nil {
		return nil, err
	}
	var days []time.Time
	for _, at := range times {
		y, m, d := at.In(zone).Date()
		days = append(days, time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
	}
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal), nil
}

// around returns a period that contains days in any time zone.
func around(days []time.Time) (from, to time.Time) {
	return days[0].AddDate(0, 0, -1), days[len(days)-1].AddDate(0, 0, 2)
}

// countDays counts the days of times anew, so that late events need nothing of their own.
func (r rollUp) countDays(ctx context.Context, times []time.Time) error {
	days, err := r.daysOf(times)
	if err != nil || len(days) == 0 {
		return err
	}
	return r.recount(ctx, days)
}

func (r rollUp) recount(ctx context.Context, days []time.Time) error {
	from, to := around(days)
	p := db.HoursCountParams{TimeZone: r.zone, DepartmentID: r.departmentID, FromAt: from, ToAt: to, Days: days}
	err := r.s.q.HoursDelete(ctx, r.tx, db.HoursDeleteParams{DepartmentID: r.departmentID, FromAt: from, ToAt: to, TimeZone: r.zone, Days: days})
	if err != nil {
		return err
	}
	if err := r.s.q.HoursCount(ctx, r.tx, p); err != nil {
		return err
	}
	if err := r.s.q.DaysDelete(ctx, r.tx, db.DaysDeleteParams{DepartmentID: r.departmentID, Days: days}); err != nil {
		return err
	}
	return r.s.q.DaysCount(ctx, r.tx, db.DaysCountParams(p))
}

// countCredentials brings credentials up to date with their events at the given times, and counts the days on which they were issued anew.
func (r rollUp) countCredentials(ctx context.Context, ids []int64, times []time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	days, err := r.facts(ctx, ids, times)
	if err != nil || len(days) == 0 {
		return err
	}
	return r.cohorts(ctx, days)
}

// facts updates the rows of credentials and returns the days on which they were issued, before and after.
func (r rollUp) facts(ctx context.Context, ids []int64, times []time.Time) ([]time.Time, error) {
	days, err := r.s.q.FactDays(ctx, r.tx, db.FactDaysParams{DepartmentID: r.departmentID, Ids: ids})
	if err != nil {
		return nil, err
	}
	if err := r.s.q.FactsDelete(ctx, r.tx, db.FactsDeleteParams{DepartmentID: r.departmentID, Ids: ids}); err != nil {
		return nil, err
	}
	p := db.FactsUpdateParams{TimeZone: r.zone, DepartmentID: r.departmentID, Ids: ids}
	if len(times) > 0 {
		p.FromAt, p.ToAt = slices.MinFunc(times, time.Time.Compare), slices.MaxFunc(times, time.Time.Compare).Add(time.Second)
	}
	after, err := r.s.q.FactsUpdate(ctx, r.tx, p)
	if err != nil {
		return nil, err
	}
	days = append(days, after...)
	slices.SortFunc(days, time.Time.Compare)
	return slices.CompactFunc(days, time.Time.Equal), nil
}

func (r rollUp) cohorts(ctx context.Context, days []time.Time) error {
	if err := r.s.q.CohortsDelete(ctx, r.tx, db.CohortsDeleteParams{DepartmentID: r.departmentID, Days: days}); err != nil {
		return err
	}
	return r.s.q.CohortsCount(ctx, r.tx, db.CohortsCountParams{DepartmentID: r.departmentID, Days: days})
}

// rebuild reads the next issued credentials of a department that was never counted or that has changed its time zone, and counts everything
// once it has read all.
func (r rollUp) rebuild(ctx context.Context, after int64) error {
	ids, err := r.s.q.RebuildNext(ctx, r.tx, db.RebuildNextParams{DepartmentID: r.departmentID, After: after, RowLimit: rebuildBatch})
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		if _, err := r.facts(ctx, ids, nil); err != nil {
			return err
		}
		if err := r.s.q.FactsFromEngagements(ctx, r.tx, db.FactsFromEngagementsParams{DepartmentID: r.departmentID, Ids: ids}); err != nil {
			return err
		}
		return r.s.q.RollUpRebuilt(ctx, r.tx, db.RollUpRebuiltParams{DepartmentID: r.departmentID, RebuiltTo: &ids[len(ids)-1]})
	}
	if err := r.recountAll(ctx); err != nil {
		return err
	}
	return r.s.q.RollUpRebuilt(ctx, r.tx, db.RollUpRebuiltParams{DepartmentID: r.departmentID})
}

// recountAll counts every day anew of which there are events or credentials. Days whose events were deleted stay as they were counted.
func (r rollUp) recountAll(ctx context.Context) error {
	days, err := r.s.q.CohortDays(ctx, r.tx, r.departmentID)
	if err != nil {
		return err
	}
	if len(days) > 0 {
		if err := r.cohorts(ctx, days); err != nil {
			return err
		}
	}
	days, err = r.s.q.EventDays(ctx, r.tx, db.EventDaysParams{TimeZone: r.zone, DepartmentID: r.departmentID})
	if err != nil || len(days) == 0 {
		return err
	}
	from, _ := around(days) // in another time zone, there may have been a day before and one after
	if err := r.s.q.DaysDeleteFrom(ctx, r.tx, db.DaysDeleteFromParams{DepartmentID: r.departmentID, FirstDay: from}); err != nil {
		return err
	}
	if err := r.s.q.HoursDeleteFrom(ctx, r.tx, db.HoursDeleteFromParams{DepartmentID: r.departmentID, First: from}); err != nil {
		return err
	}
	return r.recount(ctx, days)
}
