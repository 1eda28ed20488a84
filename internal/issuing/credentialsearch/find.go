package credentialsearch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// MostCounted is the limit up to which lists are counted; beyond it there are "more than" that many. If each match has to be looked up,
// the limit is mostLookedUp.
const (
	MostCounted  = 10_000
	mostLookedUp = 1_000
)

// filter is a search as SQL conditions on credentials c. Lists, counts and selections share it. Searches differ so much that a single
// prepared query for all of them would be slow for most.
type filter struct {
	where []string
	args  []any
	words words
	order order

	begins       *cursor // after which row the page begins; what is counted does not stop there
	departmentID int64
	engaged      []int32 // how far people went with it: any of these, where there is such a condition
	byEngaged    bool    // there are many such and no other condition
}

// words are search terms for names, addresses and IDs, which are looked up first.
type words struct {
	term, name, email, exact *string
	id                       *int64
	uuid                     *uuid.UUID
}

func (w words) any() bool { return w.term != nil || w.name != nil || w.email != nil }

// add adds a condition with values for its ? placeholders.
func (f *filter) add(condition string, values ...any) {
	for _, v := range values {
		f.args = append(f.args, v)
		condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(f.args)), 1)
	}
	f.where = append(f.where, condition)
}

// filter builds the conditions of a query, or returns field errors.
func (q Query) filter(departmentID int64) (*filter, error) {
	var wrong errs.Fields
	f := &filter{departmentID: departmentID}
	f.add("c.department_id = ? and c.state <> 'deleted'", departmentID)
	q.addWords(f, &wrong)
	q.addFacts(f, &wrong)
	q.addDates(f, &wrong)
	var ok bool
	if f.order, ok = orderOf(q.Sort); !ok {
		wrong.Add("sort", "invalid")
	}
	if q.Cursor != "" && ok {
		q.addCursor(f, &wrong)
	}
	return f, wrong.Err()
}

// addEvidence filters by evidence. Drafts of recipients do not count.
func (q Query) addEvidence(f *filter, wrong *errs.Fields) {
	const with = "(select from evidence_items e where e.department_id = c.department_id and e.credential_id = c.id and e.state <> 'draft')"
	switch q.Evidence {
	case "":
	case "any":
		f.add("exists " + with)
	case "none":
		f.add("not exists " + with)
	case "submitted":
		f.add("c.id in (select e.credential_id from evidence_items e where e.department_id = c.department_id and e.state = 'submitted' and e.submitted_at is not null)")
	default:
		wrong.Add("evidence", "not_one_of", "values", "any, none, submitted")
	}
}

func (q Query) addWords(f *filter, wrong *errs.Fields) {
	if term := strings.TrimSpace(q.Term); term != "" {
		if utf8.RuneCountInString(term) > 255 {
			wrong.Add("query", "too_long", "max", 255)
		}
		pattern := pg.Containing(term)
		f.words.term, f.words.exact = &pattern, &term
		f.words.id, f.words.uuid = credentials.ParseRef(term)
	}
	if q.RecipientName != "" {
		if utf8.RuneCountInString(q.RecipientName) > 255 {
			wrong.Add("recipient.name", "too_long", "max", 255)
		}
		pattern := pg.Containing(q.RecipientName)
		f.words.name = &pattern
	}
	f.words.email = pg.OrNull(q.Email)
	for _, word := range []*string{f.words.term, f.words.name, f.words.email} {
		if word != nil && !credentials.Storable(*word) {
			f.add("false") // nothing can be called what PostgreSQL cannot hold
			f.words = words{}
			return
		}
	}
}

func (q Query) addFacts(f *filter, wrong *errs.Fields) {
	if q.GroupID != 0 {
		f.add("c.group_id = ?", q.GroupID)
	}
	if q.Collection != "" {
		id, err := uuid.Parse(q.Collection)
		if err != nil {
			wrong.Add("collection_id", "invalid")
		}
		f.add("c.group_id in (select x.group_id from collection_groups x where x.department_id = c.department_id and x.collection_id = ?)", id)
	}
	if q.ImportID != 0 {
		f.add("c.import_id = ?", q.ImportID)
	}
	for _, value := range []string{q.Tag, q.AttributeKey, q.AttributeValue} {
		if !credentials.Storable(value) {
			f.add("false")
			return
		}
	}
	if q.Tag != "" {
		f.add("c.group_id in (select g.id from groups g where g.department_id = c.department_id and g.tags @> array[?::text])", q.Tag)
	}
	if len(q.States) > 0 {
		names := make([]string, len(q.States))
		for i, state := range q.States {
			if names[i] = string(state); !slices.Contains(states, state) {
				wrong.Add("state", "not_one_of", "values", errs.Values(states))
			}
		}
		f.add("c.state = any(?::text[])", names)
	}
	for column, value := range map[string]string{
		"c.recipient_id": q.RecipientID, "c.license_id": q.LicenseID,
	} {
		switch {
		case value == "":
		case credentials.Storable(value):
			f.add(column+" = ?", value)
		default:
			f.add("false")
		}
	}
	if q.EmailStatus != "" {
		column, statuses := "c.mail_problem", strings.Split(strings.ToValidUTF8(strings.ReplaceAll(q.EmailStatus, "\x00", "?"), "?"), ",")
		if slices.ContainsFunc(statuses, isNoMailProblem) {
			column = "c.email_status"
		}
		f.add(column+" = any(?::text[])", statuses)
	}
	if q.Private != nil {
		f.add("c.private = ?", *q.Private)
	}
	if q.AsksForName != nil {
		f.add("c.name_change_open = ?", *q.AsksForName)
	}
	if q.GradeFrom != nil {
		f.add("c.grade >= ?::float8::numeric", *q.GradeFrom)
	}
	if q.GradeTo != nil {
		f.add("c.grade <= ?::float8::numeric", *q.GradeTo)
	}
	q.addEvidence(f, wrong)
	q.addEngagement(f, wrong)
	maps := Matching{Maps: map[string]map[string]any{}}
	for field, want := range map[string]map[string]any{"meta_data": q.MetaData, "recipient_meta_data": q.RecipientMeta} {
		if len(want) > 0 {
			maps.Maps[field] = want
		}
	}
	maps.addMaps(f, wrong)
	if q.AttributeKey != "" {
		f.add("c.custom_attributes ->> ? = ?", q.AttributeKey, q.AttributeValue)
	}
}

func (q Query) addDates(f *filter, wrong *errs.Fields) {
	for _, d := range []struct{ field, value, condition string }{
		{"start_date", q.StartDate, "c.issued_on >= ?::date"}, {"end_date", q.EndDate, "c.issued_on <= ?::date"},
		{"expires_from", q.ExpiresFrom, "c.expired_on >= ?::date"}, {"expires_to", q.ExpiresTo, "c.expired_on <= ?::date"},
		{"start_updated_date", q.UpdatedFrom, "c.updated_at >= ?::date"}, {"end_updated_date", q.UpdatedTo, "c.updated_at < ?::date + 1"},
		{"created_from", q.CreatedFrom, "c.created_at >= ?::date"}, {"created_to", q.CreatedTo, "c.created_at < ?::date + 1"},
	} {
		if d.value == "" {
			continue
		}
		day, err := credentials.ParseDate(d.value)
		if err != nil {
			wrong.Add(d.field, "invalid_date")
			continue
		}
		f.add(d.condition, day.Format(time.DateOnly))
	}
}

// lookUp finds the credentials with the words of a filter. If there are many, the words stay a condition, because then the next match
// is never far away.
func (s *Service) lookUp(ctx context.Context, tx pgx.Tx, f *filter) error {
	if f.engaged != nil {
		if err := s.addEngaged(ctx, tx, f); err != nil {
			return err
		}
	}
	if !f.words.any() {
		return nil
	}
	w := f.words
	ids, err := s.q.CredentialCandidates(ctx, tx, db.CredentialCandidatesParams{
		Term: w.term, Name: w.name, Email: w.email, Exact: w.exact, ID: w.id, Uuid: w.uuid, Most: MostCounted,
	})
	if err != nil {
		return fmt.Errorf("look words up: %w", err)
	}
	if ids != nil {
		f.add("c.id = any(?::bigint[])", ids)
		return nil
	}
	if w.term != nil {
		f.add("(folded(c.recipient_name) like folded(?) or c.recipient_email ilike ? or c.license_id = ? or c.encoded_id = ? or c.id = ? or c.uuid = ?)",
			*w.term, *w.term, *w.exact, *w.exact, w.id, w.uuid)
	}
	if w.name != nil {
		f.add("folded(c.recipient_name) like folded(?)", *w.name)
	}
	if w.email != nil {
		f.add("c.recipient_address = lower(?)", *w.email)
	}
	return nil
}

// isNoMailProblem reports whether the indexed column mail_problem lacks an email status.
func isNoMailProblem(status string) bool {
	return !slices.Contains([]string{"uncertain", "bounced", "complained", "suppressed"}, status)
}

func (f *filter) from() string { return " from credentials c where " + strings.Join(f.where, " and ") }

// query runs a query with a plan for these values.
func (f *filter) query(ctx context.Context, tx pgx.Tx, sql string) (pgx.Rows, error) {
	return tx.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, f.args...)...)
}

// ask returns the query for a page of IDs.
func (f *filter) ask(ctx context.Context, tx pgx.Tx, limit, offset int32) (pgx.Rows, error) {
	switch {
	case f.order.engagement:
		return f.query(ctx, tx, f.byEngagement(limit, offset))
	case f.byEngaged && f.order.key == "":
		return f.query(ctx, tx, f.byLevels(limit, offset))
	}
	f = f.cut()
	return f.query(ctx, tx, fmt.Sprintf("select c.id%s order by %s limit %d offset %d", f.from(), f.order.sql(), limit, offset))
}

// page returns a page of IDs in the filter's order.
func (f *filter) page(ctx context.Context, tx pgx.Tx, limit, offset int32) ([]int64, error) {
	rows, err := f.ask(ctx, tx, limit, offset)
	if err != nil {
		return nil, fmt.Errorf("search credentials: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("search credentials: %w", err)
	}
	return ids, nil
}

// mostCounted is the limit up to which matches are counted.
func (f *filter) mostCounted() int64 {
	if f.engaged != nil {
		return mostLookedUp
	}
	return MostCounted
}

// count counts the matches up to most.
func (f *filter) count(ctx context.Context, tx pgx.Tx, most int64) (n int64, err error) {
	rows, err := f.query(ctx, tx, fmt.Sprintf("select count(*) from (%s limit %d) x", f.each(), most))
	if err != nil {
		return 0, fmt.Errorf("count credentials: %w", err)
	}
	n, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int64])
	if err != nil {
		return 0, fmt.Errorf("count credentials: %w", err)
	}
	return n, nil
}

// states counts the matches by state up to most.
func (f *filter) states(ctx context.Context, tx pgx.Tx, most int) (map[credentials.State]int64, error) {
	parts := make([]string, len(states))
	for i, state := range states {
		parts[i] = fmt.Sprintf("(select '%s', count(*) from (select 1%s and c.state = '%s' limit %d) x)", state, f.from(), state, most)
	}
	rows, err := f.query(ctx, tx, strings.Join(parts, " union all "))
	if err != nil {
		return nil, fmt.Errorf("count credentials by state: %w", err)
	}
	defer rows.Close()
	out := map[credentials.State]int64{}
	for rows.Next() {
		var state string
		var n int64
		if err := rows.Scan(&state, &n); err != nil {
			return nil, fmt.Errorf("count credentials by state: %w", err)
		}
		out[credentials.State(state)] = n
	}
	return out, rows.Err()
}

// page reads a page of credentials in the filter's order.
func (s *Service) page(ctx context.Context, tx pgx.Tx, f *filter, q Query) (Found, error) {
	offset := q.Page.Offset()
	if q.Cursor != "" {
		offset = 0
	}
	ids, err := f.page(ctx, tx, q.Page.Limit(), offset)
	if q.Cursor != "" && strings.HasPrefix(pg.Code(err), "22") { // its key is no date, or no number
		return Found{}, errs.Field("cursor", "invalid")
	}
	if err != nil {
		return Found{}, err
	}
	items, err := s.readPage(ctx, tx, ids)
	if err != nil {
		return Found{}, err
	}
	out := Found{Page: page.Of(q.Page, items, 0)}
	if len(ids) == int(q.Page.Limit()) {
		out.Next, err = f.after(ctx, tx, q.Sort, ids[len(ids)-1])
	}
	return out, err
}

// readPage reads credentials in the order of their IDs.
func (s *Service) readPage(ctx context.Context, tx pgx.Tx, ids []int64) ([]credentials.Credential, error) {
	items, err := s.credentials.ReadInOrderTx(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	return items, s.readEngagements(ctx, tx, items)
}

// selected returns the IDs of a selection above after, in ascending order: the listed ones, or all matches of a query.
func (s *Service) selected(ctx context.Context, tx pgx.Tx, departmentID int64, q Query, named []int64, after int64, limit int32) ([]int64, error) {
	q.Sort = "id"
	q.Cursor = ""
	f, err := q.filter(departmentID)
	if err != nil {
		return nil, err
	}
	if named != nil {
		f.add("c.id = any(?::bigint[])", named)
	}
	f.add("c.id > ?", after)
	if err := s.lookUp(ctx, tx, f); err != nil {
		return nil, err
	}
	return f.page(ctx, tx, limit, 0)
}
