package groups

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Named is a group that is known by its name alone, and what it is made of where there is none.
type Named struct {
	Name              string
	CourseName        string // "" is the name
	CourseDescription string
	CourseLink        string
}

// Named finds a group by its name, or makes it; it gives its id. It refuses like Create.
func (s *Service) Named(ctx context.Context, by access.Actor, in Named) (int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return 0, err
	}
	id, err := s.idOf(ctx, by, in.Name)
	if !errors.Is(err, ErrNotFound) {
		return id, err
	}
	if strings.TrimSpace(in.CourseName) == "" {
		in.CourseName = in.Name
	}
	g, err := s.CreateWithDesign(ctx, by, Input{
		Name: optional.Set(in.Name), CourseName: optional.Set(in.CourseName), CourseDescription: optional.Set(in.CourseDescription),
		CourseLink: optional.Set(in.CourseLink),
	})
	if errors.Is(err, ErrNameTaken) { // somebody made it meanwhile
		return s.idOf(ctx, by, in.Name)
	}
	return g.ID, err
}

// LinkCourse gives a group the link of its course where it has none; one that has a link keeps it, whoever names another. It refuses like
// Update, and leaves alone what tests may not change.
func (s *Service) LinkCourse(ctx context.Context, by access.Actor, id int64, link string) error {
	if link == "" || by.Test {
		return nil
	}
	g, err := s.Read(ctx, by, id)
	if err != nil || g.CourseLink != "" {
		return err
	}
	_, err = s.Update(ctx, by, id, Input{CourseLink: optional.Set(link)})
	return err
}

// Find gives the id of a group that is named by its id or its name, or ErrNotFound.
func (s *Service) Find(ctx context.Context, by access.Actor, ref string) (int64, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return 0, err
	}
	if id, err := strconv.ParseInt(ref, 10, 64); err == nil {
		g, err := s.Read(ctx, by, id)
		if err == nil || !errors.Is(err, ErrNotFound) {
			return g.ID, err
		}
	}
	return s.idOf(ctx, by, ref)
}

func (s *Service) idOf(ctx context.Context, by access.Actor, name string) (id int64, err error) {
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		id, err = s.store.q.GroupIDByName(ctx, tx, db.GroupIDByNameParams{DepartmentID: by.DepartmentID, Name: strings.TrimSpace(name)})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("find group by name: %w", err)
		}
		return nil
	})
	return id, err
}
