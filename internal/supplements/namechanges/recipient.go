package namechanges

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges/internal/db"
)

var perRecipient = throttle.Rule{Name: "name_change.request", Limit: 10, Window: time.Hour}

// Ask submits a recipient's request to change a credential. A small correction of a name is made at once if the department allows it,
// another email address has to be confirmed first, and everything else awaits a decision. It returns field errors,
// credentials.ErrNotFound, credentials.ErrRevoked or ErrOpen.
func (s *Service) Ask(ctx context.Context, by recipients.Actor, credentialRef string, in Request) (Change, error) {
	c, err := s.Recipients.Read(ctx, by, credentialRef)
	if err != nil {
		return Change{}, err
	}
	if c.State == credentials.Revoked {
		return Change{}, credentials.ErrRevoked
	}
	if err := in.validate(c); err != nil {
		return Change{}, err
	}
	if err := s.Throttle.Allow(ctx, perRecipient, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Change{}, err
	}
	if in.Kind == OfEmail {
		if err := s.Throttle.AllowMail(ctx, "address", in.Name, c.DepartmentID); err != nil {
			return Change{}, err
		}
	}
	var out Change
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.askTx(ctx, tx, by, c, in)
		if err != nil {
			return err
		}
		out, err = s.readTx(ctx, tx, c.DepartmentID, n.ID)
		return err
	})
	return out, err
}

func (s *Service) askTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, c credentials.Credential, in Request) (db.NameChange, error) {
	if in.Kind == OfEmail {
		return s.insertUnconfirmedTx(ctx, tx, by, c, in)
	}
	n, err := s.insertTx(ctx, tx, by, c, in, "")
	if err != nil {
		return n, err
	}
	auto, err := s.autoTx(ctx, tx, n)
	switch {
	case err != nil:
		return n, err
	case auto:
		err = s.endTx(ctx, tx, by.Recorded(c.DepartmentID), n, AutoApproved)
	default:
		err = s.Authoring.NameChangeOpenTx(ctx, tx, c.DepartmentID, []int64{c.ID}, true)
	}
	if err != nil {
		return n, err
	}
	return n, s.tellIssuersTx(ctx, tx, c, n, auto)
}

// insertTx stores a request. If it has a secret, it waits until the address is confirmed.
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, c credentials.Credential, in Request, secret string) (db.NameChange, error) {
	now, far := s.Clock.Now(), int32(0)
	if in.Kind == OfName {
		far = int32(distance(c.Recipient.Name, in.Name)) //nolint:gosec // names are short
	}
	state, until, hash := Pending, now.Add(openFor), []byte(nil)
	if secret != "" {
		state, until, hash = Unconfirmed, now.Add(confirmFor), secrets.HashToken(secret)
	}
	n, err := s.q.NameChangeInsert(ctx, tx, db.NameChangeInsertParams{
		DepartmentID: c.DepartmentID, CredentialID: c.ID, RecipientID: pg.OrNull(by.RecipientID), Kind: string(in.Kind), CurrentName: in.Kind.of(c),
		RequestedName: in.Name, Reason: string(in.Reason), Note: in.Note, AllMine: in.All,
		Distance: far, State: string(state), ConfirmHash: hash, CreatedAt: now, ExpiresAt: until,
	})
	if pg.Violates(err, "name_changes_open_key") {
		return n, ErrOpen
	}
	if err != nil {
		return n, fmt.Errorf("insert name change: %w", err)
	}
	if state == Pending {
		if err := s.Webhooks.NameChangeCreatedTx(ctx, tx, n.DepartmentID, n.ID, n.CredentialID, now); err != nil {
			return n, err
		}
	}
	return n, s.Audit.RecordTx(ctx, tx, by.Recorded(c.DepartmentID), audit.Event{
		Action: "name_change.requested", ObjectKind: "name_change", ObjectID: n.ID, Details: map[string]any{"credential_id": c.ID, "kind": in.Kind},
	})
}

// autoTx reports whether a request needs no decision: the department allows it, the correction is small, and it is the first of its
// kind for the credential within a year.
func (s *Service) autoTx(ctx context.Context, tx pgx.Tx, n db.NameChange) (bool, error) {
	if n.Kind != string(OfName) || !tiny(n.CurrentName, n.RequestedName, Reason(n.Reason)) {
		return false, nil
	}
	settings, err := s.settingsTx(ctx, tx, n.DepartmentID)
	if err != nil || !settings.AutoApprove {
		return false, err
	}
	before, err := s.q.NameChangeAutoSince(ctx, tx, db.NameChangeAutoSinceParams{
		DepartmentID: n.DepartmentID, CredentialID: n.CredentialID, Since: s.Clock.Now().Add(-day(autoEvery)),
	})
	if err != nil {
		return false, fmt.Errorf("look for earlier name changes: %w", err)
	}
	return !before, nil
}

// ownHistory is the number of requests about a credential that its recipient sees.
const ownHistory = 100

// Mine lists a recipient's requests about a credential, newest first.
func (s *Service) Mine(ctx context.Context, by recipients.Actor, credentialRef string) ([]Change, error) {
	c, err := s.Recipients.Read(ctx, by, credentialRef)
	if err != nil {
		return nil, err
	}
	var out []Change
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		out, _, err = s.listTx(ctx, tx, c.DepartmentID, Filter{CredentialID: c.ID}, page.Request{Size: ownHistory})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list own name changes: %w", err)
	}
	return out, nil
}

// ownTx returns a pending request about the recipient's credential.
func (s *Service) ownTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, id int64) (db.NameChange, error) {
	n, err := s.lockTx(ctx, tx, c.DepartmentID, id)
	if err != nil {
		return n, err
	}
	if n.CredentialID != c.ID {
		return n, ErrNotFound
	}
	return n, nil
}

// Withdraw withdraws a request. It returns ErrNotFound or ErrDecided.
func (s *Service) Withdraw(ctx context.Context, by recipients.Actor, credentialRef string, id int64) error {
	c, err := s.Recipients.Read(ctx, by, credentialRef)
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.ownTx(ctx, tx, c, id)
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, by.Recorded(c.DepartmentID), n, Withdrawn)
	})
}
