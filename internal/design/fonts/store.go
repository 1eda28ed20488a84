package fonts

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/fonts/internal/db"
	"laurel/internal/formats/fontfile"
	"laurel/internal/platform/pg"
)

type store struct{ q *db.Queries }

func (s store) insert(ctx context.Context, tx pgx.Tx, by access.Actor, name string, style fontfile.Style, now time.Time) (Font, error) {
	p := db.FontInsertParams{DepartmentID: by.DepartmentID, Name: name, Style: string(style), Now: now}
	if by.UserID != 0 {
		p.LicensedBy = &by.UserID
	}
	row, err := s.q.FontInsert(ctx, tx, p)
	if err != nil {
		return Font{}, fmt.Errorf("insert font: %w", err)
	}
	return fromRow(row), s.keepName(ctx, tx, fromRow(row))
}

func (s store) keepName(ctx context.Context, tx pgx.Tx, f Font) error {
	err := s.q.FontNameInsert(ctx, tx, db.FontNameInsertParams{DepartmentID: f.DepartmentID, Key: keyOf(f.Name), FontID: f.ID})
	if err != nil {
		return fmt.Errorf("keep name of font: %w", err)
	}
	return nil
}

func (s store) rename(ctx context.Context, tx pgx.Tx, f Font, now time.Time) error {
	_, err := s.q.FontRename(ctx, tx, db.FontRenameParams{DepartmentID: f.DepartmentID, ID: f.ID, Name: f.Name, Now: now})
	if err != nil {
		return fmt.Errorf("rename font: %w", err)
	}
	return s.keepName(ctx, tx, f)
}

// holder returns the ID of the font that has or had a name, or 0. It locks the names of the department until the transaction ends.
func (s store) holder(ctx context.Context, tx pgx.Tx, departmentID int64, name string) (id int64, deleted bool, err error) {
	if err := s.q.FontNameTurn(ctx, tx, departmentID); err != nil {
		return 0, false, fmt.Errorf("wait for font names: %w", err)
	}
	row, err := s.q.FontNameHolder(ctx, tx, db.FontNameHolderParams{DepartmentID: departmentID, Key: keyOf(name)})
	if pg.NoRows(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("read font names: %w", err)
	}
	return row.ID, row.DeletedAt != nil, nil
}

func (s store) lock(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Font, error) {
	row, err := s.q.FontLock(ctx, tx, db.FontLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Font{}, ErrNotFound
	}
	if err != nil {
		return Font{}, fmt.Errorf("read font: %w", err)
	}
	one := []Font{fromRow(row)}
	err = s.addFiles(ctx, tx, departmentID, one)
	return one[0], err
}

func (s store) delete(ctx context.Context, tx pgx.Tx, f Font, now time.Time) error {
	if err := s.q.FontDelete(ctx, tx, db.FontDeleteParams{DepartmentID: f.DepartmentID, ID: f.ID, Now: &now}); err != nil {
		return fmt.Errorf("delete font: %w", err)
	}
	return nil
}

func (s store) count(ctx context.Context, tx pgx.Tx, departmentID int64) (int64, error) {
	n, err := s.q.FontCount(ctx, tx, departmentID)
	if err != nil {
		return 0, fmt.Errorf("count fonts: %w", err)
	}
	return n, nil
}

func (s store) uses(ctx context.Context, tx pgx.Tx, f Font) (int64, error) {
	n, err := s.q.FontUses(ctx, tx, db.FontUsesParams{DepartmentID: f.DepartmentID, FontID: f.ID})
	if err != nil {
		return 0, fmt.Errorf("count designs of a font: %w", err)
	}
	return n, nil
}

func (s store) all(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Font, error) {
	rows, err := s.q.FontAll(ctx, tx, db.FontAllParams{DepartmentID: departmentID, MaxRows: MaxFonts})
	if err != nil {
		return nil, fmt.Errorf("list fonts: %w", err)
	}
	all := make([]Font, len(rows))
	for i, row := range rows {
		all[i] = fromRow(row)
	}
	return all, s.addFiles(ctx, tx, departmentID, all)
}

// byNames returns fonts by the names in the query, which can be former names.
func (s store) byNames(ctx context.Context, tx pgx.Tx, departmentID int64, keys []string) (map[string]Font, error) {
	rows, err := s.q.FontByNames(ctx, tx, db.FontByNamesParams{DepartmentID: departmentID, Keys: keys})
	if err != nil {
		return nil, fmt.Errorf("find fonts: %w", err)
	}
	all := make([]Font, len(rows))
	for i, row := range rows {
		all[i] = fromRow(row.Font)
	}
	if err := s.addFiles(ctx, tx, departmentID, all); err != nil {
		return nil, err
	}
	found := map[string]Font{}
	for i, row := range rows {
		found[row.Key] = all[i]
	}
	return found, nil
}

// addFiles loads the files of the fonts.
func (s store) addFiles(ctx context.Context, tx pgx.Tx, departmentID int64, all []Font) error {
	ids := make([]int64, len(all))
	for i, f := range all {
		ids[i] = f.ID
	}
	rows, err := s.q.FontFileAll(ctx, tx, db.FontFileAllParams{DepartmentID: departmentID, FontIds: ids})
	if err != nil {
		return fmt.Errorf("list font files: %w", err)
	}
	for _, row := range rows {
		file, err := fileFromRow(row)
		if err != nil {
			return err
		}
		for i := range all {
			if all[i].ID == row.FontID {
				all[i].Files = append(all[i].Files, file)
			}
		}
	}
	return nil
}

func (s store) insertFile(ctx context.Context, tx pgx.Tx, f Font, file File, now time.Time) error {
	_, err := s.q.FontFileInsert(ctx, tx, db.FontFileInsertParams{
		DepartmentID: f.DepartmentID, FontID: f.ID, Weight: int16(file.Weight), Italic: file.Italic, Hash: file.Hash, //nolint:gosec // up to 900
		Ending: file.Ending, Bytes: int32(file.Bytes), Characters: file.Characters, FileName: file.FileName, Now: now, //nolint:gosec // small files
	})
	if pg.Violates(err, "font_files_style_key") {
		return ErrStyleTaken.With("name", f.Name).With("weight", file.Weight)
	}
	if err != nil {
		return fmt.Errorf("insert font file: %w", err)
	}
	return nil
}

func fromRow(row db.Font) Font {
	return Font{
		ID: row.ID, DepartmentID: row.DepartmentID, Name: row.Name, Kind: Custom, Style: fontfile.Style(row.Style), CreatedAt: row.CreatedAt,
	}
}

func fileFromRow(row db.FontFile) (File, error) {
	points, err := fontfile.ParseRanges(row.Characters)
	return File{
		ID: row.ID, Weight: int(row.Weight), Italic: row.Italic, Hash: row.Hash, Ending: row.Ending, Bytes: int(row.Bytes),
		Characters: row.Characters, FileName: row.FileName, CreatedAt: row.CreatedAt, points: points,
	}, err
}
