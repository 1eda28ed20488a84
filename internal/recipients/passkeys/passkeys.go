// Package passkeys lets recipients register passkeys (WebAuthn credentials that their devices find by themselves) and sign in with them.
// See ADR 106.
package passkeys

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

// Limits of passkeys.
const (
	MaxPasskeys       = 20 // of a person
	maxName           = 100
	challengeLifetime = 15 * time.Minute // a sign-in page offers a passkey for as long as it is open
	userHandleBytes   = 32
)

// The kinds of emails about passkeys.
const (
	mailAdded   = "recipient_passkey_added"
	mailRemoved = "recipient_passkey_removed"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "passkey.not_found")
	// ErrRefused means that a device's answer proves nothing; the error does not say why.
	ErrRefused = errs.New(errs.Unauthorized, "passkey.refused")
	// ErrNotMade means that what a browser made is no passkey that proves its person.
	ErrNotMade = errs.New(errs.Invalid, "passkey.not_made")
	// ErrExpired means that the challenge is unknown, used or expired.
	ErrExpired = errs.New(errs.Gone, "passkey.expired")
	// ErrExists means that the device's passkey is registered already.
	ErrExists = errs.New(errs.Conflict, "passkey.exists")
	// ErrTooMany means that the person has MaxPasskeys passkeys.
	ErrTooMany = errs.New(errs.Conflict, "passkey.too_many").With("max", MaxPasskeys)
	// ErrUnavailable means that the installation's URL has an IP address for a host, for which browsers make no passkeys.
	ErrUnavailable = errs.New(errs.Conflict, "passkey.unavailable")
)

var challengesPerNetwork = throttle.Rule{Name: "recipient.passkey.network", Limit: 120, Window: 10 * time.Minute}

// Passkey is a registered passkey of a person.
type Passkey struct {
	ID         int64
	Name       string
	BackedUp   bool // in a password manager that synchronizes it
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

// Service manages passkeys.
type Service struct {
	Deps
	rp *webauthn.WebAuthn // nil if browsers make no passkeys for the public URL
	q  *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Audit      *audit.Log
	Recipients *recipients.Service
	Outbox     *outbox.Service
	Throttle   *throttle.Limiter
	Links      links.Links
}

// New returns a Service whose relying party is the host of the public URL.
func New(d Deps) *Service {
	s := &Service{Deps: d, q: db.New()}
	base, err := url.Parse(d.Links.Base())
	if err != nil {
		return s
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: base.Hostname(), RPDisplayName: "Laurel", RPOrigins: []string{d.Links.Base()},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		// Password managers answer extensions that nobody asked for. None is used here.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err == nil {
		s.rp = rp
	}
	return s
}

func fromRow(r db.RecipientPasskey) Passkey {
	return Passkey{ID: r.ID, Name: r.Name, BackedUp: r.BackedUp, CreatedAt: r.CreatedAt, LastUsedAt: r.LastUsedAt}
}

// List lists the actor's passkeys, oldest first. It returns recipients.ErrNotSignedIn or recipients.ErrLimited.
func (s *Service) List(ctx context.Context, by recipients.Actor) ([]Passkey, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	var out []Passkey
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RecipientPasskeyList(ctx, tx, by.RecipientID)
		if err != nil {
			return fmt.Errorf("list passkeys: %w", err)
		}
		out = make([]Passkey, len(rows))
		for i, r := range rows {
			out[i] = fromRow(r)
		}
		return nil
	})
	return out, err
}

// Rename renames a passkey of the actor. It returns recipients.ErrNotSignedIn, recipients.ErrLimited, ErrNotFound, or a field error.
func (s *Service) Rename(ctx context.Context, by recipients.Actor, id int64, name string) (Passkey, error) {
	if err := by.RequireFull(); err != nil {
		return Passkey{}, err
	}
	name, err := checkName(name)
	if err != nil {
		return Passkey{}, err
	}
	var out Passkey
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyRename(ctx, tx, db.RecipientPasskeyRenameParams{ID: id, RecipientID: by.RecipientID, Name: name})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("rename passkey: %w", err)
		}
		out = fromRow(row)
		return s.recordTx(ctx, tx, by, "recipient.passkey_renamed", row.ID)
	})
	return out, err
}

// Remove removes a passkey of the actor and emails them. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Remove(ctx context.Context, by recipients.Actor, id int64) error {
	account, err := s.Recipients.Account(ctx, by)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		name, err := s.q.RecipientPasskeyDelete(ctx, tx, db.RecipientPasskeyDeleteParams{ID: id, RecipientID: by.RecipientID})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if err := s.recordTx(ctx, tx, by, "recipient.passkey_removed", id); err != nil {
			return err
		}
		return s.mailTx(ctx, tx, account, mailRemoved, name, id)
	})
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, action string, passkeyID int64) error {
	return s.Audit.RecordTx(ctx, tx, by.Recorded(0), audit.Event{
		Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID, Details: map[string]any{"passkey": passkeyID},
	})
}

func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, to recipients.Account, kind, name string, id int64) error {
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: kind, To: to.Email, Language: to.Locale, DedupeKey: fmt.Sprintf("%s:%d", kind, id),
		Params: map[string]string{"name": to.Name, "passkey": name, "link": s.Links.Page("/me/settings")},
	}})
}

// challengeTx stores the challenge of a ceremony. recipientID is nil for signing in.
func (s *Service) challengeTx(ctx context.Context, tx pgx.Tx, challenge string, recipientID *int64, handle []byte) error {
	now := s.Clock.Now()
	err := s.q.RecipientPasskeyChallengeInsert(ctx, tx, db.RecipientPasskeyChallengeInsertParams{
		ChallengeHash: secrets.HashToken(challenge), RecipientID: recipientID, UserHandle: handle, Now: now, ExpiresAt: now.Add(challengeLifetime),
	})
	if err != nil {
		return fmt.Errorf("insert passkey challenge: %w", err)
	}
	return nil
}

// spend uses a challenge up, whatever comes of it, and returns its user handle. It returns ErrExpired.
func (s *Service) spend(ctx context.Context, challenge string, recipientID *int64) (handle []byte, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		handle, err = s.q.RecipientPasskeyChallengeSpend(ctx, tx, db.RecipientPasskeyChallengeSpendParams{
			ChallengeHash: secrets.HashToken(challenge), RecipientID: recipientID, Now: s.Clock.Now(),
		})
		return err
	})
	if pg.NoRows(err) {
		return nil, ErrExpired
	}
	if err != nil {
		return nil, fmt.Errorf("use passkey challenge: %w", err)
	}
	return handle, nil
}

// DeleteExpired deletes expired challenges and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err = s.q.RecipientPasskeyChallengesDeleteExpired(ctx, tx, s.Clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired passkey challenges: %w", err)
	}
	return n, nil
}
