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

// Named is a group identified by its name, with the values for creating it if it does not exist.
type Named struct {
	Name              string
	CourseName        string // "" is the name
	CourseDescription string
	CourseLink        string
}

// Named returns the ID of the group with this name, and creates the group if needed. It returns the errors of Create.
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

// LinkCourse sets the course link of a group that has none; an existing link is kept. It returns the errors of Update. In test mode it
// does nothing.
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

// Find returns the ID of a group, given its ID or name. It returns ErrNotFound.
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
