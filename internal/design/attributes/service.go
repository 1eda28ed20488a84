package attributes

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Uses finds the designs that show a custom attribute. designs.Service implements it.
type Uses interface {
	AttributeUsed(ctx context.Context, tx pgx.Tx, departmentID int64, key string) (bool, error)
	AttributeCount(ctx context.Context, tx pgx.Tx, departmentID int64, key string, limit int) (int64, error)
}

// Service manages attributes.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	uses  Uses
	store store
}

// New returns a service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, uses Uses) *Service {
	return &Service{pool: pool, clock: c, audit: log, uses: uses, store: newStore()}
}

// Create adds a custom attribute. It returns field errors, ErrDuplicate if another attribute has the same key, or ErrTooMany beyond
// MaxCustom.
func (s *Service) Create(ctx context.Context, by access.Actor, in Create) (Attribute, error) {
	if err := by.Require(access.ManageAttributes); err != nil {
		return Attribute{}, err
	}
	in.Name = tidy(in.Name)
	if err := checkName(in.Name); err != nil {
		return Attribute{}, err
	}
	if in.Key != "" && !keyForm.MatchString(in.Key) {
		return Attribute{}, errs.Field("key", "invalid")
	}
	var made Attribute
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		kind, draft := kindOf(plainKind(in.Kind))
		var err error
		made, err = s.createTx(ctx, tx, by, Attribute{Name: in.Name, Key: in.Key, Kind: kind, Draft: draft})
		return err
	})
	return made, err
}

func (s *Service) createTx(ctx context.Context, tx pgx.Tx, by access.Actor, a Attribute) (Attribute, error) {
	taken, err := s.store.taken(ctx, tx, by.DepartmentID)
	if err != nil {
		return Attribute{}, err
	}
	if len(taken) >= MaxCustom {
		return Attribute{}, ErrTooMany.With("max", MaxCustom)
	}
	if a.Key == "" {
		a.Key, err = taken.keyFor(a.Name, 0)
	} else {
		err = taken.refuse(a.Name, a.Key)
	}
	if err != nil {
		return Attribute{}, err
	}
	a.DepartmentID, a.CreatedAt = by.DepartmentID, s.clock.Now()
	made, err := s.store.insert(ctx, tx, a)
	if err != nil {
		return Attribute{}, err
	}
	return made, s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "attribute.created", ObjectKind: "attribute", ObjectID: made.ID,
		Details: map[string]any{"name": made.Name, "key": made.Key, "kind": made.Kind},
	})
}

// Update renames a custom attribute or changes its kind. It returns ErrNotCustom for a built-in attribute, ErrDuplicate as Create does,
// or ErrInUse if a design shows the attribute and the change is to or from an image.
func (s *Service) Update(ctx context.Context, by access.Actor, in Update) (Attribute, error) {
	if err := by.Require(access.ManageAttributes); err != nil {
		return Attribute{}, err
	}
	if in.ID == 0 || in.Parent != "" && in.Parent != Custom {
		return Attribute{}, ErrNotCustom
	}
	var changed Attribute
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.store.lock(ctx, tx, by.DepartmentID, in.ID)
		if err != nil {
			return err
		}
		after := before
		if err := s.rename(ctx, tx, &after, in.Name); err != nil {
			return err
		}
		if kind := plainKind(in.Kind); kind != "" {
			after.Kind, after.Draft = kindOf(kind)
		}
		if (before.Kind == Image) != (after.Kind == Image) {
			if err := s.refuseUsed(ctx, tx, before); err != nil {
				return err
			}
		}
		after.UpdatedAt = s.clock.Now()
		if changed, err = s.store.update(ctx, tx, after); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "attribute.updated", ObjectKind: "attribute", ObjectID: in.ID,
			Details: map[string]any{
				"name": []string{before.Name, after.Name}, "kind": []Kind{before.Kind, after.Kind},
			},
		})
	})
	return changed, err
}

func (s *Service) rename(ctx context.Context, tx pgx.Tx, a *Attribute, name *string) error {
	if name == nil || tidy(*name) == a.Name {
		return nil
	}
	a.Name = tidy(*name)
	if err := checkName(a.Name); err != nil {
		return err
	}
	taken, err := s.store.taken(ctx, tx, a.DepartmentID)
	if err != nil {
		return err
	}
	_, err = taken.keyFor(a.Name, a.ID)
	return err
}

// Delete deletes a custom attribute, or returns ErrInUse if a design shows it. Credentials keep their values.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageAttributes); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.store.lock(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if err := s.refuseUsed(ctx, tx, a); err != nil {
			return err
		}
		if err := s.store.delete(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "attribute.deleted", ObjectKind: "attribute", ObjectID: id,
			Details: map[string]any{"name": a.Name, "key": a.Key},
		})
	})
}

// Usage returns the number of designs and credentials that use a custom attribute, or ErrNotFound.
func (s *Service) Usage(ctx context.Context, by access.Actor, id int64) (Usage, error) {
	if err := by.Require(access.ViewAttributes); err != nil {
		return Usage{}, err
	}
	var found Usage
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.store.read(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if found, err = s.store.credentialUsage(ctx, tx, a); err != nil {
			return err
		}
		found.Designs, err = s.uses.AttributeCount(ctx, tx, by.DepartmentID, a.Key, maxUsage)
		return err
	})
	return found, err
}

func (s *Service) refuseUsed(ctx context.Context, tx pgx.Tx, a Attribute) error {
	used, err := s.uses.AttributeUsed(ctx, tx, a.DepartmentID, a.Key)
	if err != nil {
		return err
	}
	if used {
		return ErrInUse.With("name", a.Name)
	}
	return nil
}

// List returns the built-in attributes followed by the custom ones, sorted by name.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Attribute, error) {
	custom, err := s.ListCustom(ctx, by)
	return append(BuiltIn(), custom...), err
}

// ListCustom returns the custom attributes sorted by name.
func (s *Service) ListCustom(ctx context.Context, by access.Actor) ([]Attribute, error) {
	if err := by.Require(access.ViewAttributes); err != nil {
		return nil, err
	}
	var all []Attribute
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		all, err = s.store.all(ctx, tx, by.DepartmentID)
		return err
	})
	return all, err
}

// ListCustomTx is ListCustom in a transaction of the department, for background work.
func (s *Service) ListCustomTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Attribute, error) {
	return s.store.all(ctx, tx, departmentID)
}

// Query filters custom attributes by part of the name and by kind.
type Query struct {
	Name string
	Kind string
	Page page.Request
}

// Search returns a page of the matching custom attributes.
func (s *Service) Search(ctx context.Context, by access.Actor, q Query) (page.Page[Attribute], error) {
	var found page.Page[Attribute]
	if err := by.Require(access.ViewAttributes); err != nil {
		return found, err
	}
	q.Name, q.Kind = tidy(q.Name), plainKind(q.Kind)
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		found, err = s.store.search(ctx, tx, by.DepartmentID, q)
		return err
	})
	return found, err
}

// KindsTx returns the kind of each custom attribute by key, for validating the values of a credential.
func (s *Service) KindsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (map[string]Kind, error) {
	all, err := s.store.all(ctx, tx, departmentID)
	if err != nil {
		return nil, err
	}
	kinds := make(map[string]Kind, len(all))
	for _, a := range all {
		kinds[a.Key] = a.Kind
	}
	return kinds, nil
}

func plainKind(text string) string { return strings.ToLower(strings.TrimSpace(text)) }
