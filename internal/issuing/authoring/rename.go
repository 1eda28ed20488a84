package authoring

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/pg"
)

// Amendment corrects the recipient's name, their address or the date of issue on issued credentials.
type Amendment struct {
	ID       int64
	Name     string
	Email    string
	IssuedOn time.Time
	All      bool           // also on the others of the same address; those that show another name keep it
	Why      map[string]any // what the history keeps besides what was and is
}

// AmendTx makes an amendment in a transaction of the department and returns the IDs of the changed credentials, which the caller has to
// have signed and printed again. The history keeps the old values. It returns ErrNotFound, ErrRevoked, ErrExpiresBeforeIssue, or a
// field error if the new address already has such a credential.
func (s *Service) AmendTx(ctx context.Context, tx pgx.Tx, by access.Actor, in Amendment) ([]int64, error) {
	c, err := s.credentials.LockTx(ctx, tx, by.DepartmentID, strconv.FormatInt(in.ID, 10))
	if err != nil {
		return nil, err
	}
	if c.State == credentials.Revoked {
		return nil, credentials.ErrRevoked
	}
	var changed string
	details := map[string]any{}
	for name, value := range in.Why {
		details[name] = value
	}
	p := db.CredentialAmendParams{Name: pg.OrNull(in.Name), Email: pg.OrNull(in.Email), Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: []int64{c.ID}}
	switch {
	case in.Email != "":
		changed = "recipient.email"
		details[changed] = map[string]any{"before": c.Recipient.Email, "after": in.Email}
	case !in.IssuedOn.IsZero():
		if c.ExpiredOn != nil && c.ExpiredOn.Before(in.IssuedOn) {
			return nil, credentials.ErrExpiresBeforeIssue
		}
		p.IssuedOn, in.All = &in.IssuedOn, false
		changed = "issued_on"
		details[changed] = map[string]any{"before": c.IssuedOn.Format(time.DateOnly), "after": in.IssuedOn.Format(time.DateOnly)}
	default:
		changed = "recipient.name"
		details[changed] = map[string]any{"before": c.Recipient.Name, "after": in.Name}
	}
	if in.All {
		if p.Ids, err = s.alike(ctx, tx, c, in); err != nil {
			return nil, err
		}
	}
	if err := s.q.CredentialAmend(ctx, tx, p); err != nil {
		return nil, refusal("amend credentials", err)
	}
	record := audit.Event{Action: "credential.updated", Details: details}
	return p.Ids, s.credentials.RecordTx(ctx, tx, by, record, events.Of(p.Ids, events.Updated, changed))
}

// alike returns the credential and the others to which an amendment applies.
func (s *Service) alike(ctx context.Context, tx pgx.Tx, c credentials.Credential, in Amendment) ([]int64, error) {
	p := db.CredentialAlikeParams{DepartmentID: c.DepartmentID, Email: c.Recipient.Email}
	if in.Name != "" {
		p.Name = &c.Recipient.Name
	}
	ids, err := s.q.CredentialAlike(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("find credentials of the same person: %w", err)
	}
	if !slices.Contains(ids, c.ID) {
		ids = append(ids, c.ID)
	}
	return ids, nil
}

// AmendPersonTx corrects the name or the address on all credentials of an address, whatever name they show, and returns their IDs, which the
// caller has to have signed and printed again. Revoked credentials keep their name, but move to another address with the others. It returns
// a field error if the new address already has such a credential.
func (s *Service) AmendPersonTx(ctx context.Context, tx pgx.Tx, by access.Actor, address string, to Amendment) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	changed, value := "recipient.name", to.Name
	if to.Email != "" {
		changed, value = "recipient.email", to.Email
	}
	ids, err := s.q.CredentialAlike(ctx, tx, db.CredentialAlikeParams{DepartmentID: by.DepartmentID, Email: address, Unless: pg.OrNull(to.Name), Revoked: to.Email != ""})
	if err != nil {
		return nil, fmt.Errorf("find credentials of a person: %w", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	err = s.q.CredentialAmend(ctx, tx, db.CredentialAmendParams{
		Name: pg.OrNull(to.Name), Email: pg.OrNull(to.Email), Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: ids,
	})
	if err != nil {
		return nil, refusal("amend credentials", err)
	}
	details := map[string]any{changed: map[string]any{"after": value}}
	if to.Email != "" {
		details[changed] = map[string]any{"before": address, "after": value}
	}
	record := audit.Event{Action: "credential.updated", Details: details}
	return ids, s.credentials.RecordTx(ctx, tx, by, record, events.Of(ids, events.Updated, changed))
}

// NameChangeOpenTx records whether recipients have a pending request for another name.
func (s *Service) NameChangeOpenTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64, open bool) error {
	err := s.q.CredentialSetNameChangeOpen(ctx, tx, db.CredentialSetNameChangeOpenParams{Open: open, DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("note open name change: %w", err)
	}
	return nil
}
