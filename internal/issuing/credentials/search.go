package credentials

import (
	"context"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Query filters a list. Zero values do not filter.
type Query struct {
	GroupID       int64
	Collection    string // the uuid of one that the group is in
	ImportID      int64  // the import they came of
	Term          string // part of the name or address, or an id
	Email         string
	RecipientName string // a part of it
	RecipientID   string
	LicenseID     string
	States        []State
	EmailStatus   string
	Private       *bool
	StartDate     string // of issue, as EndDate
	EndDate       string
	ExpiresFrom   string
	ExpiresTo     string
	UpdatedFrom   string
	UpdatedTo     string
	CreatedFrom   string
	CreatedTo     string
	GradeFrom     *float64 // in percent, as GradeTo
	GradeTo       *float64
	AsksForName   *bool  // whether its recipient asked for another name and waits
	Tag           string // of the group
	Engagement    string // one, or several with commas
	Evidence      string // any, none, or submitted: some that waits for the issuer

	AttributeKey, AttributeValue string // a custom attribute

	MetaData, RecipientMeta map[string]any // all of these

	Sort   string // a field, with a leading minus for descending
	Cursor string // of the page before
	Page   page.Request
}

// Selection lists credentials by ID, or selects them by the filters of a search.
type Selection struct {
	IDs   []int64
	Query *Query
}

// MaxSelection is the maximum number of credentials that one call changes.
const MaxSelection = 100_000

var states = []State{Draft, Scheduled, InProgress, Published, Expired, Suspended, Revoked}

// contains returns a LIKE pattern for text that contains a term literally.
func contains(term string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(term) + "%"
}

// Found is a page of a search. Lists are counted up to MostCounted. Next is the cursor of the next page, or "" at the end.
type Found struct {
	page.Page[Credential]
	Capped bool // there are more than Total
	Next   string
}

// Search lists the department's credentials.
func (s *Service) Search(ctx context.Context, by access.Actor, q Query) (Found, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Found{}, err
	}
	f, err := q.filter(by.DepartmentID)
	if err != nil {
		return Found{}, err
	}
	var out Found
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.s.lookUp(ctx, tx, f); err != nil {
			return err
		}
		out, err = s.s.page(ctx, tx, f, q)
		if err != nil {
			return err
		}
		most := f.mostCounted()
		if by.APIKeyID != 0 && f.engaged == nil { // programs leaf until the end that the total tells them
			most = math.MaxInt32
		}
		if out.Total, err = f.count(ctx, tx, most+1); out.Total > most {
			out.Total, out.Capped = most, true
		}
		return err
	})
	return out, err
}

// CountStates counts the matches of a query by state, up to MostCounted.
func (s *Service) CountStates(ctx context.Context, by access.Actor, q Query) (map[State]int64, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	q.States, q.Cursor = nil, ""
	f, err := q.filter(by.DepartmentID)
	if err != nil {
		return nil, err
	}
	var out map[State]int64
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.s.lookUp(ctx, tx, f); err != nil {
			return err
		}
		out, err = f.states(ctx, tx, MostCounted+1)
		return err
	})
	return out, err
}

// Count counts the matches of a query, up to MaxSelection + 1.
func (s *Service) Count(ctx context.Context, by access.Actor, q Query) (int64, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return 0, err
	}
	var n int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		n, err = s.s.counted(ctx, tx, by.DepartmentID, q, MaxSelection+1)
		return err
	})
	return n, err
}

// SelectTx resolves a selection to IDs of the department. Unknown IDs are ignored. It returns ErrNothingSelected for an empty
// selection, and a field error for one that is too large.
func (s *Service) SelectTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel Selection) ([]int64, error) {
	var named []int64
	query := sel.Query
	if query == nil {
		if len(sel.IDs) == 0 {
			return nil, ErrNothingSelected
		}
		named, query = sel.IDs, &Query{}
	}
	ids, err := s.s.selected(ctx, tx, by.DepartmentID, *query, named, 0, MaxSelection+1)
	switch {
	case err != nil:
		return nil, err
	case len(ids) == 0:
		return nil, ErrNothingSelected
	case len(ids) > MaxSelection:
		return nil, errs.Field("all_matching", "too_many", "max", MaxSelection)
	}
	return ids, nil
}

// Delete soft-deletes a credential and returns it as it was, or ErrNotFound.
func (s *Service) Delete(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	var c Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, _, err = s.s.read(ctx, tx, by.DepartmentID, ref); err != nil {
			return err
		}
		_, err = s.deleteTx(ctx, tx, by, []int64{c.ID})
		return err
	})
	return c, err
}

// DeleteMany soft-deletes a selection and returns the number of deleted credentials.
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

// Restore restores a deleted credential to the state it had. It returns ErrNotDeleted, or the duplicate error if the recipient has
// another one by now.
func (s *Service) Restore(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	var c Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = s.s.readAny(ctx, tx, by.DepartmentID, ref); err != nil {
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
		record := audit.Event{Action: "credential.restored"}
		if err := s.recordTx(ctx, tx, by, record, events.Of([]int64{c.ID}, events.Restored)); err != nil {
			return err
		}
		c, err = s.s.readID(ctx, tx, by.DepartmentID, c.ID, false)
		return err
	})
	return c, err
}
