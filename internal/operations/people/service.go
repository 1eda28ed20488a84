package people

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/supplements/evidence"
)

// Service lists and changes the people of departments.
type Service struct {
	Deps
	q       *db.Queries
	erasers []Eraser
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Credentials *credentials.Service
	Authoring   *authoring.Service
	Lifecycle   *lifecycle.Service
	Audit       *audit.Log
	Outbox      *outbox.Service
	Queue       *jobs.Queue
	Links       links.Links
	Clock       clock.Clock
	Throttle    *throttle.Limiter
	Evidence    Evidence
}

// Evidence reads the evidence of credentials. It is an evidence.Service.
type Evidence interface {
	OfMany(ctx context.Context, departmentID int64, credentialIDs []int64) ([]evidence.Item, error)
	File(ctx context.Context, i evidence.Item) ([]byte, error)
}

// New returns a Service.
func New(d Deps) *Service { return &Service{Deps: d, q: db.New()} }

// List lists the people of the actor's department: one per address of its credentials. It returns field errors.
func (s *Service) List(ctx context.Context, by access.Actor, q Query) (Found, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Found{}, err
	}
	search, err := q.search(by.DepartmentID)
	if err != nil {
		return Found{}, err
	}
	var out Found
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.lookUp(ctx, tx, search); err != nil {
			return err
		}
		ids, err := search.page(ctx, tx, q.Page)
		if err != nil {
			return err
		}
		items, err := s.readTx(ctx, tx, by.DepartmentID, ids)
		if err != nil {
			return err
		}
		total, err := search.count(ctx, tx)
		if total > MostCounted {
			total, out.Capped = MostCounted, true
		}
		out.Page = page.Of(q.Page, items, total)
		return err
	})
	return out, err
}

// Read returns the person who holds a credential of the department, by any of its IDs. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, ref string) (Person, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Person{}, err
	}
	var out Person
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.personTx(ctx, tx, by.DepartmentID, ref)
		return err
	})
	return out, err
}

// personTx returns the person who holds a credential, or ErrNotFound.
func (s *Service) personTx(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Person, error) {
	c, err := s.Credentials.ReadRefTx(ctx, tx, departmentID, ref)
	if err != nil {
		return Person{}, notFound(err)
	}
	if c.Recipient.Email == "" {
		return Person{}, ErrNotFound
	}
	id, err := s.q.PersonNewest(ctx, tx, db.PersonNewestParams{DepartmentID: departmentID, Email: c.Recipient.Email})
	if err != nil {
		return Person{}, fmt.Errorf("find newest credential of person: %w", err)
	}
	all, err := s.readTx(ctx, tx, departmentID, []int64{id})
	if err != nil || len(all) == 0 {
		return Person{}, notFoundUnless(err)
	}
	all[0].Move, err = s.moveOfTx(ctx, tx, departmentID, all[0].Email)
	return all[0], err
}

// readTx returns the people who hold these credentials, in their order.
func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Person, error) {
	rows, err := s.q.PeopleRead(ctx, tx, db.PeopleReadParams{
		DepartmentID: departmentID, Ids: ids, Opened: int16(credentials.PageOpened.Rank()), MaxNames: maxNames, //nolint:gosec // at most 4
	})
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	out := make([]Person, len(rows))
	for i, r := range rows {
		out[i] = Person{
			ID: r.Uuid, Email: r.RecipientAddress, Name: r.Name, Names: presentFirst(r.Names, r.Name), ExternalIDs: r.ExternalIds, CredentialCount: int(r.CredentialCount),
			IssuedCount: int(r.IssuedCount), LastIssuedAt: moment(r.LastIssuedAt), LastOpenedAt: moment(r.LastOpenedAt), EmailProblem: r.EmailProblem,
		}
	}
	return out, nil
}

// moment returns nil for the epoch, which stands for never.
func moment(t time.Time) *time.Time {
	if t.Unix() == 0 {
		return nil
	}
	return &t
}

// presentFirst moves the present name to the beginning of all names.
func presentFirst(names []string, present string) []string {
	others := slices.DeleteFunc(names, func(n string) bool { return n == present })
	return append([]string{present}, others...)
}
