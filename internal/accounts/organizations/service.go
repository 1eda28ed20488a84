package organizations

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/organizations/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

// Service manages organizations.
type Service struct {
	pool        *pgxpool.Pool
	clock       clock.Clock
	audit       *audit.Log
	departments *departments.Service
	q           *db.Queries
	restored    func(ctx context.Context, tx pgx.Tx, departmentID int64) error
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, all *departments.Service) *Service {
	return &Service{pool: pool, clock: c, audit: log, departments: all, q: db.New()}
}

// Mine returns the organizations that the actor administers, the oldest first. API keys and sessions that a department opened administer
// none.
func (s *Service) Mine(ctx context.Context, by access.Actor) ([]Organization, error) {
	if by.Nobody() || by.EmbedID != 0 {
		return nil, access.ErrNotSignedIn
	}
	if by.UserID == 0 || by.Bound {
		return nil, nil
	}
	var out []Organization
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.OrganizationsOf(ctx, tx, by.UserID)
		if err != nil {
			return fmt.Errorf("list organizations: %w", err)
		}
		out = make([]Organization, len(rows))
		for i, row := range rows {
			out[i] = Organization{row.ID, name(row.Name, row.FirstDepartment), row.CreatedAt.UTC(), row.Departments}
		}
		return nil
	})
	return out, err
}

// AdministerTx returns an organization that the actor administers, and keeps others from changing it until the transaction ends. It returns ErrNotFound for any other one, and departments.ErrSecondFactor
// or departments.ErrNetwork if the sign-in policy of one of its departments keeps the person out.
func (s *Service) AdministerTx(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (Organization, error) {
	switch {
	case by.Nobody():
		return Organization{}, access.ErrNotSignedIn
	case by.UserID == 0 || by.Bound:
		return Organization{}, ErrNotFound
	}
	row, err := s.q.OrganizationLock(ctx, tx, db.OrganizationLockParams{ID: id, UserID: by.UserID})
	if pg.NoRows(err) {
		return Organization{}, ErrNotFound
	}
	if err != nil {
		return Organization{}, fmt.Errorf("find organization: %w", err)
	}
	ids, err := s.departments.InOrganizationTx(ctx, tx, by, id)
	return Organization{row.ID, name(row.Name, row.FirstDepartment), row.CreatedAt.UTC(), ids}, err
}

// Read returns an organization that the actor administers, with its departments by name. It returns the errors of AdministerTx.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Organization, []Department, error) {
	var o Organization
	var out []Department
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if o, err = s.AdministerTx(ctx, tx, by, id); err != nil {
			return err
		}
		rows, err := s.q.DepartmentsOf(ctx, tx, db.DepartmentsOfParams{OrganizationID: id, UserID: by.UserID})
		if err != nil {
			return fmt.Errorf("list departments: %w", err)
		}
		out = make([]Department, len(rows))
		for i, row := range rows {
			out[i] = Department{row.ID, row.Name, row.Logo, row.Members, access.Role(row.Role), row.CreatedAt.UTC(), row.ArchivedAt}
		}
		return nil
	})
	return o, out, err
}

// Rename gives an organization another name. It returns the invalid field, or the errors of AdministerTx.
func (s *Service) Rename(ctx context.Context, by access.Actor, id int64, to string) error {
	to = i18n.OneLine(to)
	var wrong errs.Fields
	if to == "" {
		wrong.Add("name", "required")
	}
	if utf8.RuneCountInString(to) > 255 {
		wrong.Add("name", "too_long", "max", 255)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, o Organization) error {
		if err := s.q.OrganizationRename(ctx, tx, db.OrganizationRenameParams{ID: id, Name: to, Now: s.clock.Now()}); err != nil {
			return fmt.Errorf("rename organization: %w", err)
		}
		return s.recordTx(ctx, tx, by, o.Departments, audit.Event{
			Action: "organization.renamed", ObjectKind: "organization", ObjectID: id, Details: map[string]any{"name": to, "previous_name": o.Name},
		})
	})
}

// CreateDepartment creates a department in an organization, with the actor as its owner. It returns ErrTooMany, or the errors of
// departments.Service.Create and AdministerTx.
func (s *Service) CreateDepartment(ctx context.Context, by access.Actor, id int64, in departments.Change) (departments.Department, error) {
	var d departments.Department
	err := s.change(ctx, by, id, func(tx pgx.Tx, o Organization) (err error) {
		if err := s.roomTx(ctx, tx, o); err != nil {
			return err
		}
		d, err = s.departments.CreateTx(ctx, tx, by, id, in)
		return err
	})
	return d, err
}

// Adopt moves a department to an organization. The actor must administer both, and have proved who they are. The administrators of its
// former organization lose their access to it, unless they are members of their own. It returns departments.ErrNotFound for a department
// of an organization that the actor does not administer, ErrTooMany, or the errors of AdministerTx.
func (s *Service) Adopt(ctx context.Context, by access.Actor, id, departmentID int64) error {
	if err := by.RequireProof(); err != nil {
		return err
	}
	return s.change(ctx, by, id, func(tx pgx.Tx, o Organization) error {
		d, err := s.departments.ReadTx(ctx, tx, departmentID)
		if err != nil {
			return err
		}
		if d.OrganizationID == id {
			return nil
		}
		if _, err := s.AdministerTx(ctx, tx, by, d.OrganizationID); errs.KindOf(err) == errs.NotFound {
			return departments.ErrNotFound
		} else if err != nil {
			return err
		}
		if err := s.roomTx(ctx, tx, o); err != nil {
			return err
		}
		if err := s.departments.JoinTx(ctx, tx, departmentID, id); err != nil {
			return err
		}
		if _, err := s.q.OrganizationDeleteEmpty(ctx, tx, d.OrganizationID); err != nil {
			return fmt.Errorf("delete organization: %w", err)
		}
		return s.recordTx(ctx, tx, by, []int64{departmentID}, audit.Event{
			Action: "organization.joined", ObjectKind: "organization", ObjectID: id, Details: map[string]any{"name": o.Name},
		})
	})
}

// roomTx returns ErrTooMany if an organization is full. Otherwise another department may come, whose owners do not administer the
// organization.
func (s *Service) roomTx(ctx context.Context, tx pgx.Tx, o Organization) error {
	if len(o.Departments) >= maxDepartments {
		return ErrTooMany.With("max", maxDepartments)
	}
	return s.keepTx(ctx, tx, o.ID)
}

// keepTx makes the owners of an organization's only department, who administer it until it has administrators of its own, the first of these.
func (s *Service) keepTx(ctx context.Context, tx pgx.Tx, id int64) error {
	if err := s.q.AdministratorsKeep(ctx, tx, db.AdministratorsKeepParams{OrganizationID: id, Now: s.clock.Now()}); err != nil {
		return fmt.Errorf("keep administrators: %w", err)
	}
	return nil
}

// AppointTx makes a user an administrator of an organization. It returns ErrAlready, or ErrTooManyOfOne.
func (s *Service) AppointTx(ctx context.Context, tx pgx.Tx, by access.Actor, o Organization, userID int64) error {
	mine, err := s.departments.CountTx(ctx, tx, userID)
	if err != nil {
		return err
	}
	if mine+len(o.Departments) > departments.MaxPerUser {
		return ErrTooManyOfOne.With("max", departments.MaxPerUser)
	}
	if err := s.keepTx(ctx, tx, o.ID); err != nil {
		return err
	}
	n, err := s.q.AdministratorInsert(ctx, tx, db.AdministratorInsertParams{OrganizationID: o.ID, UserID: userID, Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("insert administrator: %w", err)
	}
	if n == 0 {
		return ErrAlready
	}
	return s.recordTx(ctx, tx, by, o.Departments, audit.Event{Action: "organization.administrator_added", ObjectKind: "user", ObjectID: userID})
}

// AcceptTx makes the actor, who was invited to it, an administrator of an organization. It reports whether the department that the invitation
// was for, which is the actor's, still belongs to it; if not, nothing happens.
func (s *Service) AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, organizationID int64) (bool, error) {
	ids, err := s.departments.InOrganizationTx(ctx, tx, access.Actor{}, organizationID)
	if err != nil || !slices.Contains(ids, by.DepartmentID) {
		return false, err
	}
	return true, s.AppointTx(ctx, tx, by, Organization{ID: organizationID, Departments: ids}, by.UserID)
}

// DismissTx ends the administration of an organization by a user, who stays in departments where they are a member of their own. It returns
// ErrNotPerson, or ErrLastAdministrator.
func (s *Service) DismissTx(ctx context.Context, tx pgx.Tx, by access.Actor, o Organization, userID int64) error {
	if err := s.keepTx(ctx, tx, o.ID); err != nil {
		return err
	}
	n, err := s.q.AdministratorDelete(ctx, tx, db.AdministratorDeleteParams{OrganizationID: o.ID, UserID: userID})
	if err != nil {
		return fmt.Errorf("delete administrator: %w", err)
	}
	if n == 0 {
		return ErrNotPerson
	}
	left, err := s.q.AdministratorCount(ctx, tx, o.ID)
	if err != nil {
		return fmt.Errorf("count administrators: %w", err)
	}
	if left == 0 {
		return ErrLastAdministrator
	}
	return s.recordTx(ctx, tx, by, o.Departments, audit.Event{Action: "organization.administrator_removed", ObjectKind: "user", ObjectID: userID})
}

// change runs a change of an organization that the actor administers. It returns the errors of AdministerTx.
func (s *Service) change(ctx context.Context, by access.Actor, id int64, fn func(pgx.Tx, Organization) error) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		o, err := s.AdministerTx(ctx, tx, by, id)
		if err != nil {
			return err
		}
		return fn(tx, o)
	})
}

// recordTx writes an event to the audit log of each department that it concerns.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, in []int64, e audit.Event) error {
	for _, id := range in {
		by.DepartmentID = id
		if err := s.audit.RecordTx(ctx, tx, by, e); err != nil {
			return err
		}
	}
	return nil
}
