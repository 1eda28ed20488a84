package credentials

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/credentials/internal/db"
	"laurel/internal/errs"
	"laurel/internal/page"
	"laurel/internal/pg"
)

// Query are the filters of a list; zero values do not filter.
type Query struct {
	GroupID       int64
	ImportID      int64  // the import they came of
	Term          string // part of the name or address, or an id
	Email         string
	RecipientName string // a part of it
	RecipientID   string
	LicenseID     string
	States        []State
	EmailStatus   string
	Private       *bool
	StartDate     string
	EndDate       string
	Sort          string // a field, with a leading minus for descending
	Page          page.Request
}

// Selection names credentials one by one, or by the filters of a search.
type Selection struct {
	IDs   []int64
	Query *Query
}

// MaxSelection is the most credentials that one call may act on.
const MaxSelection = 100_000

// sorts maps the wire's sort to the query's.
var sorts = map[string]string{
	"": "id", "-id": "id", "id": "id_asc", "created_at": "id_asc", "-created_at": "id",
	"recipient_name": "recipient_name", "-recipient_name": "recipient_name_desc",
	"issued_on": "issued_on", "-issued_on": "issued_on_desc", "expired_on": "expired_on", "-expired_on": "expired_on_desc",
	"state": "state", "-state": "state_desc", "updated_at": "updated_at", "-updated_at": "updated_at_desc",
}

var states = []State{Draft, Scheduled, Published, Expired, Suspended, Revoked}

func (q Query) params(departmentID int64) (db.CredentialSearchParams, error) {
	var wrong errs.Fields
	p := db.CredentialSearchParams{
		DepartmentID: departmentID, Email: text(q.Email), RecipientID: text(q.RecipientID), LicenseID: text(q.LicenseID),
		EmailStatus: text(q.EmailStatus), Private: q.Private, RowLimit: q.Page.Limit(), RowOffset: q.Page.Offset(),
	}
	if q.GroupID != 0 {
		p.GroupID = &q.GroupID
	}
	if q.ImportID != 0 {
		p.ImportID = &q.ImportID
	}
	if term := strings.TrimSpace(q.Term); term != "" {
		if utf8.RuneCountInString(term) > 255 {
			wrong.Add("query", "too_long", "max", 255)
		}
		pattern := contains(term)
		p.Term, p.Exact = &pattern, &term
	}
	if q.RecipientName != "" {
		if utf8.RuneCountInString(q.RecipientName) > 255 {
			wrong.Add("recipient.name", "too_long", "max", 255)
		}
		pattern := contains(q.RecipientName)
		p.RecipientName = &pattern
	}
	for _, state := range q.States {
		if !slices.Contains(states, state) {
			wrong.Add("state", "not_one_of", "values", fmt.Sprint(states))
		}
		p.States = append(p.States, string(state))
	}
	var ok bool
	if p.Sort, ok = sorts[q.Sort]; !ok {
		wrong.Add("sort", "invalid")
	}
	p.StartDate = dateFilter(&wrong, "start_date", q.StartDate)
	p.EndDate = dateFilter(&wrong, "end_date", q.EndDate)
	return p, wrong.Err()
}

func dateFilter(wrong *errs.Fields, field, value string) *time.Time {
	if value == "" {
		return nil
	}
	d, err := ParseDate(value)
	if err != nil {
		wrong.Add(field, "invalid_date")
	}
	return &d
}

// contains makes a pattern for ilike out of a term that is meant literally.
func contains(term string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(term) + "%"
}

// Search lists the department's credentials.
func (s *Service) Search(ctx context.Context, by access.Actor, q Query) (page.Page[Credential], error) {
	var none page.Page[Credential]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	p, err := q.params(by.DepartmentID)
	if err != nil {
		return none, err
	}
	var rows []db.CredentialSearchRow
	var total int64
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if rows, err = s.s.q.CredentialSearch(ctx, tx, p); err != nil {
			return fmt.Errorf("search credentials: %w", err)
		}
		total, err = s.s.q.CredentialCount(ctx, tx, countParams(p))
		return err
	})
	if err != nil {
		return none, err
	}
	items := make([]Credential, len(rows))
	for i, r := range rows {
		if items[i], err = fromRow(r.Credential, r.Group, r.Department, shown{r.CertificateUuid, r.BadgeUuid, r.CertificateSize, r.CertificateOrientation}); err != nil {
			return none, err
		}
	}
	return page.Of(q.Page, items, total), nil
}

func countParams(p db.CredentialSearchParams) db.CredentialCountParams {
	return db.CredentialCountParams{
		DepartmentID: p.DepartmentID, GroupID: p.GroupID, ImportID: p.ImportID, States: p.States, Email: p.Email, RecipientName: p.RecipientName,
		RecipientID: p.RecipientID, LicenseID: p.LicenseID, EmailStatus: p.EmailStatus, Private: p.Private,
		StartDate: p.StartDate, EndDate: p.EndDate, Term: p.Term, Exact: p.Exact,
	}
}

// SelectTx resolves a selection to ids of the department; unknown ids simply are not in it. An empty one is refused with
// ErrNothingSelected, one that is too large names its field.
func (s *Service) SelectTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection) ([]int64, error) {
	var named []int64
	query := sel.Query
	if query == nil {
		if len(sel.IDs) == 0 {
			return nil, ErrNothingSelected
		}
		named, query = sel.IDs, &Query{}
	}
	p, err := query.params(by.DepartmentID)
	if err != nil {
		return nil, err
	}
	ids, err := s.s.q.CredentialIDs(ctx, tx, idParams(p, named, 0, MaxSelection+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("select credentials: %w", err)
	case len(ids) == 0:
		return nil, ErrNothingSelected
	case len(ids) > MaxSelection:
		return nil, errs.Field("all_matching", "too_many", "max", MaxSelection)
	}
	return ids, nil
}

// Delete deletes one credential softly and returns it as it was, or ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	var c Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = s.s.read(ctx, tx, by.DepartmentID, ref, false); err != nil {
			return err
		}
		_, err = s.deleteTx(ctx, tx, by, []int64{c.ID})
		return err
	})
	return c, err
}

// DeleteMany deletes a selection softly and tells how many.
func (s *Service) DeleteMany(ctx context.Context, by access.Actor, sel Selection) (int, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return 0, err
	}
	n := 0
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		n, err = s.deleteTx(ctx, tx, by, ids)
		return err
	})
	return n, err
}

func (s *Service) deleteTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) (int, error) {
	deleted, err := s.DeleteManyTx(ctx, tx, by, ids)
	return len(deleted), err
}

// Restore takes a deletion back: what had been issued is issued again, and what was suspended or revoked is so again. It refuses with ErrNotDeleted, and with the
// duplicate refusal when the recipient has another one by now.
func (s *Service) Restore(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	var c Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = s.s.read(ctx, tx, by.DepartmentID, ref, true); err != nil {
			return err
		}
		if c.State != Deleted {
			return ErrNotDeleted
		}
		c.State = s.stateBefore(c)
		err = s.s.q.CredentialRestore(ctx, tx, db.CredentialRestoreParams{
			State: string(c.State), Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: c.ID,
		})
		if err != nil {
			return refusal("restore credential", err)
		}
		err = s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "credential.restored", ObjectKind: "credential", ObjectID: c.ID})
		if err != nil {
			return err
		}
		c, err = s.s.readID(ctx, tx, by.DepartmentID, c.ID)
		return err
	})
	return c, err
}
