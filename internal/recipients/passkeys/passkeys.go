// Package passkeys lets recipients register passkeys (WebAuthn credentials that their devices find by themselves) and sign in with them.
// See ADR 106.
package passkeys

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/links"
	"laurel/internal/platform/passkey"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/passkeys/internal/db"
	"laurel/internal/recipients/recipients"
)

// The kinds of emails about passkeys.
const (
	mailAdded   = "recipient_passkey_added"
	mailRemoved = "recipient_passkey_removed"
)

var challengesPerNetwork = passkey.PerNetwork("recipient.passkey.network")

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
	rp passkey.RelyingParty
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
func New(d Deps) *Service { return &Service{Deps: d, rp: passkey.For(d.Links.Base()), q: db.New()} }

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

// Rename renames a passkey of the actor. It returns recipients.ErrNotSignedIn, recipients.ErrLimited, passkey.ErrNotFound, or a field error.
func (s *Service) Rename(ctx context.Context, by recipients.Actor, id int64, name string) (Passkey, error) {
	if err := by.RequireFull(); err != nil {
		return Passkey{}, err
	}
	name, err := passkey.CheckName(name)
	if err != nil {
		return Passkey{}, err
	}
	var out Passkey
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.RecipientPasskeyRename(ctx, tx, db.RecipientPasskeyRenameParams{ID: id, RecipientID: by.RecipientID, Name: name})
		if pg.NoRows(err) {
			return passkey.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("rename passkey: %w", err)
		}
		out = fromRow(row)
		return s.recordTx(ctx, tx, by, "recipient.passkey_renamed", row.ID)
	})
	return out, err
}

// Remove removes a passkey of the actor and emails them. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or passkey.ErrNotFound.
func (s *Service) Remove(ctx context.Context, by recipients.Actor, id int64) error {
	account, err := s.Recipients.Account(ctx, by)
	if err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		name, err := s.q.RecipientPasskeyDelete(ctx, tx, db.RecipientPasskeyDeleteParams{ID: id, RecipientID: by.RecipientID})
		if pg.NoRows(err) {
			return passkey.ErrNotFound
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
		ChallengeHash: secrets.HashToken(challenge), RecipientID: recipientID, UserHandle: handle, Now: now, ExpiresAt: now.Add(passkey.ChallengeLifetime),
	})
	if err != nil {
		return fmt.Errorf("insert passkey challenge: %w", err)
	}
	return nil
}

// spend uses a challenge up, whatever comes of it, and returns its user handle. It returns passkey.ErrExpired.
func (s *Service) spend(ctx context.Context, challenge string, recipientID *int64) (handle []byte, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		handle, err = s.q.RecipientPasskeyChallengeSpend(ctx, tx, db.RecipientPasskeyChallengeSpendParams{
			ChallengeHash: secrets.HashToken(challenge), RecipientID: recipientID, Now: s.Clock.Now(),
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
