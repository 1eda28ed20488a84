package designs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/pg"
)

// PackVersions is PackNew for a copy that also has the earlier versions with the given IDs, which issued credentials use. Unknown IDs are
// ignored.
func (s *Service) PackVersions(ctx context.Context, by, there access.Actor, id int64, versions []int64) (Package, error) {
	p, err := s.PackNew(ctx, by, there, id)
	if err != nil {
		return p, err
	}
	for _, version := range versions {
		if version == p.from.VersionID {
			continue
		}
		e, err := s.packVersion(ctx, by, there, p, version)
		if err != nil {
			return p, err
		}
		p.earlier = append(p.earlier, e)
	}
	return p, nil
}

func (s *Service) packVersion(ctx context.Context, by, there access.Actor, p Package, version int64) (earlier, error) {
	e := earlier{id: version, draft: p.draft}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.store.q.DesignVersionByID(ctx, tx, version)
		if err != nil {
			return fmt.Errorf("read design version: %w", err)
		}
		e.document = row.Document
		if row.Name != "" {
			e.draft.name = row.Name
		}
		return nil
	})
	if err != nil {
		return e, err
	}
	if e.draft.doc, err = decode(e.document); err != nil {
		return e, err
	}
	return e, s.bringPictures(ctx, by, there, e.draft.doc)
}

// UnpackVersions saves the copied design with its earlier versions, and returns its ID in the other department and those of the copies of
// versions. keys maps the keys of custom attributes to those of the other department.
func (s *Service) UnpackVersions(ctx context.Context, there access.Actor, p Package, keys map[string]string) (int64, map[int64]int64, error) {
	if err := there.Require(access.CreateDesigns); err != nil {
		return 0, nil, err
	}
	copies := map[int64]int64{}
	var id int64
	err := pg.InDepartment(ctx, s.pool, there.DepartmentID, func(tx pgx.Tx) (err error) {
		now := s.clock.Now()
		if id, err = s.store.insert(ctx, tx, there.DepartmentID, p.draft, now); err != nil {
			return err
		}
		current := earlier{id: p.from.VersionID, draft: p.draft}
		for i, e := range append(p.earlier[:len(p.earlier):len(p.earlier)], current) {
			if e.draft.doc, err = e.draft.doc.withKeys(keys); err != nil {
				return err
			}
			if err := s.store.save(ctx, tx, there, id, i+1, e.draft, now); err != nil {
				return err
			}
			made, err := s.store.currentVersion(ctx, tx, there.DepartmentID, id)
			if err != nil {
				return err
			}
			copies[e.id] = made.ID
		}
		return s.audit.RecordTx(ctx, tx, there, audit.Event{Action: "design.copied", ObjectKind: "design", ObjectID: id, Details: map[string]any{
			"name": p.draft.name, "kind": p.from.Kind, "from": p.from.ID, "from_department": p.from.DepartmentID,
		}})
	})
	return id, copies, err
}
