package designs

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

type store struct{ q *db.Queries }

func newStore() store { return store{db.New()} }

func (s store) insert(ctx context.Context, tx db.DBTX, departmentID int64, d draft, now time.Time) (int64, error) {
	sum := d.doc.summary()
	meta, err := metaJSON(d.meta)
	if err != nil {
		return 0, err
	}
	id, err := s.q.DesignInsert(ctx, tx, db.DesignInsertParams{
		DepartmentID: departmentID, Name: d.name, Kind: string(sum.Kind), Size: sum.Size, Orientation: sum.Orientation,
		Language: sum.Language, MetaData: meta, Now: now,
	})
	if err != nil {
		return 0, fmt.Errorf("insert design: %w", err)
	}
	return id, nil
}

// save saves the draft as the version with the given number and makes it the current one.
func (s store) save(ctx context.Context, tx db.DBTX, by access.Actor, id int64, number int, d draft, now time.Time) error {
	data, hash, err := d.doc.canonical()
	if err != nil {
		return err
	}
	meta, err := metaJSON(d.meta)
	if err != nil {
		return err
	}
	version := db.DesignVersionInsertParams{
		DepartmentID: by.DepartmentID, DesignID: id, Number: int32(number), //nolint:gosec // one a save
		Uuid: uuid.New(), Name: d.name, Document: data, DocumentHash: hash, Now: now,
	}
	if by.UserID != 0 {
		version.CreatedBy = &by.UserID
	}
	versionID, err := s.q.DesignVersionInsert(ctx, tx, version)
	if err != nil {
		return fmt.Errorf("insert design version: %w", err)
	}
	sum := d.doc.summary()
	err = s.q.DesignUpdate(ctx, tx, db.DesignUpdateParams{
		DepartmentID: by.DepartmentID, ID: id, Name: d.name, Size: sum.Size, Orientation: sum.Orientation, Language: sum.Language,
		MetaData: meta, VersionID: &versionID, Now: now,
	})
	if err != nil {
		return fmt.Errorf("update design: %w", err)
	}
	return nil
}

// lock locks a design and returns the number of its current version.
func (s store) lock(ctx context.Context, tx db.DBTX, departmentID, id int64) (int, error) {
	_, err := s.q.DesignLock(ctx, tx, db.DesignLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return 0, ErrNotFound
	}
	if err != nil {
		return 0, fmt.Errorf("lock design: %w", err)
	}
	// Read the version after locking: another transaction may have saved the design in the meantime.
	current, err := s.q.DesignVersionCurrent(ctx, tx, db.DesignVersionCurrentParams{DepartmentID: departmentID, DesignID: id})
	if err != nil {
		return 0, fmt.Errorf("read design version: %w", err)
	}
	return int(current.Number), nil
}

func (s store) read(ctx context.Context, tx db.DBTX, departmentID, id int64) (Design, error) {
	row, err := s.q.DesignRead(ctx, tx, db.DesignReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Design{}, ErrNotFound
	}
	if err != nil {
		return Design{}, fmt.Errorf("read design: %w", err)
	}
	sum, err := fromRow(row.Design, row.DesignVersion.Number, row.DesignVersion.Uuid)
	return Design{Summary: sum, Document: row.DesignVersion.Document}, err
}

// idByName returns the ID of the oldest design with the given kind and stored name, or 0.
func (s store) idByName(ctx context.Context, tx db.DBTX, departmentID int64, kind Kind, name string) (int64, error) {
	id, err := s.q.DesignIDByName(ctx, tx, db.DesignIDByNameParams{DepartmentID: departmentID, Kind: string(kind), Name: name})
	if err != nil && !pg.NoRows(err) {
		return 0, fmt.Errorf("find design by name: %w", err)
	}
	return id, nil
}

// delete deletes a design. It returns ErrInUse if the design or one of its versions is still referenced.
func (s store) delete(ctx context.Context, tx db.DBTX, departmentID, id int64) error {
	n, err := s.q.DesignDelete(ctx, tx, db.DesignDeleteParams{DepartmentID: departmentID, ID: id})
	switch {
	case pg.Code(err) == "23503":
		return ErrInUse
	case err != nil:
		return fmt.Errorf("delete design: %w", err)
	case n == 0:
		return ErrNotFound
	}
	return nil
}

func (s store) list(ctx context.Context, tx db.DBTX, by access.Actor, q Query) (page.Page[Summary], error) {
	var none page.Page[Summary]
	meta := []byte("{}")
	if q.MetaData != nil {
		var err error
		if meta, err = json.Marshal(q.MetaData); err != nil {
			return none, fmt.Errorf("encode meta data: %w", err)
		}
	}
	count := db.DesignCountParams{
		DepartmentID: by.DepartmentID, OnlyID: by.DesignID, Kind: singular(q.Kind), Size: q.Size, Orientation: q.Orientation,
		Language: q.Language, MetaData: meta,
	}
	count.Identifier, count.IdentifierID = identifier(q.Identifier)
	count.Query, count.QueryID = identifier(q.Text)
	total, err := s.q.DesignCount(ctx, tx, count)
	if err != nil {
		return none, fmt.Errorf("count designs: %w", err)
	}
	rows, err := s.q.DesignList(ctx, tx, db.DesignListParams{
		DepartmentID: count.DepartmentID, OnlyID: count.OnlyID, Kind: count.Kind, Size: count.Size, Orientation: count.Orientation,
		Language: count.Language, Identifier: count.Identifier, IdentifierID: count.IdentifierID, Query: count.Query,
		QueryID: count.QueryID, MetaData: count.MetaData, Sort: sortOrder(q.Sort), Skip: q.Page.Offset(), MaxRows: q.Page.Limit(),
	})
	if err != nil {
		return none, fmt.Errorf("list designs: %w", err)
	}
	found := make([]Summary, len(rows))
	for i, row := range rows {
		if found[i], err = fromRow(row.Design, row.Version, row.VersionUuid); err != nil {
			return none, err
		}
	}
	return page.Of(q.Page, found, total), nil
}

// identifier parses an ID or a part of a name.
func identifier(text string) (name string, id int64) {
	text = strings.TrimSpace(text)
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		id = 0
	}
	return text, id
}

func singular(kind string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(kind)), "s")
}

// sortOrder returns the sort order if it is known, otherwise the most recently changed first.
func sortOrder(sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "name", "created_at", "updated_at":
		return sort
	}
	return "-updated_at"
}

func (s store) attributeUsed(ctx context.Context, tx db.DBTX, departmentID int64, key string) (bool, error) {
	used, err := s.q.DesignAttributeUsed(ctx, tx, db.DesignAttributeUsedParams{DepartmentID: departmentID, Tag: "[custom." + key + "]"})
	if err != nil {
		return false, fmt.Errorf("look for attribute in designs: %w", err)
	}
	return used, nil
}

func (s store) attributeCount(ctx context.Context, tx db.DBTX, departmentID int64, key string, limit int) (int64, error) {
	count, err := s.q.DesignAttributeCount(ctx, tx, db.DesignAttributeCountParams{
		DepartmentID: departmentID, Tag: "[custom." + key + "]", RowLimit: int32(limit), //nolint:gosec // a constant of the caller
	})
	if err != nil {
		return 0, fmt.Errorf("count designs that use an attribute: %w", err)
	}
	return count, nil
}

func fromRow(r db.Design, number int32, version uuid.UUID) (Summary, error) {
	s := Summary{
		ID: r.ID, DepartmentID: r.DepartmentID, Name: r.Name, Kind: Kind(r.Kind), Size: r.Size, Orientation: r.Orientation,
		Language: r.Language, Version: int(number), VersionUUID: version, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
	if r.CurrentVersionID != nil {
		s.VersionID = *r.CurrentVersionID
	}
	if err := json.Unmarshal(r.MetaData, &s.MetaData); err != nil {
		return Summary{}, fmt.Errorf("read meta data: %w", err)
	}
	return s, nil
}

func metaJSON(meta map[string]any) ([]byte, error) {
	if meta == nil {
		return []byte("{}"), nil
	}
	data, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("encode meta data: %w", err)
	}
	return data, nil
}
