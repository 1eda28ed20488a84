package designs

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/pg"
)

// Unsaved checks a document as a save of the design would, and gives it as renderers take it; nothing of it is kept. Without a
// document it gives the current version. ErrNotFound, and field by field what a save would refuse.
func (s *Service) Unsaved(ctx context.Context, by access.Actor, id int64, design json.RawMessage) (Design, Version, error) {
	before, err := s.Read(ctx, by, id)
	if err != nil {
		return Design{}, Version{}, err
	}
	if design == nil {
		var v Version
		err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
			v, err = s.store.currentVersion(ctx, tx, by.DepartmentID, id)
			return err
		})
		return before, v, err
	}
	draft, err := readDraft(design)
	if err != nil {
		return Design{}, Version{}, err
	}
	draft.doc.completeFrom(before.Summary)
	draft.doc.complete()
	if err := s.check(ctx, by, &draft, before.Summary); err != nil {
		return Design{}, Version{}, err
	}
	before.Name = draft.name
	v, err := draft.unsaved(before.Summary)
	return before, v, err
}

// unsaved is what the version would be if the draft were saved.
func (d draft) unsaved(of Summary) (Version, error) {
	data, hash, err := d.doc.canonical()
	if err != nil {
		return Version{}, err
	}
	clean, err := forRendering(data)
	sum := d.doc.summary()
	return Version{
		DepartmentID: of.DepartmentID, DesignID: of.ID, Kind: sum.Kind, Size: sum.Size, Orientation: sum.Orientation, Language: sum.Language,
		Document: clean, Hash: hash,
	}, err
}
