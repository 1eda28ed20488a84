package credentials

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/credentials/internal/db"
	"laurel/internal/errs"
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
			wrong.Add("engagement", "not_one_of", "values", fmt.Sprint(engagements))
		}
	}
	switch {
	case len(ranks) == 0:
	case len(ranks) == 1 && ranks[0] == 0:
		f.add("not exists (select from credential_engagements e where e.credential_id = c.id)")
	default:
		f.add(engagementOf+" = any(?::int[])", ranks)
		if !slices.Contains(ranks, 0) {
			f.engaged = ranks
		}
	}
}

// lookUpEngaged finds those that people went so far with. Where there are many, the condition stays alone: then the next is never far.
// Left to itself, the database compares each of a department's credentials with each that somebody looked at.
func (s store) lookUpEngaged(ctx context.Context, tx pgx.Tx, f *filter) error {
	ids, err := s.q.EngagementCandidates(ctx, tx, db.EngagementCandidatesParams{DepartmentID: f.departmentID, Levels: f.engaged, Most: MostCounted + 1})
	if err != nil {
		return fmt.Errorf("look engagements up: %w", err)
	}
	if len(ids) <= MostCounted {
		f.add("c.id = any(?::bigint[])", ids)
		f.engaged = nil
	}
	return nil
}

// each is what a filter finds, to be counted. Many that people went far with are found by that, one by one.
func (f *filter) each() string {
	if f.engaged == nil {
		return "select 1" + f.from()
	}
	return "select 1" + f.fromEngaged(f.levels())
}

// levels is the condition on engagements that a filter asks for.
func (f *filter) levels() string {
	names := make([]string, len(f.engaged))
	for i, rank := range f.engaged {
		names[i] = strconv.Itoa(int(rank))
	}
	return " and e.level in (" + strings.Join(names, ", ") + ")"
}

// fromEngaged goes through the engagements of a department, the furthest and newest last, and looks each credential up.
func (f *filter) fromEngaged(condition string) string {
	return fmt.Sprintf(` from (select e.credential_id, e.level from credential_engagements e where e.department_id = %d%s order by e.level%[3]s, e.credential_id%[3]s offset 0) x
		cross join lateral (select c.id from credentials c where c.id = x.credential_id and %[4]s offset 0) c`, f.departmentID, condition, f.order.way(), strings.Join(f.where, " and "))
}

// pageBegin is where a page begins that is sorted by engagement.
type pageBegin struct {
	rank int
	id   int64
}

// byEngagement asks for a page in the order of engagements: those with one come out of its index, those without by their numbers, each
// as far as the page goes. Sorting all of a department for it would take longer the more it has.
func (f *filter) byEngagement(limit, offset int32) string {
	way, beyond := f.order.way(), ">"
	if f.order.desc {
		beyond = "<"
	}
	from := ""
	bare := "select c.id, 0" + f.from() + " and not exists (select from credential_engagements e where e.credential_id = c.id)"
	if b := f.order.beginning; b != nil {
		from = fmt.Sprintf(" and (e.level, e.credential_id) %s (%d, %d)", beyond, b.rank, b.id)
		switch {
		case b.rank == 0:
			bare += fmt.Sprintf(" and c.id %s %d", beyond, b.id)
		case !f.order.desc:
			bare += " and false" // they came first
		}
	}
	ends := limit + offset
	return fmt.Sprintf("select x.id from ((select c.id, x.level::int as level%s order by x.level%s, x.credential_id%s limit %d) union all (%s order by c.id%s limit %d)) x order by x.level%s, x.id%s limit %d offset %d",
		f.fromEngaged(from), way, way, ends, bare, way, ends, way, way, limit, offset)
}

// beginAt reads where a page begins out of its cursor.
func beginAt(c cursor) (*pageBegin, bool) {
	rank, err := strconv.Atoi(c.Key)
	return &pageBegin{rank, c.ID}, err == nil && rank >= 0 && rank < len(engagements)
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
