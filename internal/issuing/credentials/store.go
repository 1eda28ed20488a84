package credentials

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// store maps rows to credentials and constraint violations to errors.
type store struct {
	q      *db.Queries
	memory *memory
	keys   keySeal
}

// encodedAlphabet contains the characters of new public IDs. People copy IDs from paper, so it omits characters that look alike (0 and
// o; 1, i and l) and x, which some fonts draw as a multiplication sign between digits. Every ID has a digit and a letter, so it is
// neither a route nor a number.
const encodedAlphabet = "23456789abcdefghjkmnpqrstuvwyz"

func newEncodedID() string {
	for {
		raw := make([]byte, 9)
		_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
		for i, b := range raw {
			raw[i] = encodedAlphabet[int(b)%len(encodedAlphabet)]
		}
		id := string(raw)
		if strings.ContainsAny(id, encodedAlphabet[:8]) && strings.ContainsAny(id, encodedAlphabet[8:]) {
			return id
		}
	}
}

// renewalOf returns which credential a new one renews, and what happens to that one.
type renewalOf struct {
	id     int64
	revoke bool
}

// insert adds a credential to a group. An issued one stores the current texts of the group.
func (s store) insert(ctx context.Context, tx pgx.Tx, c Credential, group db.GroupForNewRow, renews *renewalOf) (db.Credential, error) {
	p := db.CredentialInsertParams{
		ID: c.ID, Test: c.Test, State: string(c.State), PublishedAt: c.PublishedAt, EmailStatus: c.EmailStatus, DepartmentID: c.DepartmentID, GroupID: c.Group.ID, Uuid: c.UUID, EncodedID: c.EncodedID, LicenseID: text(c.LicenseID),
		RecipientName: c.Recipient.Name, RecipientEmail: c.Recipient.Email, RecipientID: text(c.Recipient.ID),
		RecipientPhone: c.Recipient.Phone, RecipientMetaData: encode(c.Recipient.MetaData), Name: text(c.OwnName),
		Description: text(c.OwnDescription), IssuedOn: c.IssuedOn, ExpiredOn: c.ExpiredOn, ExpiredAt: c.ExpiredAt, Grade: c.Grade,
		CustomAttributes: encode(c.CustomAttributes), Private: c.Private, PrivateKey: s.keys.seal(c.UUID, c.PrivateKey), Complete: c.Complete,
		AllowSupplementalEvidence: c.AllowEvidence, AllowSupplementalReferences: c.AllowReferences,
		AllowsDuplicate: group.AllowDuplicateCredentials, MetaData: encode(c.MetaData), Source: c.Source, Now: c.CreatedAt,
	}
	if renews != nil {
		p.SupersedesID, p.RevokesSuperseded = &renews.id, renews.revoke
	}
	if c.State.Issued() {
		p.CertificateVersionID, p.BadgeVersionID, p.Snapshot = group.CertificateVersionID, group.BadgeVersionID, group.Snapshot
	}
	row, err := s.q.CredentialInsert(ctx, tx, p)
	if err != nil {
		return row, refusal("insert credential", err)
	}
	return row, nil
}

func (s store) update(ctx context.Context, tx pgx.Tx, c Credential) error {
	err := s.q.CredentialUpdate(ctx, tx, db.CredentialUpdateParams{
		DepartmentID: c.DepartmentID, ID: c.ID, LicenseID: text(c.LicenseID), RecipientName: c.Recipient.Name,
		RecipientEmail: c.Recipient.Email, RecipientID: text(c.Recipient.ID), RecipientPhone: c.Recipient.Phone,
		RecipientMetaData: encode(c.Recipient.MetaData), Name: text(c.OwnName), Description: text(c.OwnDescription),
		IssuedOn: c.IssuedOn, ExpiredOn: c.ExpiredOn, ExpiredAt: c.ExpiredAt, Grade: c.Grade, CustomAttributes: encode(c.CustomAttributes),
		Private: c.Private, Complete: c.Complete, State: string(c.State), AllowSupplementalEvidence: c.AllowEvidence,
		AllowSupplementalReferences: c.AllowReferences, MetaData: encode(c.MetaData), Now: c.UpdatedAt,
	})
	if err != nil {
		return refusal("update credential", err)
	}
	return nil
}

func duplicateRefusal() error {
	var fields errs.Fields
	fields.Add("credential", "credential.duplicate")
	fields.Add("recipient.email", "credential.duplicate")
	return fields.Err()
}

// refusal maps a constraint violation to an error. A duplicate is also reported for the credential as a whole, where plug-ins expect
// it.
func refusal(doing string, err error) error {
	switch {
	case pg.Violates(err, "credentials_duplicate_key"):
		return duplicateRefusal()
	case pg.Violates(err, "credentials_renewal_key"):
		return ErrRenewed
	case pg.Violates(err, "credentials_license_key"):
		return errLicenseTaken()
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func errLicenseTaken() error {
	var fields errs.Fields
	fields.Add("credential", "credential.license_taken")
	fields.Add("license_id", "credential.license_taken")
	return fields.Err()
}

// read finds a credential by the issuer's own ID, ID, UUID or encoded ID, in that order. attached reports whether it has evidence or
// references.
func (s store) read(ctx context.Context, d pg.DB, departmentID int64, ref string) (c Credential, attached bool, err error) {
	if !keepable(ref) {
		return Credential{}, false, ErrNotFound
	}
	id, uid := parseRef(ref)
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
	c, err = s.marked(ctx, d, row.Credential, row.Mark)
	if err == nil && row.Related {
		err = s.relate(ctx, d, &c)
	}
	return c, row.Attached, err
}

// marked converts a row with the version mark of its group's texts, which are read only if they are not cached.
func (s store) marked(ctx context.Context, d pg.DB, row db.Credential, mark string) (Credential, error) {
	var all []Credential
	var err error
	rows := []db.Credential{row}
	known, have := s.memory.texts.get(textsKey{row.GroupID, mark})
	if have && !State(row.State).Unpublished() { // what is not issued shows designs as they are now
		all, err = s.showIn(ctx, d, rows, map[int64]present{row.GroupID: {texts: known}})
	} else {
		all, err = s.shown(ctx, d, rows, nil)
	}
	if err != nil {
		return Credential{}, err
	}
	return all[0], nil
}

// owned is 1 if the issuer's own ID identifies a credential.
func owned(r db.CredentialsShownRow, ref string) int {
	if deref(r.Credential.LicenseID) == ref {
		return 1
	}
	return 0
}

// readAny is read that includes deleted credentials, which come first.
func (s store) readAny(ctx context.Context, tx pgx.Tx, departmentID int64, ref string) (Credential, error) {
	if !keepable(ref) {
		return Credential{}, ErrNotFound
	}
	id, uid := parseRef(ref)
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
	return s.public(ctx, d, row)
}

// public returns the credential of a public link.
func (s store) public(ctx context.Context, d pg.DB, row db.CredentialReadPublicRow) (Credential, error) {
	c, err := s.marked(ctx, d, row.Credential, row.Mark)
	if err != nil {
		return Credential{}, err
	}
	var related []db.CredentialRelatedRow
	if err := json.Unmarshal(row.Related, &related); err != nil {
		return Credential{}, fmt.Errorf("read renewals: %w", err)
	}
	s.setRelated(&c, related)
	return c, nil
}

// publicRow returns the row of a public link, or ErrNotFound.
func (s store) publicRow(ctx context.Context, d pg.DB, ref string) (db.CredentialReadPublicRow, error) {
	if !keepable(ref) {
		return db.CredentialReadPublicRow{}, ErrNotFound
	}
	id, uid := parseRef(ref)
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
	if err != nil {
		return Credential{}, err
	}
	if row.Related {
		err = s.relate(ctx, d, &all[0])
	}
	return all[0], err
}

func (s store) readIssued(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Credential, error) {
	rows, err := s.q.CredentialReadIssued(ctx, tx, db.CredentialReadIssuedParams{DepartmentID: departmentID, Ids: ids})
	return s.shown(ctx, tx, rows, err)
}

func (s store) readEvery(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) ([]Credential, error) {
	rows, err := s.q.CredentialReadEvery(ctx, tx, db.CredentialReadEveryParams{DepartmentID: departmentID, Ids: ids})
	return s.shown(ctx, tx, rows, err)
}

// keepable reports whether PostgreSQL can store the text. A reference with any other text is unknown.
func keepable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// parseRef parses a reference as a number and as a UUID, which are nil if it is neither.
func parseRef(ref string) (*int64, *uuid.UUID) {
	if id, err := strconv.ParseInt(ref, 10, 64); err == nil {
		return &id, nil
	}
	if uid, err := uuid.Parse(ref); err == nil && len(ref) == 36 {
		return nil, &uid
	}
	return nil, nil
}

func encode(m map[string]any) []byte {
	if len(m) == 0 {
		return []byte("{}")
	}
	data, _ := json.Marshal(m) // a map that came out of JSON goes back into it
	return data
}

func lower(s string) string { return strings.ToLower(s) }

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
