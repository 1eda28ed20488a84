package credentials

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/errs"
)

// Engagement is how far people outside the department went with a credential, the furthest of all.
type Engagement string

// The engagements, each further than the one before.
const (
	NotEngaged Engagement = "none"
	PageViewed Engagement = "viewed"  // somebody looked at its page
	PageOpened Engagement = "opened"  // its recipient did, signed in
	PageUsed   Engagement = "engaged" // a file of it was fetched, or a link on its page followed
	PageShared Engagement = "shared"  // it was handed on from its page
)

var engagements = []Engagement{NotEngaged, PageViewed, PageOpened, PageUsed, PageShared}

// Rank is the engagement as the database has it; what is no engagement is none.
func (e Engagement) Rank() int { return max(0, slices.Index(engagements, e)) }

// engagementOf is a credential's engagement as a number; nobody's visit has no row.
const engagementOf = "coalesce((select e.level from credential_engagements e where e.credential_id = c.id), 0)"

// addEngagement narrows by how far people went: one engagement, or several with commas.
func (q Query) addEngagement(f *filter, wrong *errs.Fields) {
	var ranks []int32
	for name := range strings.SplitSeq(q.Engagement, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case slices.Contains(engagements, Engagement(name)):
			ranks = append(ranks, int32(Engagement(name).Rank())) //nolint:gosec // at most 4
		default:
			wrong.Add("engagement", "not_one_of", "values", errs.Values(engagements))
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

// addEngaged narrows by how far people went. Few are found by that; where there are many, the next is never far from another. Left to
// itself, the database compares each of a department's credentials with each that somebody looked at.
func (s store) addEngaged(ctx context.Context, tx pgx.Tx, f *filter) error {
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

// each is what a filter finds, to be counted.
func (f *filter) each() string {
	if f.byEngaged {
		return "select 1" + f.fromLevels("")
	}
	return "select 1" + f.from()
}

// fromLevels goes through the engagements that a filter asks for in the order of their credentials, and looks each up: those of one
// level are in that order in their index.
func (f *filter) fromLevels(condition string) string {
	way := f.order.way()
	levels := make([]string, len(f.engaged))
	for i, rank := range f.engaged {
		levels[i] = fmt.Sprintf("select l.credential_id from (select e.credential_id from credential_engagements e where e.department_id = %d and e.level = %d%s order by e.credential_id%s) l",
			f.departmentID, rank, condition, way)
	}
	return fmt.Sprintf(" from (%s order by credential_id%s offset 0) x", strings.Join(levels, " union all "), way) + f.eachLookedUp()
}

// byLevels asks for a page in the order of numbers.
func (f *filter) byLevels(limit, offset int32) string {
	condition := ""
	if f.begins != nil {
		condition = fmt.Sprintf(" and e.credential_id%s%d", f.order.beyond(), f.begins.ID)
	}
	return fmt.Sprintf("select c.id%s order by x.credential_id%s limit %d offset %d", f.fromLevels(condition), f.order.way(), limit, offset)
}

// eachLookedUp are the credentials of engagements x that a filter finds, in the order of those.
func (f *filter) eachLookedUp() string {
	return " cross join lateral (select c.id from credentials c where c.id = x.credential_id and " + strings.Join(f.where, " and ") + " offset 0) c"
}

// byEngagement asks for a page in the order of engagements: those with one come out of its index, those without by their numbers, each
// as far as the page goes. Sorting all of a department for it would take longer the more it has.
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

// readEngagements reads how far people went with each of a page's credentials.
func (s store) readEngagements(ctx context.Context, tx pgx.Tx, items []Credential) error {
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
		items[i].Engagement = engagements[ranks[c.ID]]
	}
	return nil
}
