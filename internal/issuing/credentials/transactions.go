package credentials

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// Row is a stored credential, as the queries of the packages that change credentials return it.
type Row = db.Credential

// RowColumns are the columns of a Row, in the order of its fields.
var RowColumns = func() (columns []string) {
	for f := range reflect.TypeFor[Row]().Fields() {
		columns = append(columns, f.Tag.Get("db"))
	}
	return columns
}()

// GroupTexts are the texts of a group and its department, as the queries of those packages return them.
type GroupTexts = db.GroupsShown

// NewRow is a row that was just added, with what it shows of its group and the current versions of the group's designs, or 0.
type NewRow struct {
	Row                Row
	Group              GroupTexts
	Certificate, Badge int64
}

// LockTx reads a credential by any of its IDs and locks it until the transaction ends. It returns ErrNotFound.
func (s *Service) LockTx(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	return s.s.lock(ctx, tx, departmentID, ref)
}

// LockIDTx is LockTx by the ID alone.
func (s *Service) LockIDTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Credential, error) {
	return s.s.lockID(ctx, tx, departmentID, id)
}

// ReadTx reads a credential that is not deleted by its ID. It returns ErrNotFound.
func (s *Service) ReadTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Credential, error) {
	return s.s.readID(ctx, tx, departmentID, id, false)
}

// ReadRefTx is Read in a transaction of the department. It returns ErrNotFound.
func (s *Service) ReadRefTx(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	c, _, err := s.s.read(ctx, tx, departmentID, ref)
	return c, err
}

// ReadAnyTx is ReadRefTx that includes deleted credentials, which come first. It returns ErrNotFound.
func (s *Service) ReadAnyTx(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	return s.s.readAny(ctx, tx, departmentID, ref)
}

// LockManyTx reads and locks those of ids that exist and are not deleted.
func (s *Service) LockManyTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Credential, error) {
	rows, err := s.s.q.CredentialLockMany(ctx, tx, db.CredentialLockManyParams{DepartmentID: departmentID, Ids: ids})
	return s.s.shown(ctx, tx, rows, err)
}

// ReadInOrderTx reads credentials that the transaction sees, in the order of ids.
func (s *Service) ReadInOrderTx(ctx context.Context, tx pgx.Tx, ids []int64) ([]Credential, error) {
	rows, err := s.s.q.CredentialReadPage(ctx, tx, ids)
	return s.s.shown(ctx, tx, rows, err)
}

// FromNewRow converts the row of a credential that was just added, without reading it again.
func (s *Service) FromNewRow(ctx context.Context, d pg.DB, row NewRow) (Credential, error) {
	group := db.GroupsShownRow{GroupsShown: row.Group, CertificateVersionID: row.Certificate, BadgeVersionID: row.Badge}
	all, err := s.s.show(ctx, d, []Row{row.Row}, []db.GroupsShownRow{group})
	if err != nil {
		return Credential{}, err
	}
	return all[0], nil
}

// SealKey returns the stored form of a credential's private key. OpenKey reverses it.
func (s *Service) SealKey(id uuid.UUID, key string) string { return s.s.keys.seal(id, key) }
