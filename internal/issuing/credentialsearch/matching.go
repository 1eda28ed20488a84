package credentialsearch

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/metadata"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Condition compares a field of credentials, such as recipient_name or issued_on, with eq, in, lt, lte, gt or gte.
type Condition struct {
	Field    string
	Operator string
	Values   []string
}

// Matching searches credentials by conditions. A page begins at From or after a Cursor.
type Matching struct {
	Conditions []Condition
	Maps       map[string]map[string]any // meta_data, recipient_meta_data, custom_attributes: all of these
	Sort       string                    // as in Query
	From, Size int
	Cursor     string
}

// Matched is a page of matches. Count is at most MaxSelection.
type Matched struct {
	Items []credentials.Credential
	Count int64
	Next  string // "" at the end
}

const (
	matchedSize = 50
	mostMatched = 1000
	mostValues  = 1000
)

// kind is how a field is compared.
type kind string

const (
	kindText    kind = "text"
	kindNumber  kind = "bigint"
	kindUUID    kind = "uuid"
	kindFlag    kind = "boolean"
	kindDay     kind = "date"
	kindInstant kind = "timestamptz"
)

// matchable are the fields for conditions.
var matchable = map[string]struct {
	column string
	kind   kind
}{
	"uuid": {"c.uuid", kindUUID}, "group.id": {"c.group_id", kindNumber}, "recipient_name": {"c.recipient_name", kindText},
	"recipient_email": {"lower(c.recipient_email)", kindText}, "recipient_id": {"coalesce(c.recipient_id, c.uuid::text)", kindText},
	"license_id": {"c.license_id", kindText}, "approve": {"(c.state not in ('draft', 'scheduled'))", kindFlag},
	"issued_on": {"c.issued_on", kindDay}, "expired_on": {"c.expired_on", kindDay},
	"created_at": {"c.created_at", kindInstant}, "updated_at": {"c.updated_at", kindInstant},
}

// matchableMaps are the fields that are compared by their members.
var matchableMaps = map[string]string{
	"meta_data": "c.meta_data", "recipient_meta_data": "c.recipient_meta_data", "custom_attributes": "c.custom_attributes",
}

// matchedSorts are the fields for sorting.
var matchedSorts = []string{"id", "recipient_name", "group.name", "issued_on", "expired_on"}

var comparisons = map[string]string{"eq": "=", "in": "=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}

// operators reports whether a kind of field supports an operator.
func (k kind) knows(operator string) bool {
	switch operator {
	case "eq":
		return true
	case "in":
		return k != kindFlag
	case "lt", "lte", "gt", "gte":
		return k == kindDay || k == kindInstant
	}
	return false
}

// Match returns the department's credentials that meet all conditions, or an error for every invalid condition.
func (s *Service) Match(ctx context.Context, by access.Actor, m Matching) (Matched, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Matched{}, err
	}
	if err := s.nameAttributes(ctx, by, m.Maps); err != nil {
		return Matched{}, err
	}
	f, err := m.filter(by.DepartmentID)
	if err != nil {
		return Matched{}, err
	}
	var out Matched
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.lookUp(ctx, tx, f); err != nil {
			return err
		}
		ids, err := f.page(ctx, tx, int32(m.Size), int32(m.From)) //nolint:gosec // both are within their limits
		if strings.HasPrefix(pg.Code(err), "22") {                // the cursor's key is no date, or no number
			return errs.Field("page.cursor", "invalid")
		}
		if err != nil {
			return err
		}
		if out.Items, err = s.readPage(ctx, tx, ids); err != nil {
			return err
		}
		if len(ids) == m.Size {
			if out.Next, err = f.after(ctx, tx, m.Sort, ids[len(ids)-1]); err != nil {
				return err
			}
		}
		out.Count, err = f.count(ctx, tx, MaxSelection)
		return err
	})
	return out, err
}

// nameAttributes replaces a client's names for attributes by their keys.
func (s *Service) nameAttributes(ctx context.Context, by access.Actor, maps map[string]map[string]any) error {
	if len(maps["custom_attributes"]) == 0 {
		return nil
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		m, err := s.attributes.MatchTx(ctx, tx, by.DepartmentID, maps["custom_attributes"])
		if err == nil {
			maps["custom_attributes"] = m.Values
		}
		return err
	})
}

// filter builds the conditions, or returns field errors.
func (m *Matching) filter(departmentID int64) (*filter, error) {
	var wrong errs.Fields
	m.checkPage(&wrong)
	q := Query{Sort: m.Sort, Cursor: m.Cursor}
	conditions := slices.DeleteFunc(slices.Clone(m.Conditions), func(c Condition) bool {
		lookedUp := c.Field == "recipient_email" && c.Operator == "eq" && len(c.Values) == 1 && c.Values[0] != ""
		if lookedUp {
			q.Email = c.Values[0]
		}
		return lookedUp
	})
	f, err := q.filter(departmentID)
	if err != nil {
		wrong.Add("page.cursor", "invalid") // the sort was looked at before
		return nil, wrong.Err()
	}
	for _, c := range conditions {
		c.onto(f, &wrong)
	}
	m.addMaps(f, &wrong)
	return f, wrong.Err()
}

func (m *Matching) checkPage(wrong *errs.Fields) {
	if m.Size <= 0 {
		m.Size = matchedSize
	}
	m.Size = min(m.Size, mostMatched)
	m.From = max(m.From, 0)
	switch {
	case m.From > 0 && m.Cursor != "":
		wrong.Add("page", "credential.from_and_cursor")
	case m.From+m.Size > MostCounted && m.Cursor == "":
		wrong.Add("page.from", "too_large", "max", MostCounted-m.Size)
	}
	if m.Sort == "" {
		m.Sort = "-id"
	}
	if !slices.Contains(matchedSorts, strings.TrimPrefix(m.Sort, "-")) {
		wrong.Add("sort", "not_one_of", "values", strings.Join(matchedSorts, ", "))
		m.Sort = "-id"
	}
}

func (m *Matching) addMaps(f *filter, wrong *errs.Fields) {
	for field, want := range m.Maps {
		column, ok := matchableMaps[field]
		if !ok {
			wrong.Add("query."+field, "invalid")
			continue
		}
		metadata.Check(wrong, "query."+field, want)
		data, err := json.Marshal(want)
		if err != nil {
			wrong.Add("query."+field, "invalid")
			continue
		}
		f.add(column+" @> ?::text::jsonb", string(data))
	}
}

// onto adds the condition to a filter, or adds an error.
func (c Condition) onto(f *filter, wrong *errs.Fields) {
	name := "query." + c.Field
	field, ok := matchable[c.Field]
	if !ok || !field.kind.knows(c.Operator) {
		wrong.Add(name, "invalid")
		return
	}
	if len(c.Values) > mostValues {
		wrong.Add(name, "too_many", "max", mostValues)
		return
	}
	if c.Operator != "in" && len(c.Values) != 1 {
		wrong.Add(name, "invalid")
		return
	}
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		if values[i], ok = field.kind.read(v); !ok {
			wrong.Add(name, "invalid")
			return
		}
	}
	if c.Field == "recipient_email" {
		for i := range values {
			values[i] = strings.ToLower(values[i])
		}
	}
	switch {
	case c.Field == "recipient_id" && c.Operator == "eq":
		_, uid := credentials.ParseRef(values[0])
		if uid == nil {
			f.add("c.recipient_id = ?", values[0])
			return
		}
		f.add("(c.recipient_id = ? or c.recipient_id is null and c.uuid = ?)", values[0], uid)
	case c.Operator == "in":
		f.add(field.column+" = any(?::text[]::"+string(field.kind)+"[])", values)
	case field.kind == kindInstant && len(values[0]) == len(time.DateOnly):
		f.addDay(field.column, c.Operator, values[0])
	default:
		f.add(field.column+" "+comparisons[c.Operator]+" ?::text::"+string(field.kind), values[0])
	}
}

// addDay compares a timestamp with a calendar day in UTC.
func (f *filter) addDay(column, operator, day string) {
	begin, end := "(?::text::date)::timestamp at time zone 'utc'", "(?::text::date + 1)::timestamp at time zone 'utc'"
	switch operator {
	case "lt":
		f.add(column+" < "+begin, day)
	case "lte":
		f.add(column+" < "+end, day)
	case "gt":
		f.add(column+" >= "+end, day)
	case "gte":
		f.add(column+" >= "+begin, day)
	default:
		f.add(column+" >= "+begin+" and "+column+" < "+end, day, day)
	}
}

// read converts a value to its form in the database.
func (k kind) read(value string) (string, bool) {
	value = strings.TrimSpace(value)
	switch k {
	case kindNumber:
		_, err := strconv.ParseInt(value, 10, 64)
		return value, err == nil
	case kindUUID:
		_, err := uuid.Parse(value)
		return value, err == nil && len(value) == 36
	case kindFlag:
		return value, value == "true" || value == "false"
	case kindDay:
		day, err := credentials.ParseDate(value)
		return day.Format(time.DateOnly), err == nil
	case kindInstant:
		if at, err := time.Parse(time.RFC3339, value); err == nil && at.Year() >= 1900 && at.Year() <= 9999 {
			return at.UTC().Format(time.RFC3339Nano), true
		}
		day, err := credentials.ParseDate(value)
		return day.Format(time.DateOnly), err == nil
	}
	return value, value != "" && len(value) <= 1000 && credentials.Storable(value)
}
