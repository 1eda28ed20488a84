package designs

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
)

// Version returns a saved version for rendering, from any department that tx has access to. It returns ErrNotFound.
func (s *Service) Version(ctx context.Context, tx pgx.Tx, id int64) (Version, error) {
	return s.store.versionByID(ctx, tx, id)
}

// VersionByUUID is like Version, but takes the version's UUID, which is also the name of its image.
func (s *Service) VersionByUUID(ctx context.Context, d pg.DB, id uuid.UUID) (Version, error) {
	return s.store.versionByUUID(ctx, d, id)
}

// CurrentVersion returns the current version of a design, which is used for the next credentials. It returns ErrNotFound.
func (s *Service) CurrentVersion(ctx context.Context, tx pgx.Tx, departmentID, designID int64) (Version, error) {
	return s.store.currentVersion(ctx, tx, departmentID, designID)
}

// Blank returns an empty design with the given kind, size and orientation. Empty arguments mean the defaults.
func Blank(kind, size, orientation string) (Design, error) {
	d := draft{doc: document{}}
	for key, value := range map[string]string{"kind": kind, "size": size, "orientation": orientation} {
		if value != "" {
			d.doc[key] = value
		}
	}
	d.doc.complete()
	d.doc.validate(&d.wrong)
	if err := d.wrong.Err(); err != nil {
		return Design{}, err
	}
	data, _, err := d.doc.canonical()
	return Design{Summary: d.doc.summary(), Document: data}, err
}

// summary returns the properties in the document.
func (d document) summary() Summary {
	return Summary{
		Kind: Kind(d.text("kind")), Size: d.text("size"), Orientation: d.text("orientation"), Language: d.text("language"),
		MetaData: map[string]any{},
	}
}

// summaryOf returns the properties in a stored document.
func summaryOf(data json.RawMessage) (Summary, error) {
	doc, err := decode(data)
	if err != nil {
		return Summary{}, err
	}
	return doc.summary(), nil
}
