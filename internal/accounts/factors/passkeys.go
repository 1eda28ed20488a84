package factors

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors/internal/db"
	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

var passkeysPerNetwork = passkey.PerNetwork("passkey.network")

// Passkey is a passkey of a user. It is a second factor, and signs in alone.
type Passkey struct {
	ID         int64
	Name       string
	BackedUp   bool // in a password manager that synchronizes it
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

func passkeyFromRow(r db.UserPasskey) Passkey {
	return Passkey{ID: r.ID, Name: r.Name, BackedUp: r.BackedUp, CreatedAt: r.CreatedAt, LastUsedAt: r.LastUsedAt}
}

func passkeyCredential(r db.UserPasskey) passkey.Credential {
	return passkey.Credential{
		ID: r.CredentialID, PublicKey: r.PublicKey, Transports: r.Transports, BackupEligible: r.BackupEligible, BackedUp: r.BackedUp,
		SignCount: uint32(r.SignCount), //nolint:gosec // a check of the table keeps it in range
	}
}

// BeginPasskey returns the options with which the user's browser makes a passkey, as JSON. It returns passkey.ErrTooMany,
// passkey.ErrUnavailable, and throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginPasskey(ctx context.Context, by access.Actor, u User) (json.RawMessage, error) {
	if err := s.allow(ctx, by); err != nil {
		return nil, err
	}
	var options json.RawMessage
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		o, err := s.ownerTx(ctx, tx, u)
		if err != nil {
			return err
		}
		if len(o.Passkeys) >= passkey.Max {
			return passkey.ErrTooMany
		}
		var challenge string
		if options, challenge, err = s.site.BeginMaking(o); err != nil {
			return err
		}
		return s.challengeTx(ctx, tx, challenge, &u.ID, o.Handle)
	})
	return options, err
}

// AddPasskey stores the passkey that the user's browser made, and emails them. With the first second factor come recovery codes,
// which are shown once; otherwise there are none. It returns a field error for the name, and the errors of passkey.
func (s *Service) AddPasskey(ctx context.Context, by access.Actor, u User, name string, response json.RawMessage) (added Passkey, codes []string, err error) {
	if err := s.site.Available(); err != nil {
		return Passkey{}, nil, err
	}
	if name, err = passkey.CheckName(name); err != nil {
		return Passkey{}, nil, err
	}
	made, err := passkey.ParseMade(response)
	if err != nil {
		return Passkey{}, nil, err
	}
	handle, err := s.spendChallenge(ctx, made.Challenge(), &u.ID)
	if err != nil {
		return Passkey{}, nil, err
	}
	c, err := s.site.CheckMade(passkey.Owner{Handle: handle, Email: u.Email, Name: u.Name}, made)
	if err != nil {
		return Passkey{}, nil, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if codes, err = s.firstCodesTx(ctx, tx, u.ID); err != nil {
			return err
		}
		row, err := s.insertPasskeyTx(ctx, tx, u.ID, name, handle, c)
		if err != nil {
			return err
		}
		added = passkeyFromRow(row)
		return s.passkeyChangedTx(ctx, tx, by, u, "second_factor.passkey_added", MailPasskeyAdded, added)
	})
	return added, codes, err
}

func (s *Service) insertPasskeyTx(ctx context.Context, tx pgx.Tx, userID int64, name string, handle []byte, c passkey.Credential) (db.UserPasskey, error) {
	row, err := s.q.PasskeyInsert(ctx, tx, db.PasskeyInsertParams{
		UserID: userID, CredentialID: c.ID, UserHandle: handle, PublicKey: c.PublicKey, Name: name, SignCount: int64(c.SignCount),
		Transports: c.Transports, BackupEligible: c.BackupEligible, BackedUp: c.BackedUp, Now: s.Clock.Now(), Most: passkey.Max,
	})
	switch {
	case pg.NoRows(err):
		return row, passkey.ErrTooMany
	case pg.Violates(err, "user_passkeys_credential_id_key"):
		return row, passkey.ErrExists
	case err != nil:
		return row, fmt.Errorf("insert passkey: %w", err)
	}
	return row, nil
}

// RenamePasskey renames a passkey of the user. It returns a field error or passkey.ErrNotFound.
func (s *Service) RenamePasskey(ctx context.Context, by access.Actor, u User, id int64, name string) (Passkey, error) {
	name, err := passkey.CheckName(name)
	if err != nil {
		return Passkey{}, err
	}
	var out Passkey
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.PasskeyRename(ctx, tx, db.PasskeyRenameParams{ID: id, UserID: u.ID, Name: name})
		if pg.NoRows(err) {
			return passkey.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("rename passkey: %w", err)
		}
		out = passkeyFromRow(row)
		return s.recordPasskeyTx(ctx, tx, by, u.ID, "second_factor.passkey_renamed", id)
	})
	return out, err
}

// RemovePasskey removes a passkey of the user and emails them. The recovery codes go with the last second factor. It returns
// passkey.ErrNotFound.
func (s *Service) RemovePasskey(ctx context.Context, by access.Actor, u User, id int64) error {
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		name, err := s.q.PasskeyDelete(ctx, tx, db.PasskeyDeleteParams{ID: id, UserID: u.ID})
		if pg.NoRows(err) {
			return passkey.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if err := s.q.RecoveryCodesDeleteIdle(ctx, tx, u.ID); err != nil {
			return fmt.Errorf("delete recovery codes: %w", err)
		}
		return s.passkeyChangedTx(ctx, tx, by, u, "second_factor.passkey_removed", MailPasskeyRemoved, Passkey{ID: id, Name: name})
	})
}

// ownerTx returns the user with their passkeys. All passkeys of a person have one handle, so that devices keep them together.
func (s *Service) ownerTx(ctx context.Context, tx pgx.Tx, u User) (passkey.Owner, error) {
	rows, err := s.q.PasskeyList(ctx, tx, u.ID)
	if err != nil {
		return passkey.Owner{}, fmt.Errorf("list passkeys: %w", err)
	}
	o := passkey.Owner{Email: u.Email, Name: u.Name}
	for _, row := range rows {
		o.Passkeys = append(o.Passkeys, passkeyCredential(row))
	}
	if len(rows) > 0 {
		o.Handle = rows[0].UserHandle
	} else {
		o.Handle = passkey.NewHandle()
	}
	return o, nil
}

// allow limits the challenges and the answers of a network.
func (s *Service) allow(ctx context.Context, from access.Actor) error {
	if err := s.site.Available(); err != nil {
		return err
	}
	return s.Throttle.Allow(ctx, passkeysPerNetwork, throttle.Network(from.IP))
}

// challengeTx stores the challenge of a passkey that a user makes, or without a user of one to be used.
func (s *Service) challengeTx(ctx context.Context, tx pgx.Tx, challenge string, userID *int64, handle []byte) error {
	now := s.Clock.Now()
	err := s.q.PasskeyChallengeInsert(ctx, tx, db.PasskeyChallengeInsertParams{
		ChallengeHash: secrets.HashToken(challenge), UserID: userID, UserHandle: handle, Now: now, ExpiresAt: now.Add(passkey.ChallengeLifetime),
	})
	if err != nil {
		return fmt.Errorf("insert passkey challenge: %w", err)
	}
	return nil
}

// spendChallenge uses a challenge up, whatever comes of it, and returns its user handle. It returns passkey.ErrExpired.
func (s *Service) spendChallenge(ctx context.Context, challenge string, userID *int64) (handle []byte, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		handle, err = s.q.PasskeyChallengeSpend(ctx, tx, db.PasskeyChallengeSpendParams{
			ChallengeHash: secrets.HashToken(challenge), UserID: userID, Now: s.Clock.Now(),
		})
		return err
	})
	if pg.NoRows(err) {
		return nil, passkey.ErrExpired
	}
	if err != nil {
		return nil, fmt.Errorf("use passkey challenge: %w", err)
	}
	return handle, nil
}

// passkeyChangedTx records a change of passkeys and tells the user by email.
func (s *Service) passkeyChangedTx(ctx context.Context, tx pgx.Tx, by access.Actor, u User, action, mail string, p Passkey) error {
	if err := s.recordPasskeyTx(ctx, tx, by, u.ID, action, p.ID); err != nil {
		return err
	}
	return s.Tell(ctx, tx, u, mail, strconv.FormatInt(p.ID, 10), map[string]string{"passkey": p.Name})
}

func (s *Service) recordPasskeyTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64, action string, id int64) error {
	return s.recordTx(ctx, tx, by, userID, action, map[string]any{"passkey": id})
}

// DeleteExpiredTx deletes expired challenges and returns their number.
func (s *Service) DeleteExpiredTx(ctx context.Context, tx pgx.Tx) (int64, error) {
	return s.q.PasskeyChallengesDeleteExpired(ctx, tx, s.Clock.Now())
}
