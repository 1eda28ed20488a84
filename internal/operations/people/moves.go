package people

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// The kinds of mail about a change of an address that waits: to the new address, which confirms it, and to the present one.
const (
	mailMoveConfirm = "recipient_move_confirm"
	mailMoveAsked   = "recipient_move_asked"
)

// confirmFor is how long an email confirms a new address.
const confirmFor = 7 * 24 * time.Hour

const movePrefix = "laurel_move_"

var confirmNetwork = throttle.Rule{Name: "person.confirm", Limit: 60, Window: 10 * time.Minute}

// mayMergeTx returns ErrWouldMerge if somebody has the new address and nobody said that the two are one.
func (s *Service) mayMergeTx(ctx context.Context, tx pgx.Tx, departmentID int64, to Change) error {
	if to.Merge {
		return nil
	}
	id, err := s.q.PersonNewest(ctx, tx, db.PersonNewestParams{DepartmentID: departmentID, Email: to.Email})
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find newest credential of person: %w", err)
	}
	other, err := s.readTx(ctx, tx, departmentID, []int64{id})
	if err != nil || len(other) == 0 {
		return notFoundUnless(err)
	}
	return ErrWouldMerge.With("name", other[0].Name)
}

// askTx emails the new address of a person, which has to confirm it, and tells the present one.
func (s *Service) askTx(ctx context.Context, tx pgx.Tx, by access.Actor, ref string, p Person, to Change) error {
	if err := s.tryTx(ctx, tx, by, p.Email, to.Email); err != nil {
		return err
	}
	if err := s.Throttle.AllowMail(ctx, "person_move", to.Email, by.DepartmentID); err != nil {
		return err
	}
	c, err := s.Credentials.ReadRefTx(ctx, tx, by.DepartmentID, ref)
	if err != nil {
		return err
	}
	secret, now := secrets.NewToken(movePrefix), s.Clock.Now()
	move, err := s.q.MoveInsert(ctx, tx, db.MoveInsertParams{
		DepartmentID: by.DepartmentID, FromAddress: p.Email, ToEmail: to.Email, Merge: to.Merge, AskedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID),
		SecretHash: secrets.HashToken(secret), Now: now, ExpiresAt: now.Add(confirmFor),
	})
	if err != nil {
		return fmt.Errorf("note change of address: %w", err)
	}
	params := map[string]string{"name": p.Name, "issuer": c.Issuer.Name, "from": p.Email, "to": to.Email}
	draft := func(kind, address, link string) outbox.Draft {
		d := outbox.Draft{
			Kind: kind, To: address, Language: c.RecipientLanguage(), DedupeKey: kind + ":" + uuid.NewString(), DepartmentID: by.DepartmentID,
			Params: map[string]string{"link": link},
		}
		for k, v := range params {
			d.Params[k] = v
		}
		return d
	}
	err = s.Outbox.WriteTx(ctx, tx, []outbox.Draft{
		draft(mailMoveConfirm, to.Email, s.Links.Page("/confirm-address?token="+url.QueryEscape(secret))),
		draft(mailMoveAsked, p.Email, s.Links.Page("/retrieve")),
	})
	if err != nil {
		return err
	}
	return s.recordMoveTx(ctx, tx, by, "recipient.move_asked", c.ID, move, false)
}

// errTried ends the transaction of a change that was only tried.
var errTried = errors.New("tried")

// tryTx returns ErrHasSame if the address could not be changed now, and changes nothing.
func (s *Service) tryTx(ctx context.Context, tx pgx.Tx, by access.Actor, from, to string) error {
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		if _, err := s.amendTx(ctx, tx, by, from, to); err != nil {
			return err
		}
		return errTried
	})
	if errors.Is(err, errTried) {
		return nil
	}
	return err
}

func (s *Service) recordMoveTx(ctx context.Context, tx pgx.Tx, by access.Actor, action string, credentialID int64, m db.PersonMove, merged bool) error {
	details := map[string]any{"recipient.email": map[string]any{"before": m.FromAddress, "after": m.ToEmail}}
	if merged {
		details["merged"] = true
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "credential", ObjectID: credentialID, Details: details})
}

// moveOfTx returns the change of a person's address that waits, or nil.
func (s *Service) moveOfTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string) (*Move, error) {
	m, err := s.q.MoveOf(ctx, tx, db.MoveOfParams{DepartmentID: departmentID, FromAddress: address, Now: s.Clock.Now()})
	if pg.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read change of address: %w", err)
	}
	return &Move{Email: m.ToEmail, ExpiresAt: m.ExpiresAt}, nil
}

// CancelMove ends a change of a person's address that waits for confirmation. It returns ErrNotFound, ErrNoMove or ErrSomeGroups.
func (s *Service) CancelMove(ctx context.Context, by access.Actor, ref string) error {
	if err := whole(by, access.ManageCredentials); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		p, err := s.personTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		n, err := s.q.MoveCancel(ctx, tx, db.MoveCancelParams{DepartmentID: by.DepartmentID, FromAddress: p.Email})
		if err != nil {
			return fmt.Errorf("cancel change of address: %w", err)
		}
		if n == 0 {
			return ErrNoMove
		}
		c, err := s.Credentials.ReadRefTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "recipient.move_cancelled", ObjectKind: "credential", ObjectID: c.ID})
	})
}

// ConfirmMove moves a person's credentials to the address whose email had the secret, and tells both addresses. It returns ErrNoMove, or
// ErrHasSame if that is no longer possible.
func (s *Service) ConfirmMove(ctx context.Context, from access.Actor, secret string) error {
	if err := s.Throttle.Allow(ctx, confirmNetwork, throttle.Network(from.IP)); err != nil {
		return err
	}
	hash := secrets.HashToken(secret)
	var found db.PersonMove
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.MoveBySecret(ctx, tx, db.MoveBySecretParams{SecretHash: hash, Now: s.Clock.Now()})
		return err
	})
	if pg.NoRows(err) {
		return ErrNoMove
	}
	if err != nil {
		return fmt.Errorf("find change of address: %w", err)
	}
	by := access.AddressChanges.In(found.DepartmentID)
	by.IP, by.RequestID = from.IP, from.RequestID
	return pg.InDepartment(ctx, s.Pool, found.DepartmentID, func(tx pgx.Tx) error { return s.confirmTx(ctx, tx, by, found) })
}

func (s *Service) confirmTx(ctx context.Context, tx pgx.Tx, by access.Actor, m db.PersonMove) error {
	n, err := s.q.MoveTake(ctx, tx, db.MoveTakeParams{DepartmentID: m.DepartmentID, ID: m.ID, SecretHash: m.SecretHash})
	if err != nil {
		return fmt.Errorf("take change of address: %w", err)
	}
	if n == 0 {
		return ErrNoMove
	}
	newest, err := s.q.PersonNewest(ctx, tx, db.PersonNewestParams{DepartmentID: m.DepartmentID, Email: m.FromAddress})
	if pg.NoRows(err) {
		return ErrNoMove // everything was deleted or moved since
	}
	if err != nil {
		return fmt.Errorf("find newest credential of person: %w", err)
	}
	if !m.Merge { // somebody may have got the address since
		if err := s.mayMergeTx(ctx, tx, m.DepartmentID, Change{Email: m.ToEmail}); err != nil {
			return err
		}
	}
	_, err = s.q.PersonNewest(ctx, tx, db.PersonNewestParams{DepartmentID: m.DepartmentID, Email: m.ToEmail})
	merges := err == nil
	if err != nil && !pg.NoRows(err) {
		return fmt.Errorf("find newest credential of person: %w", err)
	}
	ids, err := s.amendTx(ctx, tx, by, m.FromAddress, m.ToEmail)
	if err != nil {
		return err
	}
	c, err := s.Credentials.ReadRefTx(ctx, tx, m.DepartmentID, fmt.Sprint(newest))
	if err != nil {
		return err
	}
	var drafts []outbox.Draft
	for _, to := range []string{m.FromAddress, m.ToEmail} {
		drafts = append(drafts, outbox.Draft{
			Kind: MailMoved, To: to, Language: c.RecipientLanguage(), DedupeKey: fmt.Sprintf("%s:%d:%s", MailMoved, m.ID, to), DepartmentID: m.DepartmentID,
			Params: map[string]string{
				"name": c.Recipient.Name, "issuer": c.Issuer.Name, "from": m.FromAddress, "to": m.ToEmail, "link": s.Links.Page("/retrieve"),
			},
		})
	}
	if err := s.Outbox.WriteTx(ctx, tx, drafts); err != nil {
		return err
	}
	if err := s.recordMoveTx(ctx, tx, by, "recipient.move_confirmed", c.ID, m, merges); err != nil {
		return err
	}
	return s.reissueTx(ctx, tx, m.DepartmentID, ids)
}

// DeleteExpired deletes changes of addresses that nobody confirmed in time and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		n, err = s.q.MovesDeleteExpired(ctx, tx, s.Clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete changes of addresses: %w", err)
	}
	return n, nil
}
