package namechanges

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges/internal/db"
)

const secretPrefix = "laurel_address_"

var confirmNetwork = throttle.Rule{Name: "name_change.confirm", Limit: 60, Window: 10 * time.Minute}

// insertUnconfirmedTx stores a request for another email address and mails a confirmation link to it. Without confirmation, approving a
// mistyped or foreign address would hand the credential to somebody else.
func (s *Service) insertUnconfirmedTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, c credentials.Credential, in Request) (db.NameChange, error) {
	secret := secrets.NewToken(secretPrefix)
	n, err := s.insertTx(ctx, tx, by, c, in, secret)
	if err != nil {
		return n, err
	}
	return n, s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: mailConfirm, To: n.RequestedName, Language: c.RecipientLanguage(), DedupeKey: dedupe(mailConfirm, n.ID), DepartmentID: n.DepartmentID,
		CredentialID: n.CredentialID,
		Params: map[string]string{
			"name": c.Recipient.Name, "issuer": c.Issuer.Name, "course": c.Name(), "email": n.RequestedName,
			"link": s.Links.Page("/confirm-address?token=" + url.QueryEscape(secret)),
		},
	}})
}

// Confirm confirms the new address with the mailed secret. The request then awaits a decision, and the issuers are notified once,
// however often Confirm is called. It returns ErrLink if the secret is unknown or the request has been withdrawn, decided or has
// expired.
func (s *Service) Confirm(ctx context.Context, from access.Actor, secret string) error {
	if err := s.Throttle.Allow(ctx, confirmNetwork, throttle.Network(from.IP)); err != nil {
		return err
	}
	var found db.NameChangeByConfirmRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.NameChangeByConfirm(ctx, tx, secrets.HashToken(secret))
		return err
	})
	if pg.NoRows(err) {
		return ErrLink
	}
	if err != nil {
		return fmt.Errorf("find the request of a link: %w", err)
	}
	return pg.InDepartment(ctx, s.Pool, found.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.q.NameChangeLock(ctx, tx, db.NameChangeLockParams(found))
		if err != nil {
			return fmt.Errorf("lock name change: %w", err)
		}
		if n.State == string(Pending) {
			return nil
		}
		if n.State != string(Unconfirmed) || !s.Clock.Now().Before(n.ExpiresAt) {
			return ErrLink
		}
		// The link is sufficient, even in a browser where somebody else is signed in.
		return s.confirmTx(ctx, tx, access.Actor{DepartmentID: n.DepartmentID, IP: from.IP, RequestID: from.RequestID}, n)
	})
}

func (s *Service) confirmTx(ctx context.Context, tx pgx.Tx, by access.Actor, n db.NameChange) error {
	now := s.Clock.Now()
	err := s.q.NameChangeConfirm(ctx, tx, db.NameChangeConfirmParams{Now: now, ExpiresAt: now.Add(openFor), DepartmentID: n.DepartmentID, ID: n.ID})
	if err != nil {
		return fmt.Errorf("confirm the address of a name change: %w", err)
	}
	if err := s.Webhooks.NameChangeCreatedTx(ctx, tx, n.DepartmentID, n.ID, n.CredentialID, now); err != nil {
		return err
	}
	err = s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "name_change.confirmed", ObjectKind: "name_change", ObjectID: n.ID, Details: map[string]any{"credential_id": n.CredentialID},
	})
	if err != nil {
		return err
	}
	if err := s.Authoring.NameChangeOpenTx(ctx, tx, n.DepartmentID, []int64{n.CredentialID}, true); err != nil {
		return err
	}
	c, err := s.Credentials.ReadIDTx(ctx, tx, n.DepartmentID, n.CredentialID)
	if err != nil {
		return err
	}
	return s.tellIssuersTx(ctx, tx, c, n, false)
}
