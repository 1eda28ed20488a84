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

// Uses finds the designs that show a custom attribute; designs implement it.
type Uses interface {
	AttributeUsed(ctx context.Context, tx pgx.Tx, departmentID int64, key string) (bool, error)
	AttributeCount(ctx context.Context, tx pgx.Tx, departmentID int64, key string, limit int) (int64, error)
}

// Service is what can be done with attributes.
type Service struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	audit *audit.Log
	uses  Uses
	store store
}

// New makes the service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, uses Uses) *Service {
	return &Service{pool: pool, clock: c, audit: log, uses: uses, store: newStore()}
}

// Create adds a custom attribute. Wrong names are refused field by field, ErrDuplicate when another has the same key,
// ErrTooMany past MaxCustom.
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

// Update renames a custom attribute or changes its kind. ErrNotCustom for a built-in one, ErrDuplicate as in Create,
// ErrInUse when a design shows it and it would turn into a picture or stop being one.
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

// Delete removes a custom attribute; ErrInUse when a design shows it. Values that credentials hold stay with them.
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

// Usage returns how many designs and credentials use a custom attribute; ErrNotFound.
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

// List gives the built-in attributes and then the custom ones by name.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Attribute, error) {
	custom, err := s.ListCustom(ctx, by)
	return append(BuiltIn(), custom...), err
}

// ListCustom gives the custom attributes by name.
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

// ListCustomTx is ListCustom inside a transaction of the department, for work that nobody waits for.
func (s *Service) ListCustomTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Attribute, error) {
	return s.store.all(ctx, tx, departmentID)
}

// Query finds custom attributes by a part of the name and by kind.
type Query struct {
	Name string
	Kind string
	Page page.Request
}

// Search gives one page of the custom attributes that match.
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

// KindsTx gives the kind of each custom attribute by key, for checking what a credential is given.
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
