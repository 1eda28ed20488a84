package credentials

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials/internal/db"
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
func (s *Service) MoveTo(ctx context.Context, by access.Actor, ref string, in Move) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	return s.changing(ctx, by, ref, func(tx pgx.Tx, c Credential) (*audit.Event, events.Change, error) {
		happened := events.Change{Type: events.Moved, Changed: []string{string(FieldGroup)}, FromGroupID: c.Group.ID}
		if c.State == Revoked {
			return nil, happened, ErrRevoked
		}
		group, err := s.group(ctx, tx, by.DepartmentID, Input{GroupID: in.GroupID})
		if err != nil || group.ID == c.Group.ID {
			return nil, happened, err
		}
		err = s.s.q.CredentialMove(ctx, tx, db.CredentialMoveParams{
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
func (s *Service) RotateKey(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	return s.changing(ctx, by, ref, func(tx pgx.Tx, c Credential) (*audit.Event, events.Change, error) {
		happened := events.Change{Type: events.Updated, Changed: []string{"private_key"}}
		err := s.s.q.CredentialRotateKey(ctx, tx, db.CredentialRotateKeyParams{
			PrivateKey: s.s.keys.seal(c.UUID, newPrivateKey()), Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: c.ID,
		})
		if err != nil {
			return nil, happened, fmt.Errorf("rotate key: %w", err)
		}
		return &audit.Event{Action: "credential.key_rotated"}, happened, nil
	})
}

// changing applies a change to a locked credential and records the change that it returns, unless the record is nil.
func (s *Service) changing(
	ctx context.Context, by access.Actor, ref string, change func(tx pgx.Tx, c Credential) (*audit.Event, events.Change, error),
) (Credential, error) {
	var out Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.s.lock(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		record, happened, err := change(tx, c)
		if err != nil {
			return err
		}
		if record != nil {
			happened.CredentialID = c.ID
			if err := s.recordTx(ctx, tx, by, *record, []events.Change{happened}); err != nil {
				return err
			}
		}
		out, err = s.s.readID(ctx, tx, by.DepartmentID, c.ID, false)
		return err
	})
	return out, err
}
