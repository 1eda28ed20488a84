// Package administrators lists the people of organizations, and says who administers them.
package administrators

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/administrators/internal/db"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Service lists and changes them.
type Service struct {
	pool          *pgxpool.Pool
	organizations *organizations.Service
	identity      *identity.Service
	q             *db.Queries
}

// New returns a Service.
func New(pool *pgxpool.Pool, all *organizations.Service, people *identity.Service) *Service {
	return &Service{pool: pool, organizations: all, identity: people, q: db.New()}
}

// Person belongs to a department of an organization, or is invited to administer it.
type Person struct {
	ID            int64
	Name          string
	Email         string
	Administrator bool
	Places        []Place
	LastSeen      *time.Time // nil: not yet
	ExpiresAt     *time.Time // when the invitation ends; nil for others

	invitedTo int64 // the department of the invitation; 0 for others
}

// Place is a department that a person belongs to.
type Place struct {
	ID               int64       `json:"id"`
	Name             string      `json:"name"`
	Role             access.Role `json:"role"`
	RoleTitle        string      `json:"role_title"` // of a custom role
	PermissionGroups []string    `json:"permission_groups"`
}

// People lists everybody in the departments of an organization, by name unless the query says otherwise. It returns a field error for an
// unknown sort key, or the errors of organizations.Service.AdministerTx.
func (s *Service) People(ctx context.Context, by access.Actor, organizationID int64, q identity.MemberQuery, r page.Request) (page.Page[Person], error) {
	var found page.Page[Person]
	if q.Sort != "" && !slices.Contains(identity.MemberSorts(), strings.TrimPrefix(q.Sort, "-")) {
		return found, errs.Field("sort", "not_one_of", "values", errs.Values(identity.MemberSorts()))
	}
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := s.organizations.AdministerTx(ctx, tx, by, organizationID); err != nil {
			return err
		}
		people, err := s.people(ctx, tx, organizationID, 0, q, r)
		if err != nil {
			return err
		}
		total, err := s.q.PersonCount(ctx, tx, db.PersonCountParams{OrganizationID: organizationID, Term: q.Term})
		if err != nil {
			return fmt.Errorf("count people: %w", err)
		}
		found = page.Of(r, people, total)
		return nil
	})
	return found, err
}

// person returns one of them by ID, or organizations.ErrNotPerson.
func (s *Service) person(ctx context.Context, tx pgx.Tx, organizationID, id int64) (Person, error) {
	if id <= 0 {
		return Person{}, organizations.ErrNotPerson
	}
	found, err := s.people(ctx, tx, organizationID, id, identity.MemberQuery{}, page.Request{Size: 1})
	if err == nil && len(found) == 0 {
		err = organizations.ErrNotPerson
	}
	if err != nil {
		return Person{}, err
	}
	return found[0], nil
}

func (s *Service) people(ctx context.Context, tx pgx.Tx, organizationID, id int64, q identity.MemberQuery, r page.Request) ([]Person, error) {
	rows, err := s.q.PersonList(ctx, tx, db.PersonListParams{
		OrganizationID: organizationID, ID: id, Term: q.Term, Sort: q.Sort, MaxRows: r.Limit(), Skip: r.Offset(),
	})
	if err != nil {
		return nil, fmt.Errorf("list people: %w", err)
	}
	out := make([]Person, len(rows))
	for i, row := range rows {
		out[i] = Person{ID: row.ID, Name: row.Name, Email: row.Email, Administrator: row.Administrator, ExpiresAt: row.ExpiresAt, invitedTo: row.InvitedTo}
		if row.LastSeenAt.Unix() != 0 {
			out[i].LastSeen = &row.LastSeenAt
		}
		if err := json.Unmarshal(row.Departments, &out[i].Places); err != nil {
			return nil, fmt.Errorf("read departments of a person: %w", err)
		}
	}
	return out, nil
}

// Add makes somebody an administrator of an organization: at once if they belong to one of its departments, and otherwise by emailing an
// invitation. Inviting an address again emails a new link and invalidates the earlier one. The actor must have proved who they are. It
// returns the invalid fields, organizations.ErrAlready, and the errors of organizations.Service.AdministerTx.
func (s *Service) Add(ctx context.Context, by access.Actor, organizationID int64, in identity.Invite) (Person, error) {
	if err := by.RequireProof(); err != nil {
		return Person{}, err
	}
	var out Person
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := s.organizations.AdministerTx(ctx, tx, by, organizationID)
		if err != nil {
			return err
		}
		id, err := s.addTx(ctx, tx, by, o, in)
		if err != nil {
			return err
		}
		out, err = s.person(ctx, tx, organizationID, id)
		return err
	})
	return out, err
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, by access.Actor, o organizations.Organization, in identity.Invite) (int64, error) {
	id, err := s.q.PersonByEmail(ctx, tx, db.PersonByEmailParams{OrganizationID: o.ID, Email: addresses.Normal(in.Email)})
	switch {
	case err == nil:
		return id, s.organizations.AppointTx(ctx, tx, by, o, id)
	case !pg.NoRows(err):
		return 0, fmt.Errorf("find person: %w", err)
	case len(o.Departments) == 0:
		return 0, organizations.ErrNotFound
	}
	by.DepartmentID = o.Departments[0]
	return s.identity.InviteAdministratorTx(ctx, tx, by, o, in)
}

// Remove ends the administration of an organization by a user, or cancels an invitation to it. The actor must have proved who they are. It
// returns organizations.ErrNotPerson, organizations.ErrLastAdministrator, and the errors of organizations.Service.AdministerTx.
func (s *Service) Remove(ctx context.Context, by access.Actor, organizationID, id int64) error {
	if err := by.RequireProof(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := s.organizations.AdministerTx(ctx, tx, by, organizationID)
		if err != nil {
			return err
		}
		p, err := s.person(ctx, tx, organizationID, id)
		if err != nil {
			return err
		}
		if p.invitedTo != 0 {
			by.DepartmentID = p.invitedTo
			return s.identity.CancelInvitationTx(ctx, tx, by, id)
		}
		return s.organizations.DismissTx(ctx, tx, by, o, id)
	})
}
