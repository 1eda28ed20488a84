package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

// BeginSignIn returns the options with which a browser offers the passkeys of this site, as JSON. They name nobody: the device finds the
// passkey. It returns ErrUnavailable, or throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginSignIn(ctx context.Context, from recipients.Actor) (json.RawMessage, error) {
	if s.rp == nil {
		return nil, ErrUnavailable
	}
	if err := s.allow(ctx, from.IP); err != nil {
		return nil, err
	}
	options, session, err := s.rp.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("begin passkey sign-in: %w", err)
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.challengeTx(ctx, tx, session.Challenge, nil, nil) })
	if err != nil {
		return nil, err
	}
	return json.Marshal(options.Response)
}

// SignIn opens a full session with a passkey. It returns ErrExpired, ErrRefused, ErrUnavailable, or throttle.ErrTooMany for too many
// requests from a network.
func (s *Service) SignIn(ctx context.Context, from recipients.Actor, response json.RawMessage, userAgent string) (recipients.SignedIn, error) {
	if s.rp == nil {
		return recipients.SignedIn{}, ErrUnavailable
	}
	if err := s.allow(ctx, from.IP); err != nil {
		return recipients.SignedIn{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return recipients.SignedIn{}, ErrRefused
	}
	challenge := parsed.Response.CollectedClientData.Challenge
	if _, err := s.spend(ctx, challenge, nil); err != nil {
		return recipients.SignedIn{}, err
	}
	var out recipients.SignedIn
	var refused error // by a transaction that commits, because it records the refusal
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyLock(ctx, tx, parsed.RawID)
		if pg.NoRows(err) {
			return ErrRefused
		}
		if err != nil {
			return fmt.Errorf("find passkey: %w", err)
		}
		used, err := s.verify(row, challenge, parsed)
		if err != nil {
			return err
		}
		by := recipients.Actor{RecipientID: row.RecipientID, IP: from.IP, RequestID: from.RequestID}
		if used.Authenticator.CloneWarning {
			refused = ErrRefused
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

// verify checks a signature. It returns ErrRefused.
func (s *Service) verify(row db.RecipientPasskey, challenge string, parsed *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
	// A passkey can become one that is backed up, when its device learns to do so. The signature covers the flag.
	if parsed.Response.AuthenticatorData.Flags.HasBackupEligible() {
		row.BackupEligible = true
	}
	me := person{handle: row.UserHandle, passkeys: []db.RecipientPasskey{row}}
	used, err := s.rp.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return me, nil }, webauthn.SessionData{
		Challenge: challenge, UserVerification: protocol.VerificationRequired,
	}, parsed)
	if err != nil {
		return nil, ErrRefused
	}
	return used, nil
}

// usedTx notes the use of a passkey, and records that it became one that can be backed up.
func (s *Service) usedTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, row db.RecipientPasskey, used *webauthn.Credential) error {
	err := s.q.RecipientPasskeyUsed(ctx, tx, db.RecipientPasskeyUsedParams{
		ID: row.ID, SignCount: int64(used.Authenticator.SignCount), BackupEligible: used.Flags.BackupEligible, BackedUp: used.Flags.BackupState,
		Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("note passkey use: %w", err)
	}
	if used.Flags.BackupEligible && !row.BackupEligible {
		return s.recordTx(ctx, tx, by, "recipient.passkey_backup_eligible", row.ID)
	}
	return nil
}
