package passkeys

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

func credential(row db.RecipientPasskey) passkey.Credential {
	return passkey.Credential{
		ID: row.CredentialID, PublicKey: row.PublicKey, Transports: row.Transports, BackupEligible: row.BackupEligible, BackedUp: row.BackedUp,
		SignCount: uint32(row.SignCount), //nolint:gosec // a check of the table keeps it in range
	}
}

// BeginRegistration returns the options with which the actor's browser makes a passkey, as JSON. It returns the errors of
// recipients.Reauthenticate, passkey.ErrTooMany, passkey.ErrUnavailable, and throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginRegistration(ctx context.Context, by recipients.Actor, currentPassword string) (json.RawMessage, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	if err := s.rp.Available(); err != nil {
		return nil, err
	}
	if err := s.allow(ctx, by.IP); err != nil {
		return nil, err
	}
	if err := s.Recipients.Reauthenticate(ctx, by, currentPassword); err != nil {
		return nil, err
	}
	me, _, err := s.owner(ctx, by)
	if err != nil {
		return nil, err
	}
	options, challenge, err := s.rp.BeginMaking(me)
	if err != nil {
		return nil, err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.challengeTx(ctx, tx, challenge, &by.RecipientID, me.Handle) })
	return options, err
}

// owner returns the actor with their passkeys.
func (s *Service) owner(ctx context.Context, by recipients.Actor) (passkey.Owner, recipients.Account, error) {
	account, err := s.Recipients.Account(ctx, by)
	if err != nil {
		return passkey.Owner{}, account, err
	}
	var rows []db.RecipientPasskey
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err = s.q.RecipientPasskeyList(ctx, tx, by.RecipientID)
		return err
	})
	if err != nil {
		return passkey.Owner{}, account, fmt.Errorf("list passkeys: %w", err)
	}
	if len(rows) >= passkey.Max {
		return passkey.Owner{}, account, passkey.ErrTooMany
	}
	me := passkey.Owner{Email: account.Email, Name: account.Name}
	for _, row := range rows {
		me.Passkeys = append(me.Passkeys, credential(row))
	}
	if len(rows) > 0 {
		me.Handle = rows[0].UserHandle
	} else {
		me.Handle = passkey.NewHandle()
	}
	return me, account, nil
}

// Register stores the passkey that the actor's browser made, and emails them. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, a field error for the name, and the errors of passkey.
func (s *Service) Register(ctx context.Context, by recipients.Actor, name string, response json.RawMessage) (Passkey, error) {
	if err := by.RequireFull(); err != nil {
		return Passkey{}, err
	}
	if err := s.rp.Available(); err != nil {
		return Passkey{}, err
	}
	name, err := passkey.CheckName(name)
	if err != nil {
		return Passkey{}, err
	}
	made, err := passkey.ParseMade(response)
	if err != nil {
		return Passkey{}, err
	}
	handle, err := s.spend(ctx, made.Challenge(), &by.RecipientID)
	if err != nil {
		return Passkey{}, err
	}
	me, account, err := s.owner(ctx, by)
	if err != nil {
		return Passkey{}, err
	}
	me.Handle = handle
	c, err := s.rp.CheckMade(me, made)
	if err != nil {
		return Passkey{}, err
	}
	return s.insert(ctx, by, account, name, handle, c)
}

func (s *Service) insert(
	ctx context.Context, by recipients.Actor, account recipients.Account, name string, handle []byte, c passkey.Credential,
) (Passkey, error) {
	var out Passkey
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyInsert(ctx, tx, db.RecipientPasskeyInsertParams{
			RecipientID: by.RecipientID, CredentialID: c.ID, UserHandle: handle, PublicKey: c.PublicKey, Name: name,
			SignCount: int64(c.SignCount), Transports: c.Transports, BackupEligible: c.BackupEligible,
			BackedUp: c.BackedUp, Now: s.Clock.Now(), Most: passkey.Max,
		})
		switch {
		case pg.NoRows(err):
			return passkey.ErrTooMany
		case pg.Violates(err, "recipient_passkeys_credential_id_key"):
			return passkey.ErrExists
		case err != nil:
			return fmt.Errorf("insert passkey: %w", err)
		}
		out = fromRow(row)
		if err := s.recordTx(ctx, tx, by, "recipient.passkey_added", row.ID); err != nil {
			return err
		}
		return s.mailTx(ctx, tx, account, mailAdded, name, row.ID)
	})
	return out, err
}

// allow limits the challenges and the answers of a network.
func (s *Service) allow(ctx context.Context, ip string) error {
	return s.Throttle.Allow(ctx, challengesPerNetwork, throttle.Network(ip))
}
