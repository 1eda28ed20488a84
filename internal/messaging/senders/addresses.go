package senders

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// tokenPrefix shows people and scanners what a leaked token is for.
const tokenPrefix = "laurel_sender_"

// Addresses returns the sender addresses of the actor's department by email.
func (s *Service) Addresses(ctx context.Context, by access.Actor) ([]Address, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return nil, err
	}
	var out []Address
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.addresses(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) addresses(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Address, error) {
	rows, err := s.q.AddressList(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("list sender addresses: %w", err)
	}
	settings, err := s.ReadTx(ctx, tx, departmentID)
	if err != nil {
		return nil, err
	}
	out := make([]Address, len(rows))
	for i, row := range rows {
		out[i] = addressOf(row)
		out[i].InUse = row.ID == settings.AddressID
	}
	return out, nil
}

func addressOf(row db.SenderAddress) Address {
	return Address{ID: row.ID, Email: row.Email, SentAt: row.SentAt, VerifiedAt: row.VerifiedAt}
}

func (s *Service) address(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Address, error) {
	row, err := s.q.AddressRead(ctx, tx, db.AddressReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Address{}, ErrAddressNotFound
	}
	if err != nil {
		return Address{}, fmt.Errorf("read sender address: %w", err)
	}
	return addressOf(row), nil
}

// AddAddress adds an address and mails it the link that confirms it. It returns a field error, ErrAddressTaken, ErrTooMany or
// throttle.ErrTooMany.
func (s *Service) AddAddress(ctx context.Context, by access.Actor, email string) (Address, error) {
	email = strings.TrimSpace(email)
	return s.withLink(ctx, by, "sender_address.added", func(tx pgx.Tx, hash []byte) (Address, error) {
		switch {
		case email == "":
			return Address{}, errs.Field("email", "required")
		case !Mailable(email):
			return Address{}, errs.Field("email", "invalid_email")
		}
		all, err := s.addresses(ctx, tx, by.DepartmentID)
		if err != nil {
			return Address{}, err
		}
		if len(all) >= mostAddresses {
			return Address{}, ErrTooMany.With("max", mostAddresses)
		}
		row, err := s.q.AddressInsert(ctx, tx, db.AddressInsertParams{DepartmentID: by.DepartmentID, Email: email, TokenHash: hash, Now: s.Clock.Now()})
		if pg.Violates(err, "sender_addresses_email_key") {
			return Address{}, ErrAddressTaken.At("email")
		}
		if err != nil {
			return Address{}, fmt.Errorf("add sender address: %w", err)
		}
		return addressOf(row), nil
	})
}

// ResendLink mails another link; the former one stops working. It returns ErrAddressNotFound, ErrAddressVerified or throttle.ErrTooMany.
func (s *Service) ResendLink(ctx context.Context, by access.Actor, id int64) (Address, error) {
	return s.withLink(ctx, by, "sender_address.link_sent", func(tx pgx.Tx, hash []byte) (Address, error) {
		a, err := s.address(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return a, err
		}
		if a.VerifiedAt != nil {
			return a, ErrAddressVerified
		}
		row, err := s.q.AddressSent(ctx, tx, db.AddressSentParams{DepartmentID: by.DepartmentID, ID: id, TokenHash: hash, Now: s.Clock.Now()})
		if err != nil {
			return a, fmt.Errorf("renew link of sender address: %w", err)
		}
		return addressOf(row), nil
	})
}

// withLink runs a change that gives an address a new token, and mails the token there.
func (s *Service) withLink(ctx context.Context, by access.Actor, action string, change func(pgx.Tx, []byte) (Address, error)) (Address, error) {
	if err := MayChange(by); err != nil {
		return Address{}, err
	}
	token := secrets.NewToken(tokenPrefix)
	var a Address
	// In the system, because the email belongs to no department: the department's limits do not hold it back.
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if err := s.q.SettingsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock email settings: %w", err)
		}
		if a, err = change(tx, secrets.HashToken(token)); err != nil {
			return err
		}
		if err := s.Throttle.AllowMail(ctx, "sender_address", a.Email, by.DepartmentID); err != nil {
			return err
		}
		settings, err := s.ReadTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		err = s.outbox.EnqueueTx(ctx, tx, identity.AccountMail{
			Kind: "sender_address", To: a.Email, Language: settings.language, DedupeKey: "sender_address:" + strconv.FormatInt(a.ID, 10) + ":" + uuid.NewString(),
			Params: map[string]string{"department": settings.department, "email": a.Email, "link": s.Links.Page("/confirm-sender?token=" + token)},
		})
		if err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, action, a)
	})
	return a, err
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, action string, a Address) error {
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: action, ObjectKind: "sender_address", ObjectID: a.ID, Details: map[string]any{"email": a.Email},
	})
}

// Confirm uses the link up that was mailed to an address; whoever reads its mail allows the department to send from it. It returns ErrLink
// or throttle.ErrTooMany.
func (s *Service) Confirm(ctx context.Context, from access.Actor, token string) (Address, error) {
	if err := s.Throttle.Allow(ctx, confirmations, throttle.Network(from.IP)); err != nil {
		return Address{}, err
	}
	if !secrets.TokenShaped(tokenPrefix, token) {
		return Address{}, ErrLink
	}
	var a Address
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		row, err := s.q.AddressVerify(ctx, tx, db.AddressVerifyParams{TokenHash: secrets.HashToken(token), Now: now, Since: now.Add(-linkLifetime)})
		if pg.NoRows(err) {
			return ErrLink
		}
		if err != nil {
			return fmt.Errorf("confirm sender address: %w", err)
		}
		a = addressOf(row)
		from.DepartmentID = row.DepartmentID
		return s.recordTx(ctx, tx, from, "sender_address.verified", a)
	})
	return a, err
}

// RemoveAddress removes an address. It returns ErrAddressNotFound, or ErrAddressInUse for the one that emails come from.
func (s *Service) RemoveAddress(ctx context.Context, by access.Actor, id int64) (Address, error) {
	if err := MayChange(by); err != nil {
		return Address{}, err
	}
	var a Address
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if a, err = s.address(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		err = s.q.AddressDelete(ctx, tx, db.AddressDeleteParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.Violates(err, "email_settings_sender_address_fkey") {
			return ErrAddressInUse
		}
		if err != nil {
			return fmt.Errorf("remove sender address: %w", err)
		}
		return s.recordTx(ctx, tx, by, "sender_address.removed", a)
	})
	return a, err
}
