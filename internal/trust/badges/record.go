package badges

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// ErrNothingToRecord means that a credential is not achieved, or superseded by a renewal.
var ErrNothingToRecord = errs.New(errs.Conflict, "badge.nothing_to_record")

// MaxRecord is the maximum number of credentials in a learner record. The time to sign it grows with their number.
const MaxRecord = 50

// Record is a learner record: the credentials of one recipient in one signed document (1EdTech Comprehensive Learner Record 2.0).
type Record struct {
	ID       uuid.UUID
	Document []byte
}

const (
	recordContext = "https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json"
	recordSchema  = "https://purl.imsglobal.org/spec/clr/v2p0/schema/json/clr_v2p0_clrcredential_schema.json"
)

// record2 is a learner record before it is signed.
type record2 struct {
	Context          []string   `json:"@context"`
	ID               string     `json:"id"`
	Type             []string   `json:"type"`
	Name             string     `json:"name"`
	Issuer           profile3   `json:"issuer"`
	ValidFrom        string     `json:"validFrom"`
	Subject          learner2   `json:"credentialSubject"`
	CredentialSchema []resource `json:"credentialSchema"`
}

type learner2 struct {
	Type        []string          `json:"type"`
	Identifier  []identity3       `json:"identifier"`
	Credentials []json.RawMessage `json:"verifiableCredential"`
}

// Record signs a learner record of the achieved credentials in a selection. Drafts and credentials that are in progress, withdrawn or
// superseded by a renewal are left out. The record is not stored; whether a credential is still valid is in its own status. It returns
// a field error if there is nothing to record, if there are several recipients, or for more than MaxRecord credentials.
func (s *Service) Record(ctx context.Context, by access.Actor, sel credentialsearch.Selection) (Record, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Record{}, err
	}
	all, err := s.learned(ctx, by, sel)
	if err != nil {
		return Record{}, err
	}
	r, err := s.RecordOf(ctx, all)
	if err != nil {
		return Record{}, err
	}
	return r, s.recorded(ctx, by, by.DepartmentID, r, len(all))
}

// OwnRecord signs a learner record of one credential for its recipient. It returns ErrNothingToRecord for one that would be left out of
// their issuer's records.
func (s *Service) OwnRecord(ctx context.Context, by access.Actor, c credentials.Credential) (Record, error) {
	if !c.State.Achieved() || c.SupersededAt != nil {
		return Record{}, ErrNothingToRecord
	}
	r, err := s.RecordOf(ctx, []credentials.Credential{c})
	if err != nil {
		return Record{}, err
	}
	return r, s.recorded(ctx, by, c.DepartmentID, r, 1)
}

func (s *Service) recorded(ctx context.Context, by access.Actor, departmentID int64, r Record, count int) error {
	return pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "learner_record.signed", ObjectKind: "learner_record", ObjectID: r.ID, Details: map[string]any{"count": count},
		})
	})
}

// RecordOf signs a learner record of at most MaxRecord achieved credentials, which must belong to one department and one recipient.
func (s *Service) RecordOf(ctx context.Context, all []credentials.Credential) (Record, error) {
	r := Record{ID: uuid.New()}
	content, err := s.recordOf(ctx, r.ID, all)
	if err != nil {
		return Record{}, err
	}
	key, _, err := s.key(ctx, all[0].DepartmentID)
	if err != nil {
		return Record{}, err
	}
	if r.Document, err = dataintegrity.Sign(content, key, s.clock.Now()); err != nil {
		return Record{}, fmt.Errorf("sign learner record: %w", err)
	}
	return r, nil
}

// learned returns the credentials of a selection that go into a record.
func (s *Service) learned(ctx context.Context, by access.Actor, sel credentialsearch.Selection) ([]credentials.Credential, error) {
	field := "credential_ids"
	if sel.Query != nil {
		field = "all_matching"
	}
	var ids []int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		ids, err = s.search.SelectTx(ctx, tx, by, sel)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(ids) > MaxRecord {
		return nil, errs.Field(field, "too_many", "max", MaxRecord)
	}
	issued, err := s.credentials.ReadIssued(ctx, by.DepartmentID, ids)
	if err != nil {
		return nil, err
	}
	var out []credentials.Credential
	for _, c := range issued {
		if len(out) > 0 && !strings.EqualFold(c.Recipient.Email, out[0].Recipient.Email) {
			return nil, errs.Field(field, "badge.several_recipients")
		}
		if c.State.Achieved() && c.SupersededAt == nil {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, errs.Field(field, "badge.nothing_to_record")
	}
	return out, nil
}

// recordOf returns an unsigned record that contains the signed credentials of one recipient.
func (s *Service) recordOf(ctx context.Context, id uuid.UUID, all []credentials.Credential) ([]byte, error) {
	newest := all[len(all)-1]
	out := record2{
		Context: []string{contexts[0], recordContext, contexts[1], contexts[2]}, ID: "urn:uuid:" + id.String(),
		Type: []string{"VerifiableCredential", "ClrCredential"}, Name: clean(newest.Issuer.Name), Issuer: issuerOf(newest, s.links),
		ValidFrom: s.clock.Now().UTC().Format(time.RFC3339), CredentialSchema: []resource{{recordSchema, "1EdTechJsonSchemaValidator2019"}},
		Subject: learner2{Type: []string{"ClrSubject"}, Identifier: []identity3{identityOf(newest.Recipient.Email, id)}},
	}
	for _, c := range all {
		signed, err := s.Signed(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("credential %d: %w", c.ID, err)
		}
		out.Subject.Credentials = append(out.Subject.Credentials, signed)
	}
	content, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write learner record: %w", err)
	}
	return content, nil
}
