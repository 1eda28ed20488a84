package groups

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/fonts"
	"laurel/internal/messaging/templates"
	"laurel/internal/platform/pg"
)

// CloneServices is the services for cloning a group into another department.
type CloneServices struct {
	Departments *departments.Service
	Attributes  *attributes.Service
	Designs     *designs.Service
	Fonts       *fonts.Service
	Templates   *templates.Service // nil copies no choice of email templates
}

// CloneInto is like Clone, but into another department of the same person; 0 means the department of by. It copies the clone's designs
// and the attributes that they use. It returns the errors of Clone, departments.ErrNotFound if the person has no access to the
// department, or ErrNoFont if a design needs a font that the department does not have.
func (s *Service) CloneInto(ctx context.Context, by access.Actor, departmentID, id int64, in Input) (Group, error) {
	if departmentID == 0 || departmentID == by.DepartmentID {
		return s.Clone(ctx, by, id, in)
	}
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	origin, err := s.Read(ctx, by, id)
	if err != nil {
		return Group{}, err
	}
	there, err := s.elsewhere.Departments.In(ctx, by, departmentID)
	if err != nil {
		return Group{}, err
	}
	if err := there.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	if there.Groups != "" { // the new group would be out of their own sight
		return Group{}, access.Denied(access.ManageGroups)
	}
	luggage, err := s.elsewhere.pack(ctx, by, there, origin, in)
	if err != nil {
		return Group{}, err
	}
	var made Group
	err = pg.AmbientTx(ctx, s.pool, there.DepartmentID, func(ctx context.Context, _ pgx.Tx) error {
		g, err := s.elsewhere.unpack(ctx, by, there, origin, luggage)
		if err != nil {
			return err
		}
		if made, err = s.cloneAs(ctx, there, g, in, map[string]any{"from": id, "from_department": by.DepartmentID}); err != nil {
			return err
		}
		return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
			return s.audit.RecordTx(ctx, tx, by, audit.Event{
				Action: "group.cloned_elsewhere", ObjectKind: "group", ObjectID: id,
				Details: map[string]any{"name": origin.Name, "to": made.ID, "to_department": there.DepartmentID},
			})
		})
	})
	return made, err
}

// CopyDesign copies a design and the attributes that it uses into another department of the same person. It returns the design there. It
// returns departments.ErrNotFound if the person has no access to the department, or ErrNoFont if it lacks a font of the design.
func (s *Service) CopyDesign(ctx context.Context, by access.Actor, departmentID, id int64) (designs.Design, error) {
	there, err := s.elsewhere.Departments.In(ctx, by, departmentID)
	if err != nil {
		return designs.Design{}, err
	}
	p, err := s.elsewhere.Designs.PackNew(ctx, by, there, id)
	if err != nil {
		return designs.Design{}, err
	}
	if err := s.elsewhere.CheckFonts(ctx, by, there, p.Document); err != nil {
		return designs.Design{}, err
	}
	var made *int64
	err = pg.AmbientTx(ctx, s.pool, there.DepartmentID, func(ctx context.Context, _ pgx.Tx) error {
		if made, err = s.elsewhere.unpackOne(ctx, by, there, &p); err != nil {
			return err
		}
		return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
			return s.audit.RecordTx(ctx, tx, by, audit.Event{
				Action: "design.copied_elsewhere", ObjectKind: "design", ObjectID: id,
				Details: map[string]any{"to": *made, "to_department": there.DepartmentID},
			})
		})
	})
	if err != nil {
		return designs.Design{}, err
	}
	return s.elsewhere.Designs.Read(ctx, there, *made)
}

// luggage is the designs to copy.
type luggage struct{ certificate, badge *designs.Package }

// pack packs the designs that the input does not replace.
func (e CloneServices) pack(ctx context.Context, by, there access.Actor, g Group, in Input) (l luggage, err error) {
	if !in.CertificateDesignID.Given {
		if l.certificate, err = e.packOne(ctx, by, there, g.CertificateDesignID); err != nil {
			return l, err
		}
	}
	if !in.BadgeDesignID.Given {
		l.badge, err = e.packOne(ctx, by, there, g.BadgeDesignID)
	}
	return l, err
}

func (e CloneServices) packOne(ctx context.Context, by, there access.Actor, id *int64) (*designs.Package, error) {
	if id == nil {
		return nil, nil
	}
	p, err := e.Designs.Pack(ctx, by, there, *id)
	if err != nil {
		return nil, err
	}
	return &p, e.CheckFonts(ctx, by, there, p.Document)
}

// CheckFonts returns ErrNoFont if the other department lacks a font of the design.
func (e CloneServices) CheckFonts(ctx context.Context, by, there access.Actor, document json.RawMessage) error {
	needed, err := e.Fonts.ForDesign(ctx, by.DepartmentID, document)
	if err != nil {
		return err
	}
	known, err := e.Fonts.ForDesign(ctx, there.DepartmentID, document)
	if err != nil {
		return err
	}
	has := make(map[string]bool, len(known))
	for _, font := range known {
		has[font.Name] = true
	}
	for _, font := range needed {
		if !has[font.Name] {
			return ErrNoFont.With("name", font.Name)
		}
	}
	return nil
}

// unpack copies the designs to the other department and returns the group with references to the copies.
func (e CloneServices) unpack(ctx context.Context, by, there access.Actor, g Group, l luggage) (Group, error) {
	certificate, err := e.unpackOne(ctx, by, there, l.certificate)
	if err != nil {
		return g, err
	}
	badge, err := e.unpackOne(ctx, by, there, l.badge)
	if err != nil {
		return g, err
	}
	if g.PrimaryDesignID != nil { // what lacks leaves the choice to the usual rule
		primary := certificate
		if same(g.PrimaryDesignID, g.BadgeDesignID) {
			primary = badge
		}
		g.PrimaryDesignID = primary
	}
	g.CertificateDesignID, g.BadgeDesignID = certificate, badge
	g.Prerequisites, g.PrerequisitesAfter, g.PrerequisitesLost = nil, nil, LostKeep // the groups stay behind
	return g, nil
}

func (e CloneServices) unpackOne(ctx context.Context, by, there access.Actor, p *designs.Package) (*int64, error) {
	if p == nil {
		return nil, nil
	}
	keys, err := e.Attributes.CopyInto(ctx, by, there, p.CustomAttributes())
	if err != nil {
		return nil, err
	}
	id, err := e.Designs.Unpack(ctx, there, *p, keys)
	return &id, err
}
