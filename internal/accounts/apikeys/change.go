package apikeys

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys/internal/db"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Change contains the new values of a key's fields. Nil fields stay the same. The secret and the mode of a key cannot be changed.
type Change struct {
	Name      *string
	Scopes    *[]string
	GroupIDs  *[]int64
	Networks  *[]string
	Rate      *int
	ExpiresAt optional.Value[*time.Time] // nil: never
}

// on returns the key's fields with the change applied.
func (c Change) on(k Key) Create {
	out := Create{
		Name: k.Name, Test: k.Test, Access: k.Access, Scopes: k.Scopes, GroupIDs: k.GroupIDs, Networks: k.Networks, Rate: k.Rate, ExpiresAt: k.ExpiresAt,
	}
	set(&out.Name, c.Name)
	set(&out.Scopes, c.Scopes)
	set(&out.GroupIDs, c.GroupIDs)
	set(&out.Networks, c.Networks)
	set(&out.Rate, c.Rate)
	if c.ExpiresAt.Given {
		out.ExpiresAt = c.ExpiresAt.Value
	}
	return out
}

func set[T any](field, given *T) {
	if given != nil {
		*field = *given
	}
}

// validate checks the changed key. It requires at least one scope, since a key without scopes is useless and should be revoked instead.
// It accepts an expiry date in the past if the change does not set it, so that an expired key can be renamed.
func (c Change) validate(in *Create, now time.Time) error {
	if c.Scopes != nil && len(*c.Scopes) == 0 {
		return errs.Field("scopes", "required")
	}
	ends := in.ExpiresAt
	if !c.ExpiresAt.Given {
		in.ExpiresAt = nil
	}
	err := in.validate(now)
	in.ExpiresAt = ends
	return err
}

// Change updates a key's name and limits. They apply from the next request, in other processes within a second. It returns ErrNotFound,
// ErrNameTaken, or the invalid fields.
func (s *Service) Change(ctx context.Context, by access.Actor, id int64, change Change) (Key, error) {
	if err := maySign(by); err != nil {
		return Key{}, err
	}
	var key Key
	defer s.known.forget()
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.APIKeyLock(ctx, tx, db.APIKeyLockParams{DepartmentID: by.DepartmentID, ID: id}); err != nil {
			return fmt.Errorf("lock api key: %w", err)
		}
		before, err := s.find(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		in := change.on(before)
		if err := change.validate(&in, s.clock.Now()); err != nil {
			return err
		}
		if err := s.groupsExist(ctx, tx, by.DepartmentID, in.GroupIDs); err != nil {
			return err
		}
		if err := s.update(ctx, tx, by.DepartmentID, id, in); err != nil {
			return err
		}
		if key, err = s.find(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "api_key.changed", ObjectKind: "api_key", ObjectID: id, Details: differences(before, key),
		})
	})
	return key, err
}

func (s *Service) update(ctx context.Context, tx pgx.Tx, departmentID, id int64, in Create) error {
	set, _ := access.NewKeyScopes(in.Scopes...)
	n, err := s.q.APIKeyUpdate(ctx, tx, db.APIKeyUpdateParams{
		DepartmentID: departmentID, ID: id, Name: in.Name, Access: string(in.Access), Scopes: string(set), GroupIds: orNone(in.GroupIDs),
		Networks: in.Networks, Rate: int32(in.Rate), ExpiresAt: in.ExpiresAt, //nolint:gosec // at most maxRate
	})
	switch {
	case pg.Violates(err, "api_keys_name_key"):
		return ErrNameTaken.With("name", in.Name).At("name")
	case err != nil:
		return fmt.Errorf("update api key: %w", err)
	case n == 0: // revoked meanwhile
		return ErrNotFound
	}
	return nil
}

// differences returns the old and the new value of each changed field.
func differences(before, after Key) map[string]any {
	out := map[string]any{}
	for name, pair := range map[string][2]any{
		"name": {before.Name, after.Name}, "scopes": {before.Scopes, after.Scopes}, "groups": {before.GroupIDs, after.GroupIDs},
		"networks": {before.Networks, after.Networks}, "rate": {before.Rate, after.Rate}, "expires_at": {before.ExpiresAt, after.ExpiresAt},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			out[name] = map[string]any{"before": pair[0], "after": pair[1]}
		}
	}
	return out
}
