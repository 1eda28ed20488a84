package credentialsearch

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
)

// OwnQuery filters a list of a person's own credentials. Zero values do not filter.
type OwnQuery struct {
	Search    string // words of the name, or of the issuer's
	States    []credentials.State
	Issuers   []int64 // departments
	Kind      string  // certificate or badge: which of them it has
	Skill     string  // one that it stands for
	Years     []int   // of issue
	StartDate string  // of issue, as EndDate
	EndDate   string
	UUIDs     []uuid.UUID // only these; nil: all

	ExpiresFrom, ExpiresTo string

	Sort   string // a field of ownKeys, with a leading minus for descending; "" is the latest first
	Cursor string // of the page before; Page.Number does not matter then
	Page   page.Request
	Facets bool // whether the result contains the facets
}

// OwnFacets are the values by which a person's own list can be filtered, with the number of all their credentials that have each.
type OwnFacets struct {
	Issuers []OwnIssuer
	Years   []OwnYear // the latest first
	States  []OwnState
	Skills  []OwnSkill
	// Elsewhere are issuers that issued credentials to another address of the same person, according to the issuer's own ID of the
	// person. The address is not disclosed. A session of an issuer's link gets none.
	Elsewhere []OwnIssuer
}

// OwnIssuer is an issuer with its latest name.
type OwnIssuer struct {
	ID    int64
	Name  string
	Count int64
}

// OwnYear is a year of issue.
type OwnYear struct {
	Year  int
	Count int64
}

// OwnState is a state.
type OwnState struct {
	State credentials.State
	Count int64
}

// OwnSkill is a learning outcome.
type OwnSkill struct {
	Name  string
	Count int64
}

// ownKeys are sort keys that need no index, because a person's credentials are found by address and are few.
var ownKeys = map[string]order{
	"issued_on": {key: "c.issued_on", kind: "date"}, "expired_on": {key: "coalesce(c.expired_on, 'infinity'::date)", kind: "date"},
	"name":   {key: "lower(coalesce(c.name, c.snapshot -> 'group' ->> 'course_name'))", kind: "text"},
	"issuer": {key: "lower(c.snapshot -> 'issuer' ->> 'name')", kind: "text"},
}

var ownKinds = map[string]string{"certificate": "c.certificate_version_id is not null", "badge": "c.badge_version_id is not null"}

var ownStates = []credentials.State{credentials.InProgress, credentials.Published, credentials.Expired, credentials.Suspended, credentials.Revoked}

func (q OwnQuery) filter(o credentials.Owner, now time.Time) (*filter, error) {
	var wrong errs.Fields
	f := &filter{}
	f.add("c.recipient_address = any(?::text[]) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test", o.Emails)
	if o.DepartmentID != 0 {
		f.add("c.department_id = ?", o.DepartmentID)
	}
	if len(o.Groups) > 0 {
		f.add("c.group_id = any(?::bigint[])", o.Groups)
	}
	q.addText(f)
	q.addStates(f, now, &wrong)
	if len(q.Issuers) > 0 {
		f.add("c.department_id = any(?::bigint[])", q.Issuers)
	}
	if condition, known := ownKinds[q.Kind]; known {
		f.add(condition)
	} else if q.Kind != "" {
		wrong.Add("kind", "not_one_of", "values", "certificate, badge")
	}
	if len(q.Years) > 0 {
		f.add("extract(year from c.issued_on) = any(?::int[])", q.Years)
	}
	if q.UUIDs != nil {
		texts := make([]string, len(q.UUIDs))
		for i, id := range q.UUIDs {
			texts[i] = id.String()
		}
		f.add("c.uuid = any(?::uuid[])", texts)
	}
	Query{StartDate: q.StartDate, EndDate: q.EndDate, ExpiresFrom: q.ExpiresFrom, ExpiresTo: q.ExpiresTo}.addDates(f, &wrong)
	name, desc := strings.CutPrefix(q.Sort, "-")
	if q.Sort == "" {
		name, desc = "issued_on", true
	}
	var known bool
	if f.order, known = ownKeys[name]; !known {
		wrong.Add("sort", "invalid")
	}
	f.order.desc = desc
	if q.Cursor != "" && known {
		Query{Sort: q.Sort, Cursor: q.Cursor}.addCursor(f, &wrong)
	}
	return f, wrong.Err()
}

func (q OwnQuery) addText(f *filter) {
	if search := strings.TrimSpace(q.Search); search != "" {
		f.add("strpos(folded(unescaped(concat_ws(' ', c.name, c.snapshot -> 'group' ->> 'course_name', c.snapshot -> 'issuer' ->> 'name'))), folded(?)) > 0", search)
	}
	if q.Skill != "" {
		f.add("c.snapshot -> 'group' -> 'learning_outcomes' @> to_jsonb(?::text)", q.Skill)
	}
}

// addStates filters by the state at a time. The stored state is updated a little later.
func (q OwnQuery) addStates(f *filter, now time.Time, wrong *errs.Fields) {
	if len(q.States) == 0 {
		return
	}
	names := make([]string, len(q.States))
	for i, state := range q.States {
		if names[i] = string(state); !slices.Contains(ownStates, state) {
			wrong.Add("state", "not_one_of", "values", "in_progress, published, expired, suspended, revoked")
			return
		}
	}
	f.add("case when c.state not in ('published', 'expired') then c.state when c.expired_at is not null "+
		"or c.expired_on < (select timezone(d.time_zone, ?::timestamptz)::date from departments d where d.id = c.department_id) "+
		"then 'expired' else 'published' end = any(?::text[])", now, names)
}
