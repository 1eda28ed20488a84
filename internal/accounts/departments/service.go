package departments

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

// maxPerUser is the maximum number of departments per user. It keeps the department switcher readable.
const maxPerUser = 100

// Logos checks an image that was uploaded to the actor's department and returns the URL of its public copy. If the address is not such
// an image, it returns an error of kind Invalid.
type Logos func(ctx context.Context, by access.Actor, address string) (checked string, err error)

// Service manages departments.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	logos Logos
	store store
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, logos Logos) *Service {
	return &Service{pool: pool, clock: c, audit: log, logos: logos, store: store{q: db.New()}}
}

// Create creates a department with the signed-in user as its administrator. API keys cannot create departments. It returns ErrTooMany
// or the invalid fields. A new department cannot have images yet, because they are uploaded to a department.
func (s *Service) Create(ctx context.Context, by access.Actor, in Change) (Department, error) {
	if by.Nobody() {
		return Department{}, access.ErrNotSignedIn
	}
	if by.UserID == 0 || by.Bound {
		return Department{}, access.Denied(access.ManageDepartment)
	}
	var d Department
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		d, err = s.CreateTx(ctx, tx, by, 0, in)
		return err
	})
	return d, err
}

// CreateTx is like Create, for a new account that is created in the same transaction, or in an organization that the actor administers; 0
// means an organization of its own. The transaction must not be limited to one department.
func (s *Service) CreateTx(ctx context.Context, tx pgx.Tx, by access.Actor, organizationID int64, in Change) (Department, error) {
	for _, p := range in.pictures(&Department{}) {
		if next := *p.next; next != nil && *next != "" {
			return Department{}, errs.Field(p.field, "not_an_upload")
		}
	}
	d, err := in.onto(Department{Language: i18n.Fallback, TimeZone: "UTC", OrganizationID: organizationID})
	if err != nil {
		return Department{}, err
	}
	mine, err := s.store.lockMemberships(ctx, tx, by.UserID)
	if err != nil {
		return Department{}, err
	}
	if len(mine) >= maxPerUser {
		return Department{}, ErrTooMany.With("max", maxPerUser)
	}
	if d, err = s.store.insert(ctx, tx, d, s.clock.Now()); err != nil {
		return Department{}, err
	}
	by.DepartmentID = d.ID
	if err := s.foundTx(ctx, tx, by); err != nil {
		return Department{}, err
	}
	return d, s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "department.created", ObjectKind: "department", ObjectID: d.ID})
}

// Read returns a department that the actor belongs to; 0 means the current one. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Department, error) {
	by, err := s.In(ctx, by, id)
	if err != nil {
		return Department{}, err
	}
	if err := by.Require(access.ViewDepartment); err != nil {
		return Department{}, err
	}
	return s.store.find(ctx, s.pool, by.DepartmentID)
}

// ReadTx returns a department that is not deleted. The caller must have checked the actor's permission. It returns ErrNotFound.
func (s *Service) ReadTx(ctx context.Context, tx pgx.Tx, id int64) (Department, error) {
	return s.store.find(ctx, tx, id)
}

// Mine returns the departments that the actor belongs to. API keys and bound sessions only have their own.
func (s *Service) Mine(ctx context.Context, by access.Actor) ([]Membership, error) {
	if by.Nobody() {
		return nil, access.ErrNotSignedIn
	}
	if by.UserID == 0 || by.Bound {
		d, err := s.Read(ctx, by, by.DepartmentID)
		if err != nil {
			return nil, err
		}
		return []Membership{{Department: d, Role: by.Role}}, nil
	}
	var out []Membership
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		out, err = s.store.ofUser(ctx, tx, by.UserID)
		return err
	})
	return out, err
}

// Entered returns those of Mine that the actor's session may enter from its address.
func (s *Service) Entered(ctx context.Context, by access.Actor) ([]Membership, error) {
	mine, err := s.Mine(ctx, by)
	return slices.DeleteFunc(mine, func(m Membership) bool {
		return by.SessionID != 0 && !Admits(m.Department.AllowedNetworks, by.IP)
	}), err
}

// Update changes a department; 0 means the current one. The actor needs the permission in the department that is changed. It returns
// ErrNotFound or the invalid fields: a name cannot be removed, and an image must be empty, unchanged, or a valid upload of the
// department.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Change) (Department, error) {
	by, err := s.In(ctx, by, id)
	if err != nil {
		return Department{}, err
	}
	if err := by.Require(access.ManageDepartment); err != nil {
		return Department{}, err
	}
	if err := s.checkPictures(ctx, by, &in); err != nil {
		return Department{}, err
	}
	var d Department
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		old, err := s.store.lock(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		if d, err = in.onto(old); err != nil {
			return err
		}
		if d, err = s.store.update(ctx, tx, d, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "department.updated", ObjectKind: "department", ObjectID: d.ID,
			Details: map[string]any{"name": d.Name, "previous_name": old.Name},
		})
	})
	return d, err
}

// checkPictures checks new images. It runs before the transaction because it has to download the files.
func (s *Service) checkPictures(ctx context.Context, by access.Actor, in *Change) error {
	if in.Logo == nil && in.PageBanner == nil && in.WhitelabelLogo == nil {
		return nil
	}
	now, err := s.store.find(ctx, s.pool, by.DepartmentID)
	if err != nil {
		return err
	}
	var wrong errs.Fields
	for _, p := range in.pictures(&now) {
		next := *p.next
		if next == nil || *next == "" || *next == *p.now {
			continue
		}
		checked, err := s.logos(ctx, by, *next)
		if errs.KindOf(err) == errs.Invalid {
			wrong.Add(p.field, "not_an_upload")
			continue
		}
		if err != nil {
			return err
		}
		*p.next = &checked
	}
	return wrong.Err()
}

// Delete hides a department permanently. What it issued stays public and verifiable. Only users can delete departments, not API keys.
// It returns ErrOnlyOne if it is the user's only department, because the dashboard would be empty.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	by, err := s.In(ctx, by, id)
	if err != nil {
		return err
	}
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if by.UserID == 0 || by.Bound {
		return access.Denied(access.ManageDepartment)
	}
	if err := by.RequireProof(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		mine, err := s.store.lockMemberships(ctx, tx, by.UserID)
		if err != nil {
			return err
		}
		if len(mine) < 2 {
			return ErrOnlyOne
		}
		if err := s.store.delete(ctx, tx, by.DepartmentID, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "department.deleted", ObjectKind: "department", ObjectID: by.DepartmentID})
	})
}
