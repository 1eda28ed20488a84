package factors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors/internal/db"
	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
)

// BeginUsing returns the options with which a browser offers passkeys, as JSON: those of the user, or without one all of this site. It
// returns passkey.ErrRefused for a user without passkeys, passkey.ErrUnavailable, and throttle.ErrTooMany for too many requests from a
// network.
func (s *Service) BeginUsing(ctx context.Context, from access.Actor, u *User) (options json.RawMessage, err error) {
	if err := s.allow(ctx, from); err != nil {
		return nil, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		var owner *passkey.Owner
		if u != nil {
			o, err := s.ownerTx(ctx, tx, *u)
			if err != nil {
				return err
			}
			if len(o.Passkeys) == 0 {
				return passkey.ErrRefused
			}
			owner = &o
		}
		var challenge string
		if options, challenge, err = s.site.BeginUsing(owner); err != nil {
			return err
		}
		return s.challengeTx(ctx, tx, challenge, nil, nil)
	})
	return options, err
}

// WithPasskey runs fn in the transaction that notes the use of a passkey: one of the user, or of anybody if userID is 0. It returns
// passkey.ErrExpired, passkey.ErrRefused, passkey.ErrUnavailable and throttle.ErrTooMany.
func (s *Service) WithPasskey(ctx context.Context, from access.Actor, response json.RawMessage, userID int64, fn func(tx pgx.Tx, userID int64) error) error {
	if err := s.allow(ctx, from); err != nil {
		return err
	}
	answer, err := passkey.ParseUsed(response)
	if err != nil {
		return err
	}
	if _, err := s.spendChallenge(ctx, answer.Challenge(), nil); err != nil {
		return err
	}
	var refused error // by a transaction that commits, because it records the refusal
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.PasskeyLock(ctx, tx, answer.ID())
		if pg.NoRows(err) || err == nil && userID != 0 && row.UserID != userID {
			return passkey.ErrRefused
		}
		if err != nil {
			return fmt.Errorf("find passkey: %w", err)
		}
		used, copied, err := s.site.CheckUsed(row.UserHandle, passkeyCredential(row), answer, userID != 0)
		if err != nil {
			return err
		}
		if copied {
			refused = passkey.ErrRefused
			return s.recordPasskeyTx(ctx, tx, from, row.UserID, "second_factor.passkey_copied", row.ID)
		}
		if err := s.passkeyUsedTx(ctx, tx, from, row, used); err != nil {
			return err
		}
		return fn(tx, row.UserID)
	})
	return errors.Join(err, refused)
}

// passkeyUsedTx notes the use of a passkey, and records that it became one that can be backed up.
func (s *Service) passkeyUsedTx(ctx context.Context, tx pgx.Tx, from access.Actor, row db.UserPasskey, used passkey.Credential) error {
	err := s.q.PasskeyUsed(ctx, tx, db.PasskeyUsedParams{
		ID: row.ID, SignCount: int64(used.SignCount), BackupEligible: used.BackupEligible, BackedUp: used.BackedUp, Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("note passkey use: %w", err)
	}
	if used.BackupEligible && !row.BackupEligible {
		return s.recordPasskeyTx(ctx, tx, from, row.UserID, "second_factor.passkey_backup_eligible", row.ID)
	}
	return nil
}
