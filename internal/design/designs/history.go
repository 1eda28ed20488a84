package designs

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// PastVersion is a version in the history of a design.
type PastVersion struct {
	ID               int64
	Number           int
	UUID             uuid.UUID // names the picture
	Name             string    // of the design at that time, HTML-escaped
	Size             string
	Orientation      string
	AuthorID         int64  // 0 where a program saved it, or a person who is gone
	Author           string // "" where the person never gave a name
	CreatedAt        time.Time
	Current          bool
	CredentialsCount int // issued credentials that carry this very version
	Document         json.RawMessage
}

// Restore contains the parameters of restoring a version.
type Restore struct {
	Number int
	// Version and Confirm are the same as in Save.
	Version int
	Confirm bool
}

// History returns a page of a design's versions without their documents, newest first. It returns ErrNotFound.
func (s *Service) History(ctx context.Context, by access.Actor, id int64, q page.Request) (page.Page[PastVersion], error) {
	var found page.Page[PastVersion]
	if err := mayLook(by, id); err != nil {
		return found, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		design, err := s.store.read(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if found, err = s.store.history(ctx, tx, by.DepartmentID, id, q); err != nil {
			return err
		}
		return s.tell(ctx, tx, by, design, found.Items)
	})
	return found, err
}

// PastVersion returns one version of a design with its document. It returns ErrNotFound or ErrVersionNotFound.
func (s *Service) PastVersion(ctx context.Context, by access.Actor, id int64, number int) (PastVersion, error) {
	if err := mayLook(by, id); err != nil {
		return PastVersion{}, err
	}
	one := make([]PastVersion, 1)
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		design, err := s.store.read(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		if one[0], err = s.store.past(ctx, tx, by.DepartmentID, id, number); err != nil {
			return err
		}
		return s.tell(ctx, tx, by, design, one)
	})
	return one[0], err
}

func mayLook(by access.Actor, id int64) error {
	if err := by.Require(access.ViewDesigns); err != nil {
		return err
	}
	if !by.Reaches(id) {
		return ErrNotFound
	}
	return nil
}

// tell sets how many issued credentials use each version, and which one is current. It removes the authors in an embedded design maker,
// because the host does not need to know who works for the department.
func (s *Service) tell(ctx context.Context, tx pgx.Tx, by access.Actor, design Design, versions []PastVersion) error {
	ids := make([]int64, len(versions))
	for i, v := range versions {
		ids[i] = v.ID
	}
	counts, err := s.uses.CountByVersions(ctx, tx, design.DepartmentID, ids)
	for i := range versions {
		versions[i].CredentialsCount = counts[ids[i]]
		versions[i].Current = versions[i].Number == design.Version
		if by.EmbedID != 0 {
			versions[i].AuthorID, versions[i].Author = 0, ""
		}
	}
	return err
}

// Restore saves the document of a previous version as a new version. The design keeps its current name, and issued credentials keep
// their version. It returns ErrNotFound, ErrVersionNotFound, and ErrChanged and ErrUsed as in Update.
func (s *Service) Restore(ctx context.Context, by access.Actor, id int64, in Restore) (Design, error) {
	if err := by.Require(access.ManageDesigns); err != nil {
		return Design{}, err
	}
	if !by.Reaches(id) {
		return Design{}, ErrNotFound
	}
	var saved Design
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		number, err := s.mayReplace(ctx, tx, by.DepartmentID, id, Save{Version: in.Version, Confirm: in.Confirm})
		if err != nil {
			return err
		}
		draft, err := s.fromPast(ctx, tx, by.DepartmentID, id, in.Number)
		if err != nil {
			return err
		}
		if err := s.store.save(ctx, tx, by, id, number+1, draft, s.clock.Now()); err != nil {
			return err
		}
		if saved, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "design.restored", ObjectKind: "design", ObjectID: id,
			Details: map[string]any{"name": saved.Name, "version": saved.Version, "from": in.Number},
		})
	})
	return saved, err
}

// fromPast returns a previous version as a draft. It is not validated again, because it was validated when it was saved and must be
// restored unchanged.
func (s *Service) fromPast(ctx context.Context, tx pgx.Tx, departmentID, id int64, number int) (draft, error) {
	design, err := s.store.read(ctx, tx, departmentID, id)
	if err != nil {
		return draft{}, err
	}
	past, err := s.store.past(ctx, tx, departmentID, id, number)
	if err != nil {
		return draft{}, err
	}
	doc, err := decode(past.Document)
	return draft{doc: doc, name: design.Name, meta: design.MetaData}, err
}
