package attributes

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/pg"
)

// CopyInto makes sure that another department of the same person has the custom attributes with the given keys, and returns the key of
// each there, which may differ. Existing attributes with the same name are used. It returns ErrOtherKind if only one of the two is an
// image, and ErrTooMany as Create does. Unknown keys are ignored.
func (s *Service) CopyInto(ctx context.Context, by, there access.Actor, keys []string) (map[string]string, error) {
	if err := there.Require(access.ManageAttributes); err != nil {
		return nil, err
	}
	here, err := s.ListCustom(ctx, by)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	err = pg.InDepartment(ctx, s.pool, there.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.store.taken(ctx, tx, there.DepartmentID); err != nil { // nobody else gives out names until this ends
			return err
		}
		own, err := s.store.all(ctx, tx, there.DepartmentID)
		if err != nil {
			return err
		}
		for _, a := range here {
			if !slices.Contains(keys, a.Key) {
				continue
			}
			if found[a.Key], err = s.bringTx(ctx, tx, there, a, own); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// bringTx returns the key of the attribute in own with the name of a, or of a copy of a.
func (s *Service) bringTx(ctx context.Context, tx pgx.Tx, there access.Actor, a Attribute, own []Attribute) (string, error) {
	i := slices.IndexFunc(own, func(o Attribute) bool { return strings.EqualFold(o.Name, a.Name) || o.Key == keyOf(a.Name) })
	switch {
	case i < 0:
		made, err := s.createTx(ctx, tx, there, Attribute{Name: a.Name, Kind: a.Kind, Draft: a.Draft})
		return made.Key, err
	case (own[i].Kind == Image) != (a.Kind == Image):
		return "", ErrOtherKind.With("name", own[i].Name)
	}
	return own[i].Key, nil
}
