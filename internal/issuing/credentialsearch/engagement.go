package credentialsearch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/errs"
)

// engagementOf is a credential's engagement as a number. A credential nobody has visited has no row.
const engagementOf = "coalesce((select e.level from credential_engagements e where e.credential_id = c.id), 0)"

// addEngagement filters by engagement: one, or several separated by commas.
func (q Query) addEngagement(f *filter, wrong *errs.Fields) {
	var ranks []int32
	for name := range strings.SplitSeq(q.Engagement, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case slices.Contains(credentials.Engagements, credentials.Engagement(name)):
			ranks = append(ranks, int32(credentials.Engagement(name).Rank())) //nolint:gosec // at most 4
		default:
			wrong.Add("engagement", "not_one_of", "values", errs.Values(credentials.Engagements))
		}
	}
	switch {
	case len(ranks) == 0:
	case len(ranks) == 1 && ranks[0] == 0:
		f.add("not exists (select from credential_engagements e where e.credential_id = c.id)")
	case slices.Contains(ranks, 0):
		f.add(engagementOf+" = any(?::int[])", ranks)
	default:
		f.engaged = ranks
	}
}

// addEngaged filters by engagement. Few matches are looked up directly; with many, the next is never far away. PostgreSQL itself would
// compare each of a department's credentials with each visited one.
func (s *Service) addEngaged(ctx context.Context, tx pgx.Tx, f *filter) error {
	n, err := s.q.EngagementCount(ctx, tx, db.EngagementCountParams{DepartmentID: f.departmentID, Levels: f.engaged, Most: mostLookedUp + 1})
	if err != nil {
		return fmt.Errorf("look engagements up: %w", err)
	}
	if n <= mostLookedUp {
		f.add("c.id = any(array(select e.credential_id from credential_engagements e where e.department_id = ? and e.level = any(?::int[])))",
			f.departmentID, f.engaged)
		return nil
	}
	f.byEngaged = len(f.where) == 1 // otherwise something else may be rarer
	f.add(engagementOf+" = any(?::int[])", f.engaged)
	return nil
}

// each returns the matches of a filter, for counting.
func (f *filter) each() string {
	if f.byEngaged {
		return "select 1" + f.fromLevels("")
	}
	return "select 1" + f.from()
}

// fromLevels walks the requested engagements in the order of their credentials and looks each credential up. The index has the
// credentials of one engagement in that order.
func (f *filter) fromLevels(condition string) string {
	way := f.order.way()
	levels := make([]string, len(f.engaged))
	for i, rank := range f.engaged {
		levels[i] = fmt.Sprintf("select l.credential_id from (select e.credential_id from credential_engagements e where e.department_id = %d and e.level = %d%s order by e.credential_id%s) l",
			f.departmentID, rank, condition, way)
	}
	return fmt.Sprintf(" from (%s order by credential_id%s offset 0) x", strings.Join(levels, " union all "), way) + f.eachLookedUp()
}

// byLevels returns the query of a page sorted by ID.
func (f *filter) byLevels(limit, offset int32) string {
	condition := ""
	if f.begins != nil {
		condition = fmt.Sprintf(" and e.credential_id%s%d", f.order.beyond(), f.begins.ID)
	}
	return fmt.Sprintf("select c.id%s order by x.credential_id%s limit %d offset %d", f.fromLevels(condition), f.order.way(), limit, offset)
}

// eachLookedUp joins the credentials of the engagements x that match the filter, and keeps their order.
func (f *filter) eachLookedUp() string {
	return " cross join lateral (select c.id from credentials c where c.id = x.credential_id and " + strings.Join(f.where, " and ") + " offset 0) c"
}

// byEngagement returns the query of a page sorted by engagement: credentials with an engagement come from its index and the others by
// ID, each as far as the page needs. Sorting all credentials would take longer the more a department has.
func (f *filter) byEngagement(limit, offset int32) string {
	way, beyond := f.order.way(), f.order.beyond()
	begins := ""
	bare := "select c.id, 0" + f.from() + " and not exists (select from credential_engagements e where e.credential_id = c.id)"
	if b := f.begins; b != nil {
		begins = fmt.Sprintf(" and (e.level, e.credential_id)%s(%s, %d)", beyond, b.Key, b.ID)
		switch {
		case b.Key == "0":
			bare += fmt.Sprintf(" and c.id%s%d", beyond, b.ID)
		case !f.order.desc:
			bare += " and false" // they came first
		}
	}
	from := fmt.Sprintf(" from (select e.credential_id, e.level from credential_engagements e where e.department_id = %d%s order by e.level%[3]s, e.credential_id%[3]s offset 0) x",
		f.departmentID, begins, way) + f.eachLookedUp()
	ends := limit + offset
	return fmt.Sprintf("select x.id from ((select c.id, x.level::int as level%s order by x.level%s, x.credential_id%s limit %d) union all (%s order by c.id%s limit %d)) x order by x.level%s, x.id%s limit %d offset %d",
		from, way, way, ends, bare, way, ends, way, way, limit, offset)
}

// readEngagements reads the engagements of a page's credentials.
func (s *Service) readEngagements(ctx context.Context, tx pgx.Tx, items []credentials.Credential) error {
	ids := make([]int64, len(items))
	for i, c := range items {
		ids[i] = c.ID
	}
	rows, err := s.q.EngagementRead(ctx, tx, ids)
	if err != nil {
		return fmt.Errorf("read engagements: %w", err)
	}
	ranks := map[int64]int16{}
	for _, r := range rows {
		ranks[r.CredentialID] = r.Level
	}
	for i, c := range items {
		items[i].Engagement = credentials.Engagements[ranks[c.ID]]
	}
	return nil
}
