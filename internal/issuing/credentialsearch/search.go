// Package credentialsearch finds credentials: it filters, sorts, counts and selects them.
package credentialsearch

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/clock"
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
	States        []credentials.State
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

var states = []credentials.State{credentials.Draft, credentials.Scheduled, credentials.InProgress, credentials.Published, credentials.Expired, credentials.Suspended, credentials.Revoked}

// Found is a page of a search. Lists are counted up to MostCounted. Next is the cursor of the next page, or "" at the end.
type Found struct {
	page.Page[credentials.Credential]
	Capped bool // there are more than Total
	Next   string
}

// Attributes finds the custom attributes of a department.
type Attributes interface {
	// MatchTx finds the attribute of each value by its key or name.
	MatchTx(ctx context.Context, tx pgx.Tx, departmentID int64, values map[string]any) (attributes.Matched, error)
}

// Service finds credentials.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	credentials *credentials.Service
	attributes  Attributes
}

// New returns a service.
func New(pool *pgxpool.Pool, c clock.Clock, read *credentials.Service, attributes Attributes) *Service {
	return &Service{pool: pool, q: db.New(), clock: c, credentials: read, attributes: attributes}
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
		if err := s.lookUp(ctx, tx, f); err != nil {
			return err
		}
		out, err = s.page(ctx, tx, f, q)
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
func (s *Service) CountStates(ctx context.Context, by access.Actor, q Query) (map[credentials.State]int64, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	q.States, q.Cursor = nil, ""
	f, err := q.filter(by.DepartmentID)
	if err != nil {
		return nil, err
	}
	var out map[credentials.State]int64
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.lookUp(ctx, tx, f); err != nil {
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
		n, err = s.counted(ctx, tx, by.DepartmentID, q, MaxSelection+1)
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
			return nil, credentials.ErrNothingSelected
		}
		named, query = sel.IDs, &Query{}
	}
	ids, err := s.selected(ctx, tx, by.DepartmentID, *query, named, 0, MaxSelection+1)
	switch {
	case err != nil:
		return nil, err
	case len(ids) == 0:
		return nil, credentials.ErrNothingSelected
	case len(ids) > MaxSelection:
		return nil, errs.Field("all_matching", "too_many", "max", MaxSelection)
	}
	return ids, nil
}
