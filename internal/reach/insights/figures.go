package insights

import (
	"context"
	"fmt"
	"slices"
	"time"

	"laurel/internal/reach/insights/internal/db"
)

// stages are how many credentials reached each stage.
type stages map[string]int64

func (s stages) add(c db.CohortsRow) {
	for stage, n := range map[string]int64{
		"published": c.Published, "emailed": c.Emailed, "delivered": c.Delivered, "undelivered": c.Emailed - c.Delivered, "viewed": c.Viewed, "opened": c.Opened,
		"downloaded": c.Downloaded, "shared": c.Shared, "used": c.Used, "clicked": c.Clicked, "referred": c.Referred, "verified": c.Verified,
	} {
		s[stage] += n
	}
}

// rates are the stages that a rate divides.
var rates = map[string]struct{ part, whole string }{
	"delivery_rate": {"delivered", "emailed"}, "visit_rate": {"opened", "published"}, "view_rate": {"viewed", "published"}, "use_rate": {"used", "published"},
	"download_rate": {"downloaded", "published"}, "share_rate": {"shared", "published"}, "click_rate": {"clicked", "published"},
	"referral_rate": {"referred", "published"}, "verified_rate": {"verified", "published"},
}

// rate returns a rate, nil of too few.
func (s stages) rate(name string) *float64 {
	whole := s[rates[name].whole]
	if whole < SmallGroup {
		return nil
	}
	return new(float64(s[rates[name].part]) / float64(whole))
}

// lines are the event types, with the actor if it matters, of each line of a chart.
var lines = map[string][]string{
	"views": {"viewed"}, "owner_views": {"viewed owner"}, "other_views": {"viewed other"}, "downloads": downloadTypes, "shares": shareTypes, "clicks": clickTypes,
	"referrals": {"referral_clicked"}, "verifications": {"verified"}, "embeds": {"embed_viewed"},
}

var (
	downloadTypes = []string{"pdf_downloaded", "print_downloaded", "badge_downloaded", "wallet_added"}
	shareTypes    = []string{"shared", "added_linkedin"}
	clickTypes    = []string{"link_clicked", "referral_clicked"}
)

// readCohorts reads the stages of both periods and returns a line of each of some stages by day.
func (r *reading) readCohorts(ctx context.Context, names ...string) ([]Series, error) {
	rows, err := r.q.Cohorts(ctx, r.tx, db.CohortsParams{
		DepartmentID: r.department, FromDay: r.earliest(), ToDay: r.report.To, GroupID: r.query.GroupID, Tag: r.query.Tag,
	})
	if err != nil {
		return nil, fmt.Errorf("read credentials by day of issue: %w", err)
	}
	r.now, r.before = stages{}, stages{}
	all := make([]Series, len(names))
	for i, name := range names {
		all[i] = r.line(name)
	}
	for _, row := range rows {
		one := stages{}
		one.add(row)
		at := daysIn(r.earliest(), row.Day) - 1 - r.ahead()
		if at >= 0 {
			r.now.add(row)
		} else {
			r.before.add(row)
		}
		for i, name := range names {
			all[i].put(at, r.ahead(), one[name])
		}
	}
	return all, nil
}

// chartCohorts is readCohorts that also adds the lines to the report. Days of issue have no hours, so an hourly report has none.
func (r *reading) chartCohorts(ctx context.Context, names ...string) error {
	all, err := r.readCohorts(ctx, names...)
	if err == nil && !r.report.Hourly {
		r.report.Series = append(r.report.Series, all...)
	}
	return err
}

// ahead is the number of days of the period before.
func (r *reading) ahead() int {
	if r.report.PreviousFrom == nil {
		return 0
	}
	return daysIn(*r.report.PreviousFrom, *r.report.PreviousTo)
}

func (r *reading) line(name string) Series {
	s := Series{Name: name, Values: make([]int64, len(r.report.Times))}
	if r.report.PreviousFrom != nil {
		s.Previous = make([]int64, len(r.report.Times))
	}
	return s
}

// put adds a number at a position, which is negative in the period before.
func (s *Series) put(at, ahead int, n int64) {
	switch {
	case at >= 0 && at < len(s.Values):
		s.Values[at] += n
	case at < 0 && at+ahead >= 0 && at+ahead < len(s.Previous):
		s.Previous[at+ahead] += n
	}
}

// readEvents reads lines of events, and returns their sums in both periods.
func (r *reading) readEvents(ctx context.Context, names ...string) (sums, before map[string]int64, err error) {
	all := make([]Series, len(names))
	for i, name := range names {
		all[i] = r.line(name)
	}
	add := func(at int, kind, actor string, n int64) {
		for i, name := range names {
			if slices.Contains(lines[name], kind) || slices.Contains(lines[name], kind+" "+actor) {
				all[i].put(at, r.ahead(), n)
			}
		}
	}
	if r.report.Hourly {
		err = r.hours(ctx, add)
	} else {
		err = r.days(ctx, add)
	}
	if err != nil {
		return nil, nil, err
	}
	sums, before = map[string]int64{}, map[string]int64{}
	for _, s := range all {
		for i, n := range s.Values {
			sums[s.Name] += n
			if s.Previous != nil {
				before[s.Name] += s.Previous[i]
			}
		}
	}
	r.report.Series = append(r.report.Series, all...)
	return sums, before, nil
}

func (r *reading) days(ctx context.Context, add func(at int, kind, actor string, n int64)) error {
	rows, err := r.q.Days(ctx, r.tx, db.DaysParams{
		DepartmentID: r.department, FromDay: r.earliest(), ToDay: r.report.To, GroupID: r.query.GroupID, Tag: r.query.Tag,
	})
	if err != nil {
		return fmt.Errorf("read events by day: %w", err)
	}
	for _, row := range rows {
		add(daysIn(r.earliest(), row.Day)-1-r.ahead(), row.Type, row.Actor, row.Events)
	}
	return nil
}

// hours reads events by hour. The hours of the period before are counted from its beginning; on a day of 25 hours the last one has no place.
func (r *reading) hours(ctx context.Context, add func(at int, kind, actor string, n int64)) error {
	rows, err := r.q.Hours(ctx, r.tx, db.HoursParams{
		DepartmentID: r.department, FromAt: r.midnight(r.earliest()), ToAt: r.end(), GroupID: r.query.GroupID, Tag: r.query.Tag,
	})
	if err != nil {
		return fmt.Errorf("read events by hour: %w", err)
	}
	for _, row := range rows {
		add(r.placeOfHour(row.Hour), row.Type, row.Actor, row.Events)
	}
	return nil
}

// placeOfHour is place of an hourly report.
func (r *reading) placeOfHour(hour time.Time) int {
	start := r.midnight(r.report.From)
	if !hour.Before(start) {
		return int(hour.Sub(start) / time.Hour)
	}
	return min(-1, int(hour.Sub(r.midnight(r.earliest()))/time.Hour)-r.ahead()) // a longer period has a last place only
}

// count adds the number of credentials that reached a stage.
func (r *reading) count(stage string) {
	f := Figure{Name: stage, Value: new(float64(r.now[stage])), Stage: stage}
	if r.query.Compare {
		f.Previous = new(float64(r.before[stage]))
	}
	r.report.Figures = append(r.report.Figures, f)
}

// rate adds a rate.
func (r *reading) rate(name string) {
	of := rates[name]
	f := Figure{Name: name, Rate: true, Value: r.now.rate(name), Part: r.now[of.part], Whole: r.now[of.whole], Stage: of.part}
	if r.query.Compare {
		f.Previous = r.before.rate(name)
	}
	r.report.Figures = append(r.report.Figures, f)
}

// sum adds the number of events of a line.
func (r *reading) sum(name string, sums, before map[string]int64) {
	f := Figure{Name: name, Value: new(float64(sums[name]))}
	if r.query.Compare {
		f.Previous = new(float64(before[name]))
	}
	r.report.Figures = append(r.report.Figures, f)
}
