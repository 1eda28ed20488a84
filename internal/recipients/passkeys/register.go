package passkeys

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

// person is a recipient as the library sees them. The user handle is random, because authenticators show it to whoever holds them.
type person struct {
	handle   []byte
	account  recipients.Account
	passkeys []db.RecipientPasskey
}

func (p person) WebAuthnID() []byte          { return p.handle }
func (p person) WebAuthnName() string        { return p.account.Email }
func (p person) WebAuthnDisplayName() string { return p.account.Name }

func (p person) WebAuthnCredentials() []webauthn.Credential {
	out := make([]webauthn.Credential, len(p.passkeys))
	for i, each := range p.passkeys {
		transports := make([]protocol.AuthenticatorTransport, len(each.Transports))
		for j, t := range each.Transports {
			transports[j] = protocol.AuthenticatorTransport(t)
		}
		out[i] = webauthn.Credential{
			ID: each.CredentialID, PublicKey: each.PublicKey, Transport: transports,
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: each.BackupEligible, BackupState: each.BackedUp},
			Authenticator: webauthn.Authenticator{SignCount: uint32(each.SignCount)}, //nolint:gosec // a check of the table keeps it in range
		}
	}
	return out
}

func checkName(name string) (string, error) {
	name = i18n.OneLine(name)
	switch {
	case name == "":
		return "", errs.Field("name", "required")
	case utf8.RuneCountInString(name) > maxName:
		return "", errs.Field("name", "too_long", "max", maxName)
	}
	return name, nil
}

// BeginRegistration returns the options with which the actor's browser makes a passkey, as JSON. It returns the errors of
// recipients.Reauthenticate, ErrTooMany, ErrUnavailable, and throttle.ErrTooMany for too many requests from a network.
func (s *Service) BeginRegistration(ctx context.Context, by recipients.Actor, currentPassword string) (json.RawMessage, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	if s.rp == nil {
		return nil, ErrUnavailable
	}
	if err := s.allow(ctx, by.IP); err != nil {
		return nil, err
	}
	if err := s.Recipients.Reauthenticate(ctx, by, currentPassword); err != nil {
		return nil, err
	}
	me, err := s.person(ctx, by)
	if err != nil {
		return nil, err
	}
	options, session, err := s.rp.BeginRegistration(me, webauthn.WithExclusions(webauthn.Credentials(me.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return nil, fmt.Errorf("begin passkey registration: %w", err)
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.challengeTx(ctx, tx, session.Challenge, &by.RecipientID, me.handle)
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(options.Response)
}

// person returns the actor with their passkeys. All passkeys of a person have one user handle, so that devices keep them together.
func (s *Service) person(ctx context.Context, by recipients.Actor) (person, error) {
	account, err := s.Recipients.Account(ctx, by)
	if err != nil {
		return person{}, err
	}
	me := person{account: account}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		me.passkeys, err = s.q.RecipientPasskeyList(ctx, tx, by.RecipientID)
		return err
	})
	switch {
	case err != nil:
		return me, fmt.Errorf("list passkeys: %w", err)
	case len(me.passkeys) >= MaxPasskeys:
		return me, ErrTooMany
	case len(me.passkeys) > 0:
		me.handle = me.passkeys[0].UserHandle
	default:
		me.handle = make([]byte, userHandleBytes)
		_, _ = rand.Read(me.handle) // never fails: the program would end
	}
	return me, nil
}

// Register stores the passkey that the actor's browser made, and emails them. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, a field error for the name, ErrExpired, ErrNotMade, ErrExists, ErrTooMany and ErrUnavailable.
func (s *Service) Register(ctx context.Context, by recipients.Actor, name string, response json.RawMessage) (Passkey, error) {
	if err := by.RequireFull(); err != nil {
		return Passkey{}, err
	}
	if s.rp == nil {
		return Passkey{}, ErrUnavailable
	}
	name, err := checkName(name)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Passkey{}, ErrNotMade
	}
	challenge := parsed.Response.CollectedClientData.Challenge
	handle, err := s.spend(ctx, challenge, &by.RecipientID)
	if err != nil {
		return Passkey{}, err
	}
	me, err := s.person(ctx, by)
	if err != nil {
		return Passkey{}, err
	}
	me.handle = handle
	made, err := s.rp.CreateCredential(me, webauthn.SessionData{
		Challenge: challenge, UserID: handle, UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault(),
	}, parsed)
	if err != nil {
		return Passkey{}, ErrNotMade
	}
	return s.insert(ctx, by, me, name, made)
}

func (s *Service) insert(ctx context.Context, by recipients.Actor, me person, name string, made *webauthn.Credential) (Passkey, error) {
	transports := make([]string, len(made.Transport))
	for i, t := range made.Transport {
		transports[i] = string(t)
	}
	var out Passkey
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyInsert(ctx, tx, db.RecipientPasskeyInsertParams{
			RecipientID: by.RecipientID, CredentialID: made.ID, UserHandle: me.handle, PublicKey: made.PublicKey, Name: name,
			SignCount: int64(made.Authenticator.SignCount), Transports: transports, BackupEligible: made.Flags.BackupEligible,
			BackedUp: made.Flags.BackupState, Now: s.Clock.Now(), Most: MaxPasskeys,
		})
		switch {
		case pg.NoRows(err):
			return ErrTooMany
		case pg.Violates(err, "recipient_passkeys_credential_id_key"):
			return ErrExists
		case err != nil:
			return fmt.Errorf("insert passkey: %w", err)
		}
		out = fromRow(row)
		if err := s.recordTx(ctx, tx, by, "recipient.passkey_added", row.ID); err != nil {
			return err
		}
		return s.mailTx(ctx, tx, me.account, mailAdded, name, row.ID)
	})
	return out, err
}

// allow limits the challenges and the answers of a network.
func (s *Service) allow(ctx context.Context, ip string) error {
	return s.Throttle.Allow(ctx, challengesPerNetwork, throttle.Network(ip))
}
