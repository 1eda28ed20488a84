package credentialsearch

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// order is how a list is sorted: by a key and then by ID, both in the same direction.
type order struct {
	key  string // "" sorts by number alone
	kind string // the key's type
	desc bool

	engagement bool // sorts by it, which credentials do not hold
}

var keys = map[string]order{
	"id": {}, "created_at": {}, "recipient_name": {key: "lower(c.recipient_name)", kind: "text"}, "issued_on": {key: "c.issued_on", kind: "date"},
	"expired_on": {key: "coalesce(c.expired_on, 'infinity'::date)", kind: "date"}, "state": {key: "c.state", kind: "text"},
	"engagement": {key: engagementOf, engagement: true}, "updated_at": {key: "c.updated_at", kind: "timestamptz"}, "group": {key: "c.group_id", kind: "bigint"},
	"group.name": {key: "(select lower(g.name) from groups g where g.id = c.group_id)", kind: "text"},
}

func orderOf(sort string) (order, bool) {
	if sort == "" {
		sort = "-id"
	}
	name, desc := strings.CutPrefix(sort, "-")
	o, ok := keys[name]
	o.desc = desc
	return o, ok
}

func (o order) way() string {
	if o.desc {
		return " desc"
	}
	return ""
}

func (o order) sql() string {
	way := o.way()
	if o.key == "" {
		return "c.id" + way
	}
	return o.key + way + ", c.id" + way
}

// cursor is the last row of a page, after which the next one begins.
type cursor struct {
	Sort string `json:"s"`
	Key  string `json:"k,omitempty"`
	ID   int64  `json:"i"`
}

func (c cursor) String() string {
	data, _ := json.Marshal(c) // texts and a number
	return base64.RawURLEncoding.EncodeToString(data)
}

func (q Query) addCursor(f *filter, wrong *errs.Fields) {
	var c cursor
	data, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err != nil || json.Unmarshal(data, &c) != nil || c.Sort != q.Sort || !credentials.Storable(c.Key) {
		wrong.Add("cursor", "invalid")
		return
	}
	if f.order.engagement {
		rank, err := strconv.Atoi(c.Key)
		if err != nil || rank < 0 || rank >= len(credentials.Engagements) {
			wrong.Add("cursor", "invalid")
			return
		}
		c.Key = strconv.Itoa(rank)
	}
	f.begins = &c
}

// beyond is the comparison with the last row before a page.
func (o order) beyond() string {
	if o.desc {
		return " < "
	}
	return " > "
}

// cut returns the filter with an additional condition for the start of the page.
func (f *filter) cut() *filter {
	if f.begins == nil {
		return f
	}
	page := *f
	page.where, page.args = slices.Clone(f.where), slices.Clone(f.args)
	if o, c := f.order, f.begins; o.key == "" {
		page.add("c.id"+o.beyond()+"?", c.ID)
	} else {
		page.add("("+o.key+", c.id)"+o.beyond()+"(?::text::"+o.kind+", ?)", c.Key, c.ID)
	}
	return &page
}

// after returns the position of the page after a credential.
func (f *filter) after(ctx context.Context, tx pgx.Tx, sort string, id int64) (string, error) {
	c := cursor{Sort: sort, ID: id}
	if f.order.key != "" {
		row := tx.QueryRow(ctx, "select ("+f.order.key+")::text from credentials c where c.id = $1", id)
		if err := row.Scan(&c.Key); err != nil {
			return "", fmt.Errorf("read where a page ends: %w", err)
		}
	}
	return c.String(), nil
}
