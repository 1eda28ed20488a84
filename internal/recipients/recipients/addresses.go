package recipients

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

// MaxAddresses is the maximum number of addresses of a person.
const MaxAddresses = 20

var addressesPerPerson = throttle.Rule{Name: "recipient.address", Limit: 10, Window: time.Hour}

// The kinds of emails about a person's addresses.
const (
	mailEmailAdded   = "recipient_email_added"   // to the primary address
	mailEmailRemoved = "recipient_email_removed" // to the removed address
	mailEmailPrimary = "recipient_email_primary" // to the former primary address
)

var (
	// ErrSingleSignOn means that an issuer's link opened the session, which changes no addresses.
	ErrSingleSignOn = errs.New(errs.Forbidden, "recipient.single_sign_on")
	// ErrNoAddress means that the person has no such address.
	ErrNoAddress = errs.New(errs.NotFound, "recipient.email_not_found")
	// ErrPrimary means that the primary address cannot be removed.
	ErrPrimary = errs.New(errs.Conflict, "recipient.email_primary")
)

// Address is a proven address of a person.
type Address struct {
	ID      int64
	Email   string
	Primary bool
}

// mayChangeAddresses returns ErrNotSignedIn, or ErrSingleSignOn for a session that an issuer's link opened.
func (a Actor) mayChangeAddresses() error {
	if err := a.RequireFull(); errors.Is(err, ErrLimited) {
		return ErrSingleSignOn
	} else if err != nil {
		return err
	}
	return nil
}

// Addresses lists the actor's addresses, the primary one first. It returns ErrNotSignedIn or ErrSingleSignOn.
func (s *Service) Addresses(ctx context.Context, by Actor) ([]Address, error) {
	if err := by.mayChangeAddresses(); err != nil {
		return nil, err
	}
	var out []Address
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.addressesTx(ctx, tx, by.RecipientID)
		return err
	})
	return out, err
}

func (s *Service) addressesTx(ctx context.Context, tx pgx.Tx, person int64) ([]Address, error) {
	rows, err := s.q.RecipientAddresses(ctx, tx, person)
	if err != nil {
		return nil, fmt.Errorf("list addresses: %w", err)
	}
	out := make([]Address, len(rows))
	for i, r := range rows {
		out[i] = Address{ID: r.ID, Email: r.Email, Primary: r.ID == person}
	}
	return out, nil
}

// RequestAddress emails a code to a further address of the actor, whether or not something was issued to it. It returns ErrNotSignedIn,
// ErrSingleSignOn, a field error, or throttle.ErrTooMany.
func (s *Service) RequestAddress(ctx context.Context, by Actor, email, language string) (Requested, error) {
	if err := by.mayChangeAddresses(); err != nil {
		return Requested{}, err
	}
	if err := s.Throttle.Allow(ctx, addressesPerPerson, fmt.Sprint(by.RecipientID)); err != nil {
		return Requested{}, err
	}
	email = strings.ToLower(strings.TrimSpace(email))
	switch {
	case email == "":
		return Requested{}, errs.Field("email", "required")
	case len(email) > 320 || !credentials.ValidEmail(email):
		return Requested{}, errs.Field("email", "invalid_email")
	case email == by.Email || slices.Contains(by.Others, email):
		return Requested{}, errs.Field("email", "recipient.email_yours")
	case len(by.Others)+1 >= MaxAddresses:
		return Requested{}, errs.Field("email", "recipient.email_too_many", "max", MaxAddresses)
	}
	return s.request(ctx, ProofRequest{Purpose: toAddAddress, Email: email, Language: language}, &by.RecipientID)
}

// Merge adds the address of a code to the actor's, with everything that was issued to it. If the address belongs to another account, that
// account's addresses become the actor's too, its sessions go on, and its password and passkeys end. It returns ErrNotSignedIn, ErrSingleSignOn,
// ErrProof, or a field error for a wrong code that may be tried again.
func (s *Service) Merge(ctx context.Context, by Actor, p Proof) ([]Address, error) {
	if err := by.mayChangeAddresses(); err != nil {
		return nil, err
	}
	p.Token = "" // the code is typed where the actor is signed in
	var out []Address
	err := s.proven(ctx, by, p, &by.RecipientID, func(tx pgx.Tx, request db.RecipientSignIn) error {
		if Purpose(request.Purpose) != toAddAddress {
			return ErrProof
		}
		if err := s.joinTx(ctx, tx, by, request); err != nil {
			return err
		}
		var err error
		out, err = s.addressesTx(ctx, tx, by.RecipientID)
		return err
	})
	return out, err
}

func (s *Service) joinTx(ctx context.Context, tx pgx.Tx, by Actor, request db.RecipientSignIn) error {
	now := s.Clock.Now()
	row, err := s.q.RecipientEnsure(ctx, tx, db.RecipientEnsureParams{Email: request.Email, Name: by.Name, Locale: request.Language, Now: now})
	if err != nil {
		return fmt.Errorf("find recipient: %w", err)
	}
	other := row.ID
	if row.PersonID != nil {
		other = *row.PersonID
	}
	if other == by.RecipientID {
		return nil
	}
	me, them, count, err := s.lockTx(ctx, tx, by.RecipientID, other)
	if err != nil {
		return err
	}
	if count > MaxAddresses {
		return errs.Field("email", "recipient.email_too_many", "max", MaxAddresses)
	}
	if err := s.q.RecipientSessionsMove(ctx, tx, db.RecipientSessionsMoveParams{PersonID: me.ID, OtherID: them.ID}); err != nil {
		return fmt.Errorf("move sessions: %w", err)
	}
	if err := s.q.RecipientsJoin(ctx, tx, db.RecipientsJoinParams{PersonID: &me.ID, OtherID: them.ID, Now: now}); err != nil {
		return fmt.Errorf("join recipients: %w", err)
	}
	for _, each := range s.Belongings {
		if err := each.JoinTx(ctx, tx, them.ID, me.ID); err != nil {
			return err
		}
	}
	if err := s.Outbox.ShareStoppedTx(ctx, tx, me.Email, request.Email); err != nil {
		return err
	}
	if err := s.recordTx(ctx, tx, by, "recipient.email_added", map[string]any{"email": request.Email, "merged": them.ID}); err != nil {
		return err
	}
	return s.tellTx(ctx, tx, me, mailEmailAdded, me.Email, request.Email)
}

// lockTx locks two people and returns them and the number of their addresses. It returns ErrProof if one of them joined another meanwhile.
func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, first, second int64) (a, b db.Recipient, count int, err error) {
	rows, err := s.q.RecipientsLock(ctx, tx, []int64{first, second})
	if err != nil {
		return a, b, 0, fmt.Errorf("lock recipients: %w", err)
	}
	for _, r := range rows {
		switch {
		case r.PersonID != nil:
		case r.ID == first:
			a = r
		case r.ID == second:
			b = r
		}
	}
	if a.ID == 0 || b.ID == 0 {
		return a, b, 0, ErrProof
	}
	return a, b, len(rows), nil
}

// MakePrimary makes another address of the actor the primary one, which emails go to, and tells the former one. It returns
// ErrNotSignedIn, ErrSingleSignOn or ErrNoAddress.
func (s *Service) MakePrimary(ctx context.Context, by Actor, id int64) ([]Address, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, me, address db.Recipient) (int64, error) {
		if address.ID == me.ID {
			return me.ID, nil
		}
		now := s.Clock.Now()
		err := errors.Join(
			s.q.RecipientTakeOver(ctx, tx, db.RecipientTakeOverParams{ID: address.ID, PersonID: me.ID}),
			s.q.RecipientPasswordClear(ctx, tx, me.ID),
			s.q.RecipientSessionsMove(ctx, tx, db.RecipientSessionsMoveParams{PersonID: address.ID, OtherID: me.ID}),
			s.q.RecipientsLead(ctx, tx, db.RecipientsLeadParams{ID: address.ID, PersonID: me.ID, Now: now}),
		)
		if err != nil {
			return 0, fmt.Errorf("change primary address: %w", err)
		}
		for _, each := range s.Belongings {
			if err := each.MoveTx(ctx, tx, me.ID, address.ID); err != nil {
				return 0, err
			}
		}
		if err := s.recordTx(ctx, tx, by, "recipient.email_primary", map[string]any{"email": address.Email}); err != nil {
			return 0, err
		}
		return address.ID, s.tellTx(ctx, tx, me, mailEmailPrimary, me.Email, address.Email)
	})
}

// RemoveAddress takes an address from the actor, with what was issued to it, and tells it. It returns ErrNotSignedIn, ErrSingleSignOn,
// ErrNoAddress, or ErrPrimary.
func (s *Service) RemoveAddress(ctx context.Context, by Actor, id int64) ([]Address, error) {
	return s.change(ctx, by, id, func(tx pgx.Tx, me, address db.Recipient) (int64, error) {
		if address.ID == me.ID {
			return 0, ErrPrimary
		}
		err := s.q.RecipientLeave(ctx, tx, db.RecipientLeaveParams{ID: address.ID, PersonID: &me.ID, Now: s.Clock.Now()})
		if err != nil {
			return 0, fmt.Errorf("remove address: %w", err)
		}
		if err := s.recordTx(ctx, tx, by, "recipient.email_removed", map[string]any{"email": address.Email}); err != nil {
			return 0, err
		}
		return me.ID, s.tellTx(ctx, tx, me, mailEmailRemoved, address.Email, me.Email)
	})
}

// change runs do with the actor's person and one of their addresses, both locked. do returns the person's primary row.
func (s *Service) change(ctx context.Context, by Actor, id int64, do func(tx pgx.Tx, me, address db.Recipient) (int64, error)) ([]Address, error) {
	if err := by.mayChangeAddresses(); err != nil {
		return nil, err
	}
	var out []Address
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RecipientsLock(ctx, tx, []int64{by.RecipientID})
		if err != nil {
			return fmt.Errorf("lock addresses: %w", err)
		}
		me := slices.IndexFunc(rows, func(r db.Recipient) bool { return r.ID == by.RecipientID && r.PersonID == nil })
		address := slices.IndexFunc(rows, func(r db.Recipient) bool { return r.ID == id })
		if me < 0 || address < 0 {
			return ErrNoAddress
		}
		person, err := do(tx, rows[me], rows[address])
		if err != nil {
			return err
		}
		out, err = s.addressesTx(ctx, tx, person)
		return err
	})
	return out, err
}

// tellTx emails an address of a person about another one.
func (s *Service) tellTx(ctx context.Context, tx pgx.Tx, person db.Recipient, kind, to, about string) error {
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: kind, To: to, Language: person.Locale, DedupeKey: fmt.Sprintf("%s:%d:%s:%d", kind, person.ID, about, s.Clock.Now().UnixMicro()),
		Params: map[string]string{"name": person.Name, "email": about, "link": s.Links.Page("/me/settings")},
	}})
}
