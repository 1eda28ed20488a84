package designs

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
)

// Version reads a saved version for those who render it, whichever of the departments that tx sees has it. ErrNotFound.
func (s *Service) Version(ctx context.Context, tx pgx.Tx, id int64) (Version, error) {
	return s.store.versionByID(ctx, tx, id)
}

// VersionByUUID is Version by the name of its picture.
func (s *Service) VersionByUUID(ctx context.Context, d pg.DB, id uuid.UUID) (Version, error) {
	return s.store.versionByUUID(ctx, d, id)
}

// CurrentVersion reads the version of a design that is issued with next. ErrNotFound.
func (s *Service) CurrentVersion(ctx context.Context, tx pgx.Tx, departmentID, designID int64) (Version, error) {
	return s.store.currentVersion(ctx, tx, departmentID, designID)
}

// Blank is a design with nothing on it, in the given kind, size and orientation or the usual ones.
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

// summary is what a document says of itself.
func (d document) summary() Summary {
	return Summary{
		Kind: Kind(d.text("kind")), Size: d.text("size"), Orientation: d.text("orientation"), Language: d.text("language"),
		MetaData: map[string]any{},
	}
}

// summaryOf reads what a stored document says of itself.
func summaryOf(data json.RawMessage) (Summary, error) {
	doc, err := decode(data)
	if err != nil {
		return Summary{}, err
	}
	return doc.summary(), nil
}
