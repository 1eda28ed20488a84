package groups

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

const (
	maxName   = 255
	maxClones = 100
)

// Clone adds a group with the settings of another, but without its credentials. Unless in contains a name, the clone's name is the
// original's prefixed with "Copy".
func (s *Service) Clone(ctx context.Context, by access.Actor, id int64, in Input) (Group, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	origin, err := s.Read(ctx, by, id)
	if err != nil {
		return Group{}, err
	}
	clone, err := s.cloneAs(ctx, by, origin, in, map[string]any{"from": id})
	if err != nil || s.elsewhere.Templates == nil {
		return clone, err
	}
	return clone, s.elsewhere.Templates.CopyChoices(ctx, by, id, clone.ID)
}

// cloneAs adds the clone of a group to the department of by.
func (s *Service) cloneAs(ctx context.Context, by access.Actor, origin Group, in Input, details map[string]any) (Group, error) {
	if !in.Name.Given {
		name, err := s.freeName(ctx, by, origin.Name)
		if err != nil {
			return Group{}, err
		}
		in.Name = optional.Set(name)
	}
	origin.ID, origin.State = 0, Active
	return s.add(ctx, by, origin, in, "group.cloned", details)
}

// freeName returns the name prefixed with "Copy", and with a number if that is taken.
func (s *Service) freeName(ctx context.Context, by access.Actor, name string) (string, error) {
	names := []string{shorten("Copy " + name)}
	for n := 2; n <= maxClones; n++ {
		names = append(names, shorten(fmt.Sprintf("Copy %d %s", n, name)))
	}
	var taken []string
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		taken, err = s.store.taken(ctx, tx, by.DepartmentID, names)
		return err
	})
	if err != nil {
		return "", err
	}
	for _, candidate := range names {
		if !slices.Contains(taken, strings.ToLower(candidate)) {
			return candidate, nil
		}
	}
	return names[0], nil // taken, as the answer will say
}

func shorten(name string) string {
	if utf8.RuneCountInString(name) <= maxName {
		return name
	}
	return strings.TrimSpace(string([]rune(name)[:maxName]))
}
