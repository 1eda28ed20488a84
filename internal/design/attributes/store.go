package attributes

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"laurel/internal/design/attributes/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

type store struct{ q *db.Queries }

func newStore() store { return store{db.New()} }

// taken are the names and keys of a department's custom attributes.
type taken []db.AttributeKeyTakenRow

// taken locks the names of the department for the transaction, so that the result stays valid.
func (s store) taken(ctx context.Context, tx db.DBTX, departmentID int64) (taken, error) {
	if err := s.q.AttributeKeyTurn(ctx, tx, departmentID); err != nil {
		return nil, fmt.Errorf("wait for attribute names: %w", err)
	}
	rows, err := s.q.AttributeKeyTaken(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("read attribute names: %w", err)
	}
	return rows, nil
}

// keyFor derives the key of a name. It returns an error if an attribute other than self has the name or the key.
func (t taken) keyFor(name string, self int64) (string, error) {
	key := keyOf(name)
	used := map[string]bool{}
	for _, row := range t {
		if row.ID != self && (strings.EqualFold(row.Name, name) || row.Key == key) {
			return "", ErrDuplicate.With("name", name)
		}
		used[row.Key] = true
	}
	for n := 1; key == "" || key != keyOf(name) && used[key]; n++ {
		key = "attribute_" + strconv.Itoa(n)
	}
	return key, nil
}

// refuse returns an error for a name or key that another attribute has.
func (t taken) refuse(name, key string) error {
	for _, row := range t {
		if strings.EqualFold(row.Name, name) || row.Key == key {
			return ErrDuplicate.With("name", row.Name)
		}
	}
	return nil
}

func (s store) insert(ctx context.Context, tx db.DBTX, a Attribute) (Attribute, error) {
	row, err := s.q.AttributeKeyInsert(ctx, tx, db.AttributeKeyInsertParams{
		DepartmentID: a.DepartmentID, Name: a.Name, Key: a.Key, Kind: string(a.Kind), Draft: a.Draft, Now: a.CreatedAt,
	})
	if pg.Violates(err, "attribute_keys_department_key_key") {
		return Attribute{}, ErrDuplicate.With("name", a.Name)
	}
	if err != nil {
		return Attribute{}, fmt.Errorf("insert attribute: %w", err)
	}
	return fromRow(row), nil
}

func (s store) update(ctx context.Context, tx db.DBTX, a Attribute) (Attribute, error) {
	row, err := s.q.AttributeKeyUpdate(ctx, tx, db.AttributeKeyUpdateParams{
		DepartmentID: a.DepartmentID, ID: a.ID, Name: a.Name, Kind: string(a.Kind), Draft: a.Draft, Now: a.UpdatedAt,
	})
	if err != nil {
		return Attribute{}, fmt.Errorf("update attribute: %w", err)
	}
	return fromRow(row), nil
}

func (s store) lock(ctx context.Context, tx db.DBTX, departmentID, id int64) (Attribute, error) {
	row, err := s.q.AttributeKeyLock(ctx, tx, db.AttributeKeyLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Attribute{}, ErrNotFound
	}
	if err != nil {
		return Attribute{}, fmt.Errorf("read attribute: %w", err)
	}
	return fromRow(row), nil
}

func (s store) read(ctx context.Context, tx db.DBTX, departmentID, id int64) (Attribute, error) {
	row, err := s.q.AttributeKeyRead(ctx, tx, db.AttributeKeyReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Attribute{}, ErrNotFound
	}
	if err != nil {
		return Attribute{}, fmt.Errorf("read attribute: %w", err)
	}
	return fromRow(row), nil
}

func (s store) credentialUsage(ctx context.Context, tx db.DBTX, a Attribute) (Usage, error) {
	row, err := s.q.AttributeKeyCredentials(ctx, tx, db.AttributeKeyCredentialsParams{
		DepartmentID: a.DepartmentID, Key: a.Key, RowLimit: maxUsage + 1,
	})
	if err != nil {
		return Usage{}, fmt.Errorf("count credentials with an attribute: %w", err)
	}
	return Usage{Credentials: row.UsedCount, Capped: row.ReadCount > maxUsage}, nil
}

func (s store) delete(ctx context.Context, tx db.DBTX, departmentID, id int64) error {
	if err := s.q.AttributeKeyDelete(ctx, tx, db.AttributeKeyDeleteParams{DepartmentID: departmentID, ID: id}); err != nil {
		return fmt.Errorf("delete attribute: %w", err)
	}
	return nil
}

func (s store) all(ctx context.Context, tx db.DBTX, departmentID int64) ([]Attribute, error) {
	rows, err := s.q.AttributeKeyAll(ctx, tx, db.AttributeKeyAllParams{DepartmentID: departmentID, MaxRows: MaxCustom})
	if err != nil {
		return nil, fmt.Errorf("list attributes: %w", err)
	}
	all := make([]Attribute, len(rows))
	for i, row := range rows {
		all[i] = fromRow(row)
	}
	return all, nil
}

func (s store) search(ctx context.Context, tx db.DBTX, departmentID int64, q Query) (page.Page[Attribute], error) {
	var none page.Page[Attribute]
	total, err := s.q.AttributeKeyCount(ctx, tx, db.AttributeKeyCountParams{DepartmentID: departmentID, Name: q.Name, Kind: q.Kind})
	if err != nil {
		return none, fmt.Errorf("count attributes: %w", err)
	}
	rows, err := s.q.AttributeKeySearch(ctx, tx, db.AttributeKeySearchParams{
		DepartmentID: departmentID, Name: q.Name, Kind: q.Kind, Skip: q.Page.Offset(), MaxRows: q.Page.Limit(),
	})
	if err != nil {
		return none, fmt.Errorf("search attributes: %w", err)
	}
	found := make([]Attribute, len(rows))
	for i, row := range rows {
		found[i] = fromRow(row)
	}
	return page.Of(q.Page, found, total), nil
}

func fromRow(r db.AttributeKey) Attribute {
	return Attribute{
		ID: r.ID, DepartmentID: r.DepartmentID, Name: r.Name, Parent: Custom, Key: r.Key, Kind: Kind(r.Kind), Draft: r.Draft,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}
