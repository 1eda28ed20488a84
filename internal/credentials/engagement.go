package credentials

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

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
	var ranks []int
	for name := range strings.SplitSeq(q.Engagement, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case slices.Contains(engagements, Engagement(name)):
			ranks = append(ranks, Engagement(name).Rank())
		default:
			wrong.Add("engagement", "not_one_of", "values", fmt.Sprint(engagements))
		}
	}
	switch {
	case len(ranks) == 0:
	case !slices.Contains(ranks, 0):
		f.add("c.id in (select e.credential_id from credential_engagements e where e.department_id = c.department_id and e.level = any(?::int[]))", ranks)
	case len(ranks) == 1:
		f.add("not exists (select from credential_engagements e where e.credential_id = c.id)")
	default:
		f.add(engagementOf+" = any(?::int[])", ranks)
	}
}

// pageBegin is where a page begins that is sorted by engagement.
type pageBegin struct {
	rank int
	id   int64
}

// byEngagement asks for a page in the order of engagements: those with one come out of its index, those without by their numbers, each
// as far as the page goes. Sorting all of a department for it would take longer the more it has.
func (f *filter) byEngagement(limit, offset int32) string {
	way, beyond, furthest := "", ">", 0
	if f.order.desc {
		way, beyond, furthest = " desc", "<", len(engagements)
	}
	touched := "select c.id, e.level::int as level from credentials c join credential_engagements e on e.department_id = c.department_id and e.credential_id = c.id where " +
		strings.Join(f.where, " and ")
	bare := "select c.id, 0" + f.from() + " and not exists (select from credential_engagements e where e.credential_id = c.id)"
	if b := f.order.beginning; b != nil {
		touched += fmt.Sprintf(" and (e.level, e.credential_id) %s (%d, %d)", beyond, b.rank, b.id)
		switch {
		case b.rank == 0:
			bare += fmt.Sprintf(" and c.id %s %d", beyond, b.id)
		case furthest == 0:
			bare += " and false" // they came first
		}
	}
	ends := limit + offset
	return fmt.Sprintf("select x.id from ((%s order by e.level%s, e.credential_id%s limit %d) union all (%s order by c.id%s limit %d)) x order by x.level%s, x.id%s limit %d offset %d",
		touched, way, way, ends, bare, way, ends, way, way, limit, offset)
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
