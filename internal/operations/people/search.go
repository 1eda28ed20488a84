package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// orders maps the sort keys of the list to columns of credentials c. Each has an index that begins with the department.
var orders = map[string]string{"id": "c.id", "name": "lower(c.recipient_name)"}

var emailProblems = []string{"uncertain", "bounced", "complained", "suppressed"}

// search is a query for people as conditions on credentials. In each condition, # is the alias of the credential and ? a value. A person
// is represented by the newest matching credential of the address, which an index finds: no list of people has to be kept.
type search struct {
	where []string
	args  []any
	order string
	desc  bool
	term  *string
	exact string
}

func (f *search) add(condition string, values ...any) {
	for _, v := range values {
		f.args = append(f.args, v)
		condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(f.args)), 1)
	}
	f.where = append(f.where, condition)
}

// search returns the conditions of a query, or field errors.
func (q Query) search(departmentID int64) (*search, error) {
	var wrong errs.Fields
	f := &search{}
	f.add("#.department_id = ? and #.state <> 'deleted' and #.recipient_address <> ''", departmentID)
	for _, text := range []string{q.Term, q.Email, q.ExternalID, q.EmailProblem} {
		if !credentials.Storable(text) {
			f.add("false") // nothing can be called what PostgreSQL cannot hold
			q.Term, q.Email, q.ExternalID, q.EmailProblem = "", "", "", ""
			break
		}
	}
	if f.exact = strings.TrimSpace(q.Term); f.exact != "" {
		if utf8.RuneCountInString(f.exact) > 255 {
			wrong.Add("query", "too_long", "max", 255)
		}
		pattern := pg.Containing(f.exact)
		f.term = &pattern
	}
	if q.Email != "" {
		f.add("#.recipient_address = lower(?)", strings.TrimSpace(q.Email))
	}
	if q.ExternalID != "" {
		f.add("#.recipient_id = ?", q.ExternalID)
	}
	if q.GroupID != 0 {
		f.add("#.group_id = ?", q.GroupID)
	}
	if q.EmailProblem != "" {
		problems := strings.Split(q.EmailProblem, ",")
		if slices.ContainsFunc(problems, func(p string) bool { return !slices.Contains(emailProblems, p) }) {
			wrong.Add("email_problem", "not_one_of", "values", errs.Values(emailProblems))
		}
		f.add("#.mail_problem = any(?::text[])", problems)
	}
	sort := q.Sort
	if sort == "" {
		sort = "-id"
	}
	sort, f.desc = strings.CutPrefix(sort, "-")
	if f.order = orders[sort]; f.order == "" {
		wrong.Add("sort", "invalid")
	}
	return f, wrong.Err()
}

// lookUp finds the credentials with the words of a search. If there are many, the words stay a condition, because then the next match is
// never far away.
func (s *Service) lookUp(ctx context.Context, tx pgx.Tx, f *search) error {
	if f.term == nil {
		return nil
	}
	id, uid := credentials.ParseRef(f.exact)
	ids, err := s.q.PeopleCandidates(ctx, tx, db.PeopleCandidatesParams{Term: *f.term, Exact: f.exact, ID: id, Uuid: uid, Most: MostCounted})
	if err != nil {
		return fmt.Errorf("look words up: %w", err)
	}
	if ids != nil {
		f.add("#.id = any(?::bigint[])", ids)
		return nil
	}
	f.add("(folded(#.recipient_name) like folded(?) or #.recipient_email ilike ?)", *f.term, *f.term)
	return nil
}

// matches is the query for the newest matching credential of each address.
func (f *search) matches() string {
	of := func(alias string) string {
		return strings.ReplaceAll(strings.Join(f.where, " and "), "#", alias)
	}
	return " from credentials c where " + of("c") +
		" and not exists (select from credentials n where n.recipient_address = c.recipient_address and n.id > c.id and " + of("n") + ")"
}

// page returns the credentials that represent the people of a page.
func (f *search) page(ctx context.Context, tx pgx.Tx, p page.Request) ([]int64, error) {
	order := f.order
	if f.desc {
		order += " desc"
	}
	if f.order != orders["id"] {
		order += ", c.id"
	}
	rows, err := f.query(ctx, tx, fmt.Sprintf("select c.id%s order by %s limit %d offset %d", f.matches(), order, p.Limit(), p.Offset()))
	if err != nil {
		return nil, fmt.Errorf("search people: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("search people: %w", err)
	}
	return ids, nil
}

// count counts people up to one more than MostCounted.
func (f *search) count(ctx context.Context, tx pgx.Tx) (int64, error) {
	rows, err := f.query(ctx, tx, fmt.Sprintf("select count(*) from (select 1%s limit %d) x", f.matches(), MostCounted+1))
	if err != nil {
		return 0, fmt.Errorf("count people: %w", err)
	}
	n, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int64])
	if err != nil {
		return 0, fmt.Errorf("count people: %w", err)
	}
	return n, nil
}

// query runs a query with a plan for these values.
func (f *search) query(ctx context.Context, tx pgx.Tx, sql string) (pgx.Rows, error) {
	return tx.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, f.args...)...)
}

// notFound replaces the error of a missing credential by ErrNotFound.
func notFound(err error) error {
	if errors.Is(err, credentials.ErrNotFound) || pg.NoRows(err) {
		return ErrNotFound
	}
	return err
}

func notFoundUnless(err error) error {
	if err == nil {
		return ErrNotFound
	}
	return err
}
