package reports

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/insights"
	"laurel/internal/reach/reports/internal/db"
)

// Input is the fields of a report. Fields that are not given stay unchanged.
type Input struct {
	Name       optional.Value[string]
	Frequency  optional.Value[string]
	Day        optional.Value[int64]
	Hour       optional.Value[int64]
	Sections   optional.Value[[]string]
	GroupID    optional.Value[int64] // 0: all groups
	Tag        optional.Value[string]
	Paused     optional.Value[bool]
	Recipients optional.Value[[]int64] // members
}

// mayChange returns an error unless the actor may say what is emailed to members.
func mayChange(by access.Actor) error {
	if err := by.Require(access.ViewAnalytics); err != nil {
		return err
	}
	return by.Require(access.ManageDepartment)
}

// List returns the reports of the actor's department by name.
func (s *Service) List(ctx context.Context, by access.Actor, p page.Request) (page.Page[Report], error) {
	var out []Report
	var total int64
	if err := by.Require(access.ViewAnalytics); err != nil {
		return page.Page[Report]{}, err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ReportList(ctx, tx, db.ReportListParams{DepartmentID: by.DepartmentID, RowLimit: p.Limit(), RowOffset: p.Offset()})
		if err != nil {
			return fmt.Errorf("list reports: %w", err)
		}
		out, total = make([]Report, len(rows)), 0
		for i, row := range rows {
			out[i], total = fromRow(row.AnalyticsReport, row.GroupName, row.TimeZone), row.Total
		}
		return s.addRecipients(ctx, tx, by.DepartmentID, out)
	})
	return page.Of(p, out, total), err
}

// addRecipients reads who gets reports.
func (s *Service) addRecipients(ctx context.Context, tx pgx.Tx, departmentID int64, all []Report) error {
	ids := make([]int64, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	rows, err := s.q.Recipients(ctx, tx, db.RecipientsParams{DepartmentID: departmentID, ReportIds: ids})
	if err != nil {
		return fmt.Errorf("list recipients of reports: %w", err)
	}
	for _, row := range rows {
		r := &all[slices.Index(ids, row.ReportID)]
		r.Recipients = append(r.Recipients, Recipient{row.MemberID, row.Name, row.Email, row.UserID, row.Language})
	}
	return nil
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Report, error) {
	row, err := s.q.ReportRead(ctx, tx, db.ReportReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Report{}, ErrNotFound
	}
	if err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	one := []Report{fromRow(row.AnalyticsReport, row.GroupName, row.TimeZone)}
	err = s.addRecipients(ctx, tx, departmentID, one)
	return one[0], err
}

// Create adds a report to the actor's department. It returns the invalid fields, credentials.ErrGroupNotFound or ErrTooMany.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Report, error) {
	return s.change(ctx, by, func(tx pgx.Tx, zone *time.Location) (int64, error) {
		n, err := s.q.ReportCount(ctx, tx, by.DepartmentID)
		if err != nil {
			return 0, fmt.Errorf("count reports: %w", err)
		}
		if n >= maxReports {
			return 0, ErrTooMany.With("max", maxReports)
		}
		r := Report{Plan: Plan{Weekly, 1, 8}, Sections: []insights.Name{insights.Overview}}
		if !in.Recipients.Given {
			in.Recipients = optional.Set([]int64{})
		}
		if err := r.set(in); err != nil {
			return 0, err
		}
		id, err := s.q.ReportInsert(ctx, tx, db.ReportInsertParams{
			DepartmentID: by.DepartmentID, Name: r.Name, Frequency: string(r.Plan.Frequency), Day: int16(r.Plan.Day), Hour: int16(r.Plan.Hour), //nolint:gosec // checked
			Sections: names(r.Sections), GroupID: pg.OrNull(r.GroupID), Tag: r.Tag, Paused: r.Paused, NextOn: r.Plan.next(s.Clock.Now(), zone),
			CreatedBy: pg.OrNull(by.UserID), Now: s.Clock.Now(),
		})
		if err := groupMissing(err); err != nil {
			return 0, err
		}
		if err := s.setRecipients(ctx, tx, by.DepartmentID, id, in.Recipients.Value); err != nil {
			return 0, err
		}
		return id, s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "analytics_report.created", ObjectKind: "analytics_report", ObjectID: id, Details: r.audited(len(in.Recipients.Value)),
		})
	})
}

// Update changes a report. It returns ErrNotFound, the invalid fields or credentials.ErrGroupNotFound.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Report, error) {
	return s.change(ctx, by, func(tx pgx.Tx, zone *time.Location) (int64, error) {
		if _, err := s.q.ReportLock(ctx, tx, db.ReportLockParams{DepartmentID: by.DepartmentID, ID: id}); err != nil && !pg.NoRows(err) {
			return 0, fmt.Errorf("lock report: %w", err)
		}
		r, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return 0, err
		}
		before := r
		if err := r.set(in); err != nil {
			return 0, err
		}
		next := r.nextOn
		if r.Plan != before.Plan || before.Paused && !r.Paused {
			next = r.Plan.next(s.Clock.Now(), zone)
		}
		err = s.q.ReportUpdate(ctx, tx, db.ReportUpdateParams{
			DepartmentID: by.DepartmentID, ID: id, Name: r.Name, Frequency: string(r.Plan.Frequency), Day: int16(r.Plan.Day), Hour: int16(r.Plan.Hour), //nolint:gosec // checked
			Sections: names(r.Sections), GroupID: pg.OrNull(r.GroupID), Tag: r.Tag, Paused: r.Paused, NextOn: next, Now: s.Clock.Now(),
		})
		if err := groupMissing(err); err != nil {
			return 0, err
		}
		recipients := len(r.Recipients)
		if in.Recipients.Given {
			recipients = len(in.Recipients.Value)
			if err := s.setRecipients(ctx, tx, by.DepartmentID, id, in.Recipients.Value); err != nil {
				return 0, err
			}
		}
		return id, s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "analytics_report.updated", ObjectKind: "analytics_report", ObjectID: id,
			Details: map[string]any{"before": before.audited(len(before.Recipients)), "after": r.audited(recipients)},
		})
	})
}

// Delete deletes a report. It returns ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := mayChange(by); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.q.ReportDelete(ctx, tx, db.ReportDeleteParams{DepartmentID: by.DepartmentID, ID: id})
		if err != nil {
			return fmt.Errorf("delete report: %w", err)
		}
		if n == 0 {
			return ErrNotFound
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "analytics_report.deleted", ObjectKind: "analytics_report", ObjectID: id})
	})
}

// change makes a change and returns the report after it.
func (s *Service) change(ctx context.Context, by access.Actor, change func(tx pgx.Tx, zone *time.Location) (int64, error)) (out Report, err error) {
	if err := mayChange(by); err != nil {
		return Report{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		zone, err := s.q.ReportZone(ctx, tx, by.DepartmentID)
		if err != nil {
			return fmt.Errorf("read the time zone: %w", err)
		}
		id, err := change(tx, credentials.Location(zone))
		if err != nil {
			return err
		}
		out, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return out, err
}

// setRecipients replaces who gets a report. It returns a field error if one of them is not a member.
func (s *Service) setRecipients(ctx context.Context, tx pgx.Tx, departmentID, id int64, members []int64) error {
	if err := s.q.RecipientsClear(ctx, tx, db.RecipientsClearParams{DepartmentID: departmentID, ReportID: id}); err != nil {
		return fmt.Errorf("clear recipients of report: %w", err)
	}
	n, err := s.q.RecipientsInsert(ctx, tx, db.RecipientsInsertParams{DepartmentID: departmentID, ReportID: id, MemberIds: members})
	if err != nil {
		return fmt.Errorf("add recipients to report: %w", err)
	}
	if int(n) != len(members) {
		return errs.Field("recipient_ids", "analytics_report.not_member")
	}
	return nil
}

func groupMissing(err error) error {
	switch {
	case err == nil:
		return nil
	case pg.Violates(err, "analytics_reports_group_fkey"):
		return credentials.ErrGroupNotFound
	}
	return fmt.Errorf("write report: %w", err)
}

func names(sections []insights.Name) []string {
	out := make([]string, len(sections))
	for i, name := range sections {
		out[i] = string(name)
	}
	return out
}

func (r Report) audited(recipients int) map[string]any {
	return map[string]any{
		"name": r.Name, "frequency": r.Plan.Frequency, "day": r.Plan.Day, "hour": r.Plan.Hour, "sections": r.Sections, "group_id": r.GroupID, "tag": r.Tag,
		"paused": r.Paused, "recipients": recipients,
	}
}

// set gives the report the given fields, or returns an error with all invalid ones.
func (r *Report) set(in Input) error {
	var wrong errs.Fields
	if in.Name.Given {
		r.Name = strings.TrimSpace(in.Name.Value)
	}
	switch {
	case r.Name == "":
		wrong.Add("name", "required")
	case utf8.RuneCountInString(r.Name) > maxName:
		wrong.Add("name", "too_long", "max", maxName)
	}
	r.setPlan(&wrong, in)
	if in.Sections.Given {
		r.Sections = nil
		for _, name := range Sections {
			if slices.Contains(in.Sections.Value, string(name)) {
				r.Sections = append(r.Sections, name)
			}
		}
		for _, name := range in.Sections.Value {
			if !slices.Contains(Sections, insights.Name(name)) {
				wrong.Add("sections", "not_one_of", "values", errs.Values(Sections))
				break
			}
		}
		if len(in.Sections.Value) == 0 {
			wrong.Add("sections", "required")
		}
	}
	if in.GroupID.Given {
		r.GroupID = in.GroupID.Value
	}
	if in.Tag.Given {
		r.Tag = strings.TrimSpace(in.Tag.Value)
	}
	if utf8.RuneCountInString(r.Tag) > maxName {
		wrong.Add("tag", "too_long", "max", maxName)
	}
	if in.Paused.Given {
		r.Paused = in.Paused.Value
	}
	if in.Recipients.Given {
		switch ids := in.Recipients.Value; {
		case len(ids) == 0:
			wrong.Add("recipient_ids", "required")
		case len(ids) > maxRecipients:
			wrong.Add("recipient_ids", "too_many", "max", maxRecipients)
		}
	}
	return wrong.Err()
}

func (r *Report) setPlan(wrong *errs.Fields, in Input) {
	if in.Frequency.Given {
		next := Frequency(in.Frequency.Value)
		if next != Weekly && next != Monthly {
			wrong.Add("frequency", "not_one_of", "values", errs.Values([]Frequency{Weekly, Monthly}))
			return
		}
		if next != r.Plan.Frequency && !in.Day.Given {
			r.Plan.Day = 1
		}
		r.Plan.Frequency = next
	}
	number := func(field string, given optional.Value[int64], to *int, least, greatest int64) {
		switch {
		case !given.Given:
		case given.Value < least:
			wrong.Add(field, "too_small", "min", least)
		case given.Value > greatest:
			wrong.Add(field, "too_large", "max", greatest)
		default:
			*to = int(given.Value)
		}
	}
	last := int64(7)
	if r.Plan.Frequency == Monthly {
		last = lastMonthDay
	}
	number("day", in.Day, &r.Plan.Day, 1, last)
	number("hour", in.Hour, &r.Plan.Hour, 0, 23)
}
