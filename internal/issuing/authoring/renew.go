package authoring

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Renewal describes how to renew a credential.
type Renewal struct {
	GroupID int64 // 0: in its own group
	Revoke  bool  // revoke the old one as superseded once the new one is issued
}

// Renew creates a draft for the same recipient that replaces an issued credential once it is published. It returns ErrNotFound,
// ErrNotPublished, ErrRenewed, and the errors of Create about the group.
func (s *Service) Renew(ctx context.Context, by access.Actor, ref string, in Renewal) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	var out credentials.Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		old, err := s.credentials.LockTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		if !old.State.Issued() {
			return credentials.ErrNotPublished
		}
		if in.GroupID == 0 {
			in.GroupID = old.Group.ID
		}
		group, err := s.groupForNew(ctx, tx, by.DepartmentID, credentials.Input{GroupID: in.GroupID})
		if err != nil {
			return err
		}
		c := s.renewed(old, group)
		if _, err = s.insert(ctx, tx, c, group, &renewalOf{old.ID, in.Revoke}); err != nil {
			return err
		}
		record := audit.Event{Action: "credential.renewed", ObjectKind: "credential", ObjectID: old.ID, Details: map[string]any{"renewal": c.ID, "revoke": in.Revoke}}
		if err := s.audit.RecordTx(ctx, tx, by, record); err != nil { // the old one does not change yet
			return err
		}
		record.Details = map[string]any{"renewal": c.ID, "revoke": in.Revoke, "values": values(c)}
		if err := s.credentials.RecordTx(ctx, tx, by, record, creation(c)); err != nil {
			return err
		}
		out, err = s.credentials.ReadTx(ctx, tx, by.DepartmentID, c.ID)
		return err
	})
	return out, err
}

// renewed returns the draft that renews a credential: the same person and values with today's dates.
func (s *Service) renewed(old credentials.Credential, group db.GroupForNewRow) credentials.Credential {
	zone := credentials.Location(group.TimeZone)
	c, now := old, s.clock.Now()
	c.ID, c.UUID, c.EncodedID, c.PrivateKey, c.LicenseID = group.CredentialID, uuid.New(), newEncodedID(), newPrivateKey(), ""
	c.State, c.PublishedAt, c.EmailStatus, c.CreatedAt, c.UpdatedAt = credentials.Draft, nil, credentials.MailNone, now, now
	c.IssuedOn, c.ExpiredOn, c.ExpiredAt, c.Complete = clock.Today(s.clock, zone), nil, nil, true
	c.Group = credentials.Group{ID: group.ID}
	if group.AutoExpiryAmount != nil {
		d := expiry(c.IssuedOn, int(*group.AutoExpiryAmount), pg.OrZero(group.AutoExpiryUnit))
		c.ExpiredOn = &d
	}
	return c
}
