package credentials

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// store maps rows to credentials and constraint violations to errors.
type store struct {
	q      *db.Queries
	memory *memory
	keys   keySeal
}

// read finds a credential by the issuer's own ID, ID, UUID or encoded ID, in that order. attached reports whether it has evidence or
// references.
func (s store) read(ctx context.Context, d pg.DB, departmentID int64, ref string) (c Credential, attached bool, err error) {
	if !Storable(ref) {
		return Credential{}, false, ErrNotFound
	}
	id, uid := ParseRef(ref)
	p := db.CredentialsShownParams{DepartmentID: departmentID, Ref: ref, ID: id, Uuid: uid}
	if id == nil {
		p.EncodedID = &ref
	}
	found, err := s.q.CredentialsShown(ctx, d, p)
	if err != nil {
		return Credential{}, false, fmt.Errorf("read credential: %w", err)
	}
	if len(found) == 0 {
		return Credential{}, false, ErrNotFound
	}
	row := slices.MaxFunc(found, func(a, b db.CredentialsShownRow) int {
		return cmp.Or(cmp.Compare(owned(a, ref), owned(b, ref)), cmp.Compare(a.Credential.ID, b.Credential.ID))
	})
	c, err = s.marked(ctx, d, row.Credential, row.Mark, row.Related)
	return c, row.Attached, err
}

// marked converts a row with its renewals and the version mark of its group's texts, which are read only if they are not cached.
func (s store) marked(ctx context.Context, d pg.DB, row db.Credential, mark string, related []byte) (Credential, error) {
	var all []Credential
	var err error
	rows := []db.Credential{row}
	known, have := s.memory.texts.get(textsKey{row.GroupID, mark})
	if have && !State(row.State).Unpublished() { // what is not issued shows designs as they are now
		all, err = s.showIn(ctx, d, rows, map[int64]present{row.GroupID: {texts: known}})
	} else {
		all, err = s.shown(ctx, d, rows, nil)
	}
	return s.withRelated(all, related, err)
}

// owned is 1 if the issuer's own ID identifies a credential.
func owned(r db.CredentialsShownRow, ref string) int {
	if pg.OrZero(r.Credential.LicenseID) == ref {
		return 1
	}
	return 0
}

// readAny is read that includes deleted credentials, which come first.
func (s store) readAny(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	if !Storable(ref) {
		return Credential{}, ErrNotFound
	}
	id, uid := ParseRef(ref)
	row, err := s.q.CredentialReadAny(ctx, tx, db.CredentialReadAnyParams{DepartmentID: departmentID, Ref: ref, ID: id, Uuid: uid})
	return s.one(ctx, tx, db.CredentialReadIDRow(row), err)
}

// readID reads a credential by its ID alone, ignoring issuers' own IDs.
func (s store) readID(ctx context.Context, tx pgx.Tx, departmentID, id int64, deleted bool) (Credential, error) {
	row, err := s.q.CredentialReadID(ctx, tx, db.CredentialReadIDParams{DepartmentID: departmentID, ID: id})
	if err == nil && State(row.Credential.State) == Deleted && !deleted {
		return Credential{}, ErrNotFound
	}
	return s.one(ctx, tx, row, err)
}

// lock reads and locks a credential until the transaction ends.
func (s store) lock(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	c, _, err := s.read(ctx, tx, departmentID, ref)
	if err != nil {
		return c, err
	}
	return s.lockID(ctx, tx, departmentID, c.ID)
}

func (s store) lockID(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Credential, error) {
	if err := s.q.CredentialLock(ctx, tx, db.CredentialLockParams{DepartmentID: departmentID, ID: id}); err != nil {
		return Credential{}, fmt.Errorf("lock credential: %w", err)
	}
	return s.readID(ctx, tx, departmentID, id, false)
}

func (s store) readPublic(ctx context.Context, d pg.DB, ref string) (Credential, error) {
	row, err := s.publicRow(ctx, d, ref)
	if err != nil {
		return Credential{}, err
	}
	return s.marked(ctx, d, row.Credential, row.Mark, row.Related)
}

// publicRow returns the row of a public link, or ErrNotFound.
func (s store) publicRow(ctx context.Context, d pg.DB, ref string) (db.CredentialReadPublicRow, error) {
	if !Storable(ref) {
		return db.CredentialReadPublicRow{}, ErrNotFound
	}
	id, uid := ParseRef(ref)
	row, err := s.q.CredentialReadPublic(ctx, d, db.CredentialReadPublicParams{Ref: ref, ID: id, Uuid: uid})
	if pg.NoRows(err) {
		return db.CredentialReadPublicRow{}, ErrNotFound
	}
	if err != nil {
		return db.CredentialReadPublicRow{}, fmt.Errorf("read credential: %w", err)
	}
	return row, nil
}

// one returns a credential with the one it renews and the one that renews it.
func (s store) one(ctx context.Context, d pg.DB, row db.CredentialReadIDRow, err error) (Credential, error) {
	if pg.NoRows(err) {
		return Credential{}, ErrNotFound
	}
	all, err := s.shown(ctx, d, []db.Credential{row.Credential}, err)
	return s.withRelated(all, row.Related, err)
}

func (s store) readIssued(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Credential, error) {
	rows, err := s.q.CredentialReadIssued(ctx, tx, db.CredentialReadIssuedParams{DepartmentID: departmentID, Ids: ids})
	return s.shown(ctx, tx, rows, err)
}

func (s store) readEvery(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Credential, error) {
	rows, err := s.q.CredentialReadEvery(ctx, tx, db.CredentialReadEveryParams{DepartmentID: departmentID, Ids: ids})
	return s.shown(ctx, tx, rows, err)
}

// Storable reports whether PostgreSQL can store the text. A reference with any other text is unknown.
func Storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// ParseRef parses a reference as a number and as a UUID, which are nil if it is neither.
func ParseRef(ref string) (*int64, *uuid.UUID) {
	if id, err := strconv.ParseInt(ref, 10, 64); err == nil {
		return &id, nil
	}
	if uid, err := uuid.Parse(ref); err == nil && len(ref) == 36 {
		return nil, &uid
	}
	return nil, nil
}
