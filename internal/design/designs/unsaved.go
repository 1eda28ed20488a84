package designs

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/pg"
)

// Unsaved validates a document in the same way as a save and returns it for rendering, without saving it. Without a document, it
// returns the current version. It returns ErrNotFound, or the invalid fields.
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

// unsaved returns the version that saving the draft would create.
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
