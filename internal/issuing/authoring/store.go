package authoring

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

func newPrivateKey() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(raw)
}

// manyRow is a credential as one of many rows.
type manyRow struct {
	c               credentials.Credential
	allowsDuplicate bool
	sealedKey       string // of a new one
}

// MarshalJSON encodes the row as the queries read it.
func (r manyRow) MarshalJSON() ([]byte, error) {
	c := r.c
	object := func(m map[string]any) map[string]any {
		if m == nil {
			return map[string]any{}
		}
		return m
	}
	row := map[string]any{
		"id": c.ID, "group_id": c.Group.ID, "uuid": c.UUID, "encoded_id": c.EncodedID, "license_id": pg.OrNull(c.LicenseID),
		"recipient_name": c.Recipient.Name, "recipient_email": c.Recipient.Email, "recipient_id": pg.OrNull(c.Recipient.ID),
		"recipient_phone": c.Recipient.Phone, "recipient_meta_data": object(c.Recipient.MetaData), "name": pg.OrNull(c.OwnName),
		"description": pg.OrNull(c.OwnDescription), "issued_on": c.IssuedOn.Format(time.DateOnly), "expired_on": pg.OrNull(date(c.ExpiredOn)), "expired_at": c.ExpiredAt, "grade": c.Grade,
		"custom_attributes": object(c.CustomAttributes), "private": c.Private, "private_key": r.sealedKey, "complete": c.Complete,
		"allow_evidence": c.AllowEvidence, "allow_references": c.AllowReferences, "allows_duplicate": r.allowsDuplicate,
		"meta_data": object(c.MetaData), "state": c.State,
	}
	return json.Marshal(row)
}

func (s *Service) insertMany(
	ctx context.Context, tx pgx.Tx, departmentID int64, rows []manyRow, from Origin, now time.Time,
) (map[uuid.UUID]int64, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("encode credentials: %w", err)
	}
	p := db.CredentialInsertManyParams{DepartmentID: departmentID, Source: from.Source, Now: now, Rows: data}
	if from.ImportID != 0 {
		p.ImportID = &from.ImportID
	}
	inserted, err := s.q.CredentialInsertMany(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("insert credentials: %w", err)
	}
	made := make(map[uuid.UUID]int64, len(inserted))
	for _, r := range inserted {
		made[r.Uuid] = r.ID
	}
	return made, nil
}

func (s *Service) writeMany(ctx context.Context, tx pgx.Tx, all []credentials.Credential, now time.Time) error {
	if len(all) == 0 {
		return nil
	}
	rows, ids := make([]manyRow, len(all)), make([]int64, len(all))
	for i, c := range all {
		rows[i], ids[i] = manyRow{c: c}, c.ID
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("encode credentials: %w", err)
	}
	err = s.q.CredentialUpdateMany(ctx, tx, db.CredentialUpdateManyParams{DepartmentID: all[0].DepartmentID, Now: now, Rows: data, Ids: ids})
	if err != nil {
		return fmt.Errorf("update credentials: %w", err)
	}
	return nil
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
func (s *Service) insert(ctx context.Context, tx pgx.Tx, c credentials.Credential, group db.GroupForNewRow, renews *renewalOf) (db.Credential, error) {
	p := db.CredentialInsertParams{
		ID: c.ID, Test: c.Test, State: string(c.State), PublishedAt: c.PublishedAt, EmailStatus: c.EmailStatus, DepartmentID: c.DepartmentID, GroupID: c.Group.ID, Uuid: c.UUID, EncodedID: c.EncodedID, LicenseID: pg.OrNull(c.LicenseID),
		RecipientName: c.Recipient.Name, RecipientEmail: c.Recipient.Email, RecipientID: pg.OrNull(c.Recipient.ID),
		RecipientPhone: c.Recipient.Phone, RecipientMetaData: encode(c.Recipient.MetaData), Name: pg.OrNull(c.OwnName),
		Description: pg.OrNull(c.OwnDescription), IssuedOn: c.IssuedOn, ExpiredOn: c.ExpiredOn, ExpiredAt: c.ExpiredAt, Grade: c.Grade,
		CustomAttributes: encode(c.CustomAttributes), Private: c.Private, PrivateKey: s.credentials.SealKey(c.UUID, c.PrivateKey), Complete: c.Complete,
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

func (s *Service) update(ctx context.Context, tx pgx.Tx, c credentials.Credential) error {
	err := s.q.CredentialUpdate(ctx, tx, db.CredentialUpdateParams{
		DepartmentID: c.DepartmentID, ID: c.ID, LicenseID: pg.OrNull(c.LicenseID), RecipientName: c.Recipient.Name,
		RecipientEmail: c.Recipient.Email, RecipientID: pg.OrNull(c.Recipient.ID), RecipientPhone: c.Recipient.Phone,
		RecipientMetaData: encode(c.Recipient.MetaData), Name: pg.OrNull(c.OwnName), Description: pg.OrNull(c.OwnDescription),
		IssuedOn: c.IssuedOn, ExpiredOn: c.ExpiredOn, ExpiredAt: c.ExpiredAt, Grade: c.Grade, CustomAttributes: encode(c.CustomAttributes),
		Private: c.Private, Complete: c.Complete, State: string(c.State), AllowSupplementalEvidence: c.AllowEvidence,
		AllowSupplementalReferences: c.AllowReferences, MetaData: encode(c.MetaData), Now: c.UpdatedAt,
	})
	if err != nil {
		return refusal("update credential", err)
	}
	return nil
}

func encode(m map[string]any) []byte {
	if len(m) == 0 {
		return []byte("{}")
	}
	data, _ := json.Marshal(m) // a map that came out of JSON goes back into it
	return data
}
