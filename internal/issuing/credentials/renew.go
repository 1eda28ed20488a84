package credentials

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Renewal describes how to renew a credential.
type Renewal struct {
	GroupID int64 // 0: in its own group
	Revoke  bool  // revoke the old one as superseded once the new one is issued
}

// Related is a credential that another one renews, or that renews it.
type Related struct {
	ID         int64
	UUID       uuid.UUID
	State      State
	Private    bool
	PrivateKey string
}

// Renew creates a draft for the same recipient that replaces an issued credential once it is published. It returns ErrNotFound,
// ErrNotPublished, ErrRenewed, and the errors of Create about the group.
func (s *Service) Renew(ctx context.Context, by access.Actor, ref string, in Renewal) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	var out Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		old, err := s.s.lock(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		if !old.State.Issued() {
			return ErrNotPublished
		}
		if in.GroupID == 0 {
			in.GroupID = old.Group.ID
		}
		group, err := s.groupForNew(ctx, tx, by.DepartmentID, Input{GroupID: in.GroupID})
		if err != nil {
			return err
		}
		c := s.renewed(old, group)
		if _, err = s.s.insert(ctx, tx, c, group, &renewalOf{old.ID, in.Revoke}); err != nil {
			return err
		}
		record := audit.Event{Action: "credential.renewed", ObjectKind: "credential", ObjectID: old.ID, Details: map[string]any{"renewal": c.ID, "revoke": in.Revoke}}
		if err := s.audit.RecordTx(ctx, tx, by, record); err != nil { // the old one does not change yet
			return err
		}
		if err := s.recordTx(ctx, tx, by, record, creation(c)); err != nil {
			return err
		}
		out, err = s.s.readID(ctx, tx, by.DepartmentID, c.ID, false)
		return err
	})
	return out, err
}

// renewed returns the draft that renews a credential: the same person and values with today's dates.
func (s *Service) renewed(old Credential, group db.GroupForNewRow) Credential {
	zone := location(group.TimeZone)
	c, now := old, s.clock.Now()
	c.ID, c.UUID, c.EncodedID, c.PrivateKey, c.LicenseID = group.CredentialID, uuid.New(), newEncodedID(), newPrivateKey(), ""
	c.State, c.PublishedAt, c.EmailStatus, c.CreatedAt, c.UpdatedAt = Draft, nil, mailNone, now, now
	c.IssuedOn, c.ExpiredOn, c.ExpiredAt, c.Complete = clock.Today(s.clock, zone), nil, nil, true
	c.Group = Group{ID: group.ID}
	if group.AutoExpiryAmount != nil {
		d := expiry(c.IssuedOn, int(*group.AutoExpiryAmount), deref(group.AutoExpiryUnit))
		c.ExpiredOn = &d
	}
	return c
}

// supersedeTx marks the credentials that are replaced by renewals about to be issued.
func (s *Service) supersedeTx(ctx context.Context, tx pgx.Tx, departmentID int64, ready []candidate) error {
	var renewals []int64
	for _, c := range ready {
		if c.SupersedesID != nil {
			renewals = append(renewals, c.ID)
		}
	}
	if len(renewals) == 0 {
		return nil
	}
	rows, err := s.s.q.CredentialSupersede(ctx, tx, db.CredentialSupersedeParams{Now: s.clock.Now(), DepartmentID: departmentID, Ids: renewals})
	if err != nil {
		return fmt.Errorf("supersede credentials: %w", err)
	}
	by := access.Renewals.In(departmentID)
	superseded := map[events.Type][]int64{}
	for _, r := range rows {
		happened := events.Superseded
		if r.Revoked {
			happened = events.Revoked
		}
		superseded[happened] = append(superseded[happened], r.ID)
	}
	for happened, ids := range superseded {
		record := audit.Event{Action: "credential." + string(happened), Details: map[string]any{"reason": string(Superseded)}}
		if err := s.recordTx(ctx, tx, by, record, events.Of(ids, happened)); err != nil {
			return err
		}
	}
	return nil
}

// relate reads which credential a credential renews, and which one renews it.
func (s store) relate(ctx context.Context, d pg.DB, c *Credential) error {
	rows, err := s.q.CredentialRelated(ctx, d, db.CredentialRelatedParams{DepartmentID: c.DepartmentID, ID: c.ID})
	if err != nil {
		return fmt.Errorf("read renewals: %w", err)
	}
	s.setRelated(c, rows)
	return nil
}

func (s store) setRelated(c *Credential, rows []db.CredentialRelatedRow) {
	for _, r := range rows {
		one := &Related{r.ID, r.Uuid, State(r.State), r.Private, s.keys.open(r.Uuid, r.PrivateKey)}
		if r.Newer {
			c.SupersededBy = one
		} else {
			c.Supersedes = one
		}
	}
}

// Key is the key that a link to a related credential must contain: "" unless it is private.
func (r Related) Key() string {
	if r.Private {
		return r.PrivateKey
	}
	return ""
}
