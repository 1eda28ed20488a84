package departments

import (
	"context"

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

// maxPerUser is how many departments one person may belong to; it keeps the switcher's list readable.
const maxPerUser = 100

// Logos looks at a picture that was uploaded to the actor's department and gives the address of the copy that may be shown.
// Whatever is no such picture it refuses as Invalid.
type Logos func(ctx context.Context, by access.Actor, address string) (checked string, err error)

// Service is what can be done with departments.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	logos Logos
	store store
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, logos Logos) *Service {
	return &Service{pool: pool, clock: c, audit: log, logos: logos, store: store{q: db.New()}}
}

// Create makes a department whose administrator is the signed-in user. An API key belongs to its department and cannot. It
// refuses with ErrTooMany and wrong fields; a new department cannot have pictures yet.
func (s *Service) Create(ctx context.Context, by access.Actor, in Change) (Department, error) {
	if by.Nobody() {
		return Department{}, access.ErrNotSignedIn
	}
	if by.UserID == 0 || by.Bound {
		return Department{}, access.ErrDenied.With("action", string(access.ManageDepartment))
	}
	var d Department
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		d, err = s.CreateTx(ctx, tx, by, in)
		return err
	})
	return d, err
}

// CreateTx is Create for an account that is made in the same transaction, which has to see every department.
func (s *Service) CreateTx(ctx context.Context, tx pgx.Tx, by access.Actor, in Change) (Department, error) {
	for _, p := range in.pictures(&Department{}) {
		if next := *p.next; next != nil && *next != "" {
			return Department{}, errs.Field(p.field, "not_an_upload")
		}
	}
	d, err := in.onto(Department{Language: i18n.Fallback, TimeZone: "UTC"})
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
	if err := s.joinTx(ctx, tx, by, joining{userID: by.UserID, role: access.Administrator}); err != nil {
		return Department{}, err
	}
	return d, s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "department.created", ObjectKind: "department", ObjectID: d.ID})
}

// Read returns a department the actor belongs to; 0 means the one they work in. It refuses with ErrNotFound.
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

// ReadTx returns a department that was not deleted, for a caller that has checked the actor. It refuses with ErrNotFound.
func (s *Service) ReadTx(ctx context.Context, tx pgx.Tx, id int64) (Department, error) {
	return s.store.find(ctx, tx, id)
}

// Mine lists the departments the actor may enter. For an API key and a bound session that is their own.
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

// Update changes a department; 0 means the one the actor works in. Permission is asked in the department that is changed. It
// refuses with ErrNotFound and wrong fields: a name cannot be taken away, and a picture is empty, unchanged, or a checked
// upload of the department.
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

// checkPictures looks at new pictures before the transaction, because the files have to be fetched.
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

// Delete hides a department for good; what it issued stays readable and verifiable in public. Only a person deletes, never a
// key, and nobody deletes their last department, because the dashboard would have nothing left to show: ErrOnlyOne.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	by, err := s.In(ctx, by, id)
	if err != nil {
		return err
	}
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if by.UserID == 0 || by.Bound {
		return access.ErrDenied.With("action", string(access.ManageDepartment))
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
