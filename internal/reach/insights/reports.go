package insights

import (
	"context"
	"fmt"
	"slices"

	"laurel/internal/reach/insights/internal/db"
)

// builders read the reports.
var builders = map[Name]func(context.Context, *reading) error{
	Overview: overview, Engagement: engagement, Email: email, Sharing: sharing, Verification: verification, Groups: groups, Designs: designs,
	Sharers: sharers, Team: team,
}

func overview(ctx context.Context, r *reading) error {
	if err := r.chartCohorts(ctx, "published"); err != nil {
		return err
	}
	names := []string{"views", "downloads", "shares", "verifications"}
	sums, before, err := r.readEvents(ctx, names...)
	if err != nil {
		return err
	}
	r.count("published")
	for _, name := range []string{"delivery_rate", "visit_rate", "share_rate", "referral_rate"} {
		r.rate(name)
	}
	for _, name := range names {
		r.sum(name, sums, before)
	}
	return nil
}

// engagement has the funnel as rows: how many of the issued credentials reached each stage.
func engagement(ctx context.Context, r *reading) error {
	if _, err := r.readCohorts(ctx); err != nil {
		return err
	}
	if _, _, err := r.readEvents(ctx, "owner_views", "other_views", "downloads", "embeds"); err != nil {
		return err
	}
	for _, name := range []string{"visit_rate", "view_rate", "use_rate", "click_rate"} {
		r.rate(name)
	}
	r.report.RowKind, r.report.Columns = "stage", []Column{{"credentials", false}, {"of_published", true}}
	for _, stage := range []string{"published", "delivered", "opened", "used", "clicked", "referred"} {
		n := r.now[stage]
		row := Row{Label: stage, Values: []*float64{new(float64(n)), nil}}
		if whole := r.now["published"]; whole >= SmallGroup {
			row.Values[1] = new(float64(n) / float64(whole))
		}
		r.report.Rows = append(r.report.Rows, row)
	}
	return nil
}

func email(ctx context.Context, r *reading) error {
	if err := r.chartCohorts(ctx, "emailed", "delivered", "undelivered"); err != nil {
		return err
	}
	r.count("emailed")
	r.count("delivered")
	r.count("undelivered")
	r.rate("delivery_rate")
	r.rate("visit_rate")
	return r.byGroup(ctx, nil, "emailed", "delivered", "undelivered", "delivery_rate", "visit_rate")
}

func sharing(ctx context.Context, r *reading) error {
	if _, err := r.readCohorts(ctx); err != nil {
		return err
	}
	sums, before, err := r.readEvents(ctx, "shares", "clicks", "referrals")
	if err != nil {
		return err
	}
	r.rate("share_rate")
	r.rate("referral_rate")
	for _, name := range []string{"shares", "clicks", "referrals"} {
		r.sum(name, sums, before)
	}
	return r.byDetail(ctx, "network", shareTypes, sums["shares"])
}

// byDetail adds a table of events by their detail, each with its share of a total.
func (r *reading) byDetail(ctx context.Context, kind string, types []string, total int64) error {
	rows, err := r.q.Details(ctx, r.tx, db.DetailsParams{
		DepartmentID: r.department, FromDay: r.report.From, ToDay: r.report.To, Types: types, GroupID: r.query.GroupID, Tag: r.query.Tag, RowLimit: MaxRows,
	})
	if err != nil {
		return fmt.Errorf("read details: %w", err)
	}
	r.report.RowKind, r.report.Columns = kind, []Column{{"events", false}, {"of_all", true}}
	for _, row := range rows {
		line := Row{Label: row.Detail, Values: []*float64{new(float64(row.Events)), nil}}
		if total >= SmallGroup {
			line.Values[1] = new(float64(row.Events) / float64(total))
		}
		r.report.Rows = append(r.report.Rows, line)
	}
	return nil
}

func verification(ctx context.Context, r *reading) error {
	if _, err := r.readCohorts(ctx); err != nil {
		return err
	}
	sums, before, err := r.readEvents(ctx, "verifications")
	if err != nil {
		return err
	}
	r.sum("verifications", sums, before)
	r.count("verified")
	r.rate("verified_rate")
	return r.byGroup(ctx, []string{"verifications"}, "published", "verified", "verified_rate")
}

func groups(ctx context.Context, r *reading) error {
	if err := r.chartCohorts(ctx, "published"); err != nil {
		return err
	}
	r.count("published")
	r.rate("visit_rate")
	r.rate("share_rate")
	return r.byGroup(ctx, []string{"views", "downloads", "shares", "verifications"}, "published", "delivery_rate", "visit_rate", "share_rate", "referral_rate")
}

// byGroup adds a table of groups with some stages and rates of their credentials, and then some lines of events.
func (r *reading) byGroup(ctx context.Context, events []string, columns ...string) error {
	rows, err := r.q.CohortsByGroup(ctx, r.tx, db.CohortsByGroupParams{
		DepartmentID: r.department, FromDay: r.report.From, ToDay: r.report.To, GroupID: r.query.GroupID, Tag: r.query.Tag, RowLimit: MaxRows,
	})
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	sums, err := r.eventsOfGroups(ctx, events)
	if err != nil {
		return err
	}
	r.table("group", columns)
	for _, name := range events {
		r.report.Columns = append(r.report.Columns, Column{name, false})
	}
	for _, g := range rows {
		row := r.row(columns, g)
		for _, name := range events {
			row.Values = append(row.Values, new(float64(sums[g.ID][name])))
		}
		r.report.Rows = append(r.report.Rows, row)
	}
	return nil
}

func (r *reading) eventsOfGroups(ctx context.Context, names []string) (map[int64]map[string]int64, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var types []string
	for _, name := range names {
		types = append(types, lines[name]...)
	}
	rows, err := r.q.DaysByGroup(ctx, r.tx, db.DaysByGroupParams{
		DepartmentID: r.department, FromDay: r.report.From, ToDay: r.report.To, GroupID: r.query.GroupID, Tag: r.query.Tag, Types: types,
	})
	if err != nil {
		return nil, fmt.Errorf("read events of groups: %w", err)
	}
	out := map[int64]map[string]int64{}
	for _, row := range rows {
		if out[row.ID] == nil {
			out[row.ID] = map[string]int64{}
		}
		for _, name := range names {
			if slices.Contains(lines[name], row.Type) {
				out[row.ID][name] += row.Events
			}
		}
	}
	return out, nil
}

// table begins a table of stages and rates.
func (r *reading) table(kind string, columns []string) {
	r.report.RowKind = kind
	for _, name := range columns {
		_, rate := rates[name]
		r.report.Columns = append(r.report.Columns, Column{name, rate})
	}
}

// row returns the stages and rates of a group or design.
func (r *reading) row(columns []string, g db.CohortsByGroupRow) Row {
	one := stages{}
	one.add(db.CohortsRow{
		Published: g.Published, Emailed: g.Emailed, Delivered: g.Delivered, Viewed: g.Viewed, Opened: g.Opened, Downloaded: g.Downloaded, Shared: g.Shared,
		Used: g.Used, Clicked: g.Clicked, Referred: g.Referred, Verified: g.Verified,
	})
	row := Row{ID: g.ID, Label: g.Name}
	for _, name := range columns {
		if _, rate := rates[name]; rate {
			row.Values = append(row.Values, one.rate(name))
		} else {
			row.Values = append(row.Values, new(float64(one[name])))
		}
	}
	return row
}

func designs(ctx context.Context, r *reading) error {
	if err := r.chartCohorts(ctx, "published"); err != nil {
		return err
	}
	r.count("published")
	r.rate("download_rate")
	r.rate("share_rate")
	rows, err := r.q.CohortsByDesign(ctx, r.tx, db.CohortsByDesignParams{
		DepartmentID: r.department, FromDay: r.report.From, ToDay: r.report.To, GroupID: r.query.GroupID, Tag: r.query.Tag, RowLimit: MaxRows,
	})
	if err != nil {
		return fmt.Errorf("read designs: %w", err)
	}
	columns := []string{"published", "visit_rate", "download_rate", "share_rate", "verified_rate"}
	r.table("design", columns)
	for _, d := range rows {
		r.report.Rows = append(r.report.Rows, r.row(columns, db.CohortsByGroupRow(d)))
	}
	return nil
}
