package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

// BeginSignIn returns the options with which a browser offers the passkeys of this site, as JSON. They name nobody: the device finds the
// passkey. It returns passkey.ErrUnavailable, or throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginSignIn(ctx context.Context, from recipients.Actor) (json.RawMessage, error) {
	if err := s.rp.Available(); err != nil {
		return nil, err
	}
	if err := s.allow(ctx, from.IP); err != nil {
		return nil, err
	}
	options, challenge, err := s.rp.BeginUsing(nil)
	if err != nil {
		return nil, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.challengeTx(ctx, tx, challenge, nil, nil) })
	return options, err
}

// SignIn opens a full session with a passkey. It returns passkey.ErrExpired, passkey.ErrRefused, passkey.ErrUnavailable, or
// throttle.ErrTooMany for too many requests from a network.
func (s *Service) SignIn(ctx context.Context, from recipients.Actor, response json.RawMessage, userAgent string) (recipients.SignedIn, error) {
	if err := s.rp.Available(); err != nil {
		return recipients.SignedIn{}, err
	}
	if err := s.allow(ctx, from.IP); err != nil {
		return recipients.SignedIn{}, err
	}
	answer, err := passkey.ParseUsed(response)
	if err != nil {
		return recipients.SignedIn{}, err
	}
	if _, err := s.spend(ctx, answer.Challenge(), nil); err != nil {
		return recipients.SignedIn{}, err
	}
	var out recipients.SignedIn
	var refused error // by a transaction that commits, because it records the refusal
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyLock(ctx, tx, answer.ID())
		if pg.NoRows(err) {
			return passkey.ErrRefused
		}
		if err != nil {
			return fmt.Errorf("find passkey: %w", err)
		}
		used, copied, err := s.rp.CheckUsed(row.UserHandle, credential(row), answer, false)
		if err != nil {
			return err
		}
		by := recipients.Actor{RecipientID: row.RecipientID, IP: from.IP, RequestID: from.RequestID}
		if copied {
			refused = passkey.ErrRefused
			return s.recordTx(ctx, tx, by, "recipient.passkey_copied", row.ID)
		}
		if err := s.usedTx(ctx, tx, by, row, used); err != nil {
			return err
		}
		out, err = s.Recipients.OpenTx(ctx, tx, from, row.RecipientID, userAgent, "recipient.signed_in_with_passkey")
		return err
	})
	return out, errors.Join(err, refused)
}

// usedTx notes the use of a passkey, and records that it became one that can be backed up.
func (s *Service) usedTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, row db.RecipientPasskey, used passkey.Credential) error {
	err := s.q.RecipientPasskeyUsed(ctx, tx, db.RecipientPasskeyUsedParams{
		ID: row.ID, SignCount: int64(used.SignCount), BackupEligible: used.BackupEligible, BackedUp: used.BackedUp, Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("note passkey use: %w", err)
	}
	if used.BackupEligible && !row.BackupEligible {
		return s.recordTx(ctx, tx, by, "recipient.passkey_backup_eligible", row.ID)
	}
	return nil
}
