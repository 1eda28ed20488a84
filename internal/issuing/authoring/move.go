package authoring

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/pg"
)

// Move is the target group of a credential.
type Move struct {
	GroupID int64
	Follow  bool // an issued one takes the texts and designs of its new group; else it stays as it was issued
}

// MoveTo moves a credential to another group. An issued one is signed and printed again on the next request. It returns ErrNotFound,
// ErrRevoked, the duplicate error, and the errors of Create about the group.
func (s *Service) MoveTo(ctx context.Context, by access.Actor, ref string, in Move) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	return s.changing(ctx, by, ref, func(tx pgx.Tx, c credentials.Credential) (*audit.Event, events.Change, error) {
		happened := events.Change{Type: events.Moved, Changed: []string{string(FieldGroup)}, FromGroupID: c.Group.ID}
		if c.State == credentials.Revoked {
			return nil, happened, credentials.ErrRevoked
		}
		group, err := s.group(ctx, tx, by.DepartmentID, credentials.Input{GroupID: in.GroupID})
		if err != nil || group.ID == c.Group.ID {
			return nil, happened, err
		}
		err = s.q.CredentialMove(ctx, tx, db.CredentialMoveParams{
			GroupID: group.ID, AllowsDuplicate: group.AllowDuplicateCredentials, Follow: in.Follow, Now: s.clock.Now(),
			DepartmentID: by.DepartmentID, ID: c.ID,
		})
		if err != nil {
			return nil, happened, refusal("move credential", err)
		}
		return &audit.Event{Action: "credential.moved", Details: map[string]any{
			"group_id": map[string]any{"before": c.Group.ID, "after": group.ID}, "follow": in.Follow,
		}}, happened, nil
	})
}

// RotateKey gives a credential a new private key. Links with the old key stop working. It returns ErrNotFound.
func (s *Service) RotateKey(ctx context.Context, by access.Actor, ref string) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	return s.changing(ctx, by, ref, func(tx pgx.Tx, c credentials.Credential) (*audit.Event, events.Change, error) {
		happened := events.Change{Type: events.Updated, Changed: []string{"private_key"}}
		err := s.q.CredentialRotateKey(ctx, tx, db.CredentialRotateKeyParams{
			PrivateKey: s.credentials.SealKey(c.UUID, newPrivateKey()), Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: c.ID,
		})
		if err != nil {
			return nil, happened, fmt.Errorf("rotate key: %w", err)
		}
		return &audit.Event{Action: "credential.key_rotated"}, happened, nil
	})
}

// SetPrivate makes a credential private or public on behalf of its owner. The caller has checked that it is theirs. It returns
// ErrNotFound.
func (s *Service) SetPrivate(ctx context.Context, by access.Actor, ref string, private bool) (credentials.Credential, error) {
	return s.changing(ctx, by, ref, func(tx pgx.Tx, c credentials.Credential) (*audit.Event, events.Change, error) {
		happened := events.Change{Type: events.Updated, Changed: []string{string(FieldPrivacy)}}
		if c.Private == private {
			return nil, happened, nil
		}
		err := s.q.CredentialSetPrivacies(ctx, tx, db.CredentialSetPrivaciesParams{
			Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: []int64{c.ID}, Private: []bool{private},
		})
		if err != nil {
			return nil, happened, fmt.Errorf("set privacy: %w", err)
		}
		return &audit.Event{Action: "credential.privacy_changed", Details: map[string]any{
			"private": map[string]any{"before": c.Private, "after": private},
		}}, happened, nil
	})
}

// changing applies a change to a locked credential and records the change that it returns, unless the record is nil.
func (s *Service) changing(
	ctx context.Context, by access.Actor, ref string, change func(tx pgx.Tx, c credentials.Credential) (*audit.Event, events.Change, error),
) (credentials.Credential, error) {
	var out credentials.Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.credentials.LockTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		record, happened, err := change(tx, c)
		if err != nil {
			return err
		}
		if record != nil {
			happened.CredentialID = c.ID
			if err := s.credentials.RecordTx(ctx, tx, by, *record, []events.Change{happened}); err != nil {
				return err
			}
		}
		out, err = s.credentials.ReadTx(ctx, tx, by.DepartmentID, c.ID)
		return err
	})
	return out, err
}
