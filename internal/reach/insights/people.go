package insights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"laurel/internal/reach/insights/internal/db"
)

// maxSharers is the number of recipients in a table.
const maxSharers = 50

// sharers has the recipients who shared their credentials most, and what came of it. Addresses count once, whatever the number of credentials.
func sharers(ctx context.Context, r *reading) error {
	if _, err := r.readCohorts(ctx); err != nil {
		return err
	}
	sums, before, err := r.readEvents(ctx, "shares", "referrals")
	if err != nil {
		return err
	}
	if err := r.countSharers(ctx); err != nil {
		return err
	}
	r.rate("share_rate")
	r.sum("shares", sums, before)
	r.sum("referrals", sums, before)
	rows, err := r.q.Sharers(ctx, r.tx, db.SharersParams{
		DepartmentID: r.department, FromAt: r.midnight(r.report.From), ToAt: r.end(), GroupID: r.query.GroupID, Tag: r.query.Tag, RowLimit: maxSharers,
	})
	if err != nil {
		return fmt.Errorf("read who shares: %w", err)
	}
	r.table("recipient", []string{"shares", "other_views", "referrals", "verifications"})
	for _, row := range rows {
		r.report.Rows = append(r.report.Rows, Row{Label: row.Name, Values: numbers(row.Shares, row.OtherViews, row.Referrals, row.Verifications)})
	}
	return nil
}

// countSharers adds the number of recipients who shared in the period, and in the one before.
func (r *reading) countSharers(ctx context.Context) error {
	p := db.SharersCountParams{
		DepartmentID: r.department, FromAt: r.midnight(r.report.From), ToAt: r.end(), GroupID: r.query.GroupID, Tag: r.query.Tag,
	}
	now, err := r.q.SharersCount(ctx, r.tx, p)
	if err != nil {
		return fmt.Errorf("count who shares: %w", err)
	}
	f := Figure{Name: "sharers", Value: new(float64(now))}
	if r.query.Compare {
		p.FromAt, p.ToAt = r.midnight(r.earliest()), r.midnight(r.report.From)
		before, err := r.q.SharersCount(ctx, r.tx, p)
		if err != nil {
			return fmt.Errorf("count who shared before: %w", err)
		}
		f.Previous = new(float64(before))
	}
	r.report.Figures = append(r.report.Figures, f)
	return nil
}

// member is what a member, or an API key with a negative ID, did in the period.
type member struct {
	id                       int64
	issued, created, actions int64
	days                     map[string]bool
}

// team has what members and API keys did, from the audit log.
func team(ctx context.Context, r *reading) error {
	rows, err := r.q.TeamEvents(ctx, r.tx, db.TeamEventsParams{
		TimeZone: r.report.TimeZone, DepartmentID: r.department, FromAt: r.midnight(r.earliest()), ToAt: r.end(), GroupID: r.query.GroupID, Tag: r.query.Tag,
	})
	if err != nil {
		return fmt.Errorf("read what members did: %w", err)
	}
	actions, issued := r.line("actions"), r.line("issued")
	now, before := map[int64]*member{}, map[int64]*member{}
	for _, row := range rows {
		at := r.place(row.Hour)
		actions.put(at, r.ahead(), row.Events)
		all := now
		if row.Hour.Before(r.midnight(r.report.From)) {
			all = before
		}
		who := row.UserID
		if row.ApiKeyID != 0 {
			who = -row.ApiKeyID
		}
		m := all[who]
		if m == nil {
			m = &member{id: who, days: map[string]bool{}}
			all[who] = m
		}
		m.actions += row.Events
		m.days[row.Hour.In(r.zone).Format(time.DateOnly)] = true
		switch row.Kind {
		case "issued":
			issued.put(at, r.ahead(), row.Events)
			m.issued += row.Events
		case "created":
			m.created += row.Events
		}
	}
	r.report.Series = append(r.report.Series, actions, issued)
	for _, name := range []string{"active_members", "actions", "issued"} {
		f := Figure{Name: name, Value: new(teamFigure(now, name))}
		if r.query.Compare {
			f.Previous = new(teamFigure(before, name))
		}
		r.report.Figures = append(r.report.Figures, f)
	}
	return r.members(ctx, now)
}

func teamFigure(all map[int64]*member, name string) (n float64) {
	for id, m := range all {
		switch {
		case name == "active_members" && id > 0:
			n++
		case name == "actions":
			n += float64(m.actions)
		case name == "issued":
			n += float64(m.issued)
		}
	}
	return n
}

// members adds the table of members, those who did most first.
func (r *reading) members(ctx context.Context, all map[int64]*member) error {
	p := db.TeamNamesParams{DepartmentID: r.department}
	sorted := make([]*member, 0, len(all))
	for id, m := range all {
		sorted = append(sorted, m)
		if id > 0 {
			p.UserIds = append(p.UserIds, id)
		} else {
			p.KeyIds = append(p.KeyIds, -id)
		}
	}
	slices.SortFunc(sorted, func(a, b *member) int { return cmp.Or(cmp.Compare(b.actions, a.actions), cmp.Compare(a.id, b.id)) })
	found, err := r.q.TeamNames(ctx, r.tx, p)
	if err != nil {
		return fmt.Errorf("read names of members: %w", err)
	}
	names := map[int64]string{}
	for _, row := range found {
		names[row.ID] = row.Name
	}
	r.table("member", []string{"actions", "issued", "created", "active_days"})
	for _, m := range sorted[:min(len(sorted), MaxRows)] {
		r.report.Rows = append(r.report.Rows, Row{ID: m.id, Label: names[m.id], Values: numbers(m.actions, m.issued, m.created, int64(len(m.days)))})
	}
	return nil
}

// end returns when the period is over.
func (r *reading) end() time.Time { return r.midnight(r.report.To.AddDate(0, 0, 1)) }

// place returns the position of an hour on the time axis of the report, which is negative in the period before.
func (r *reading) place(hour time.Time) int {
	if r.report.Hourly {
		return r.placeOfHour(hour)
	}
	y, m, d := hour.In(r.zone).Date()
	return daysIn(r.earliest(), time.Date(y, m, d, 0, 0, 0, 0, time.UTC)) - 1 - r.ahead()
}

func numbers(all ...int64) []*float64 {
	out := make([]*float64, len(all))
	for i, n := range all {
		out[i] = new(float64(n))
	}
	return out
}
