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

// Reference is the group of an API client's credentials, by ID or else by name, with the values for what it lacks.
type Reference struct {
	ID                int64
	Name              string
	CourseName        string // "" is the name
	CourseDescription string
	CourseLink        string // of a new group, or of one that has none
}

// Ready returns the ID of a group that Provide would not change, or 0 if Provide has to create or change it, or to report that it does
// not exist.
func (s *Service) Ready(ctx context.Context, by access.Actor, w Reference) (int64, error) {
	id, err := s.wanted(ctx, by, w)
	if err != nil || w.CourseLink == "" || by.Test {
		return id, passNotFound(err)
	}
	g, err := s.Read(ctx, by, id)
	if err != nil || g.CourseLink == "" {
		return 0, passNotFound(err)
	}
	return id, nil
}

// Provide returns the ID of a group. It creates a group that is given by name and does not exist, and sets the course link of a group
// that has none, unless in test mode. A group that is given by ID need not exist. Inside pg.AmbientTx, the changes are part of the
// transaction. It returns the errors of Create and Update.
func (s *Service) Provide(ctx context.Context, by access.Actor, w Reference) (int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return 0, err
	}
	id, err := s.wanted(ctx, by, w)
	if errors.Is(err, ErrNotFound) {
		if id, err = s.createNamed(ctx, by, w); !errors.Is(err, ErrNameTaken) {
			return id, err
		}
		id, err = s.idOf(ctx, by, w.Name) // created by another call in the meantime
	}
	if err == nil {
		err = s.linkCourse(ctx, by, id, w.CourseLink)
	}
	return id, err
}

func (s *Service) wanted(ctx context.Context, by access.Actor, w Reference) (int64, error) {
	if w.ID != 0 {
		return w.ID, nil
	}
	return s.idOf(ctx, by, w.Name)
}

func passNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (s *Service) createNamed(ctx context.Context, by access.Actor, w Reference) (int64, error) {
	if strings.TrimSpace(w.CourseName) == "" {
		w.CourseName = w.Name
	}
	g, err := s.CreateWithDesign(ctx, by, Input{
		Name: optional.Set(w.Name), CourseName: optional.Set(w.CourseName), CourseDescription: optional.Set(w.CourseDescription),
		CourseLink: optional.Set(w.CourseLink),
	})
	return g.ID, err
}

func (s *Service) linkCourse(ctx context.Context, by access.Actor, id int64, link string) error {
	if link == "" || by.Test {
		return nil
	}
	g, err := s.Read(ctx, by, id)
	if err != nil || g.CourseLink != "" {
		return passNotFound(err)
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
