package references

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
)

// The limits on requests, because their emails go to strangers.
var (
	perRecipient  = throttle.Rule{Name: "reference.recipient", Limit: 10, Window: time.Hour}
	perDepartment = throttle.Rule{Name: "reference.department", Limit: 500, Window: time.Hour}
	perReference  = throttle.Rule{Name: "reference.again", Limit: 3, Window: 24 * time.Hour}
)

// Ask emails a link with which to write a reference for an issued credential. It returns field errors, credentials.ErrNotFound,
// ErrNotIssued, ErrTooMany, or an error when the hourly limit is exceeded.
func (s *Service) Ask(ctx context.Context, by access.Actor, ref string, in Request) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.ask(ctx, by, c, OfIssuer, in)
}

// OwnAsk lets a recipient request a reference for their credential. It returns the errors of Ask, and ErrNotAllowed.
func (s *Service) OwnAsk(ctx context.Context, who recipients.Actor, ref string, in Request) (Reference, error) {
	c, err := s.open(ctx, who, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.ask(ctx, who.Recorded(c.DepartmentID), c, OfRecipient, in)
}

// open returns a recipient's credential if its group lets recipients request references.
func (s *Service) open(ctx context.Context, who recipients.Actor, ref string) (credentials.Credential, error) {
	c, err := s.Recipients.Read(ctx, who, ref)
	if err == nil && !c.AllowReferences {
		err = ErrNotAllowed
	}
	return c, err
}

func (s *Service) ask(ctx context.Context, by access.Actor, c credentials.Credential, side Side, in Request) (Reference, error) {
	if !open(c) {
		return Reference{}, ErrNotIssued
	}
	now := s.Clock.Now()
	r := Reference{
		DepartmentID: c.DepartmentID, CredentialID: c.ID, AskedBy: side, State: Requested, CreatedAt: now, UpdatedAt: now, RequestedAt: &now,
	}
	if err := in.apply(&r, c.Recipient.Email); err != nil {
		return Reference{}, err
	}
	if err := s.mayAsk(ctx, by, c, r.Referee.Email); err != nil {
		return Reference{}, err
	}
	err := s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		r.Position = len(all)
		link := s.newLink(&r)
		if err := s.insertTx(ctx, tx, &r, all); err != nil {
			return err
		}
		if err := s.requestTx(ctx, tx, c, r, link); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "reference.asked", r, nil)
	})
	return s.again(ctx, c, r.ID, err)
}

// open reports whether references can be requested for a credential: it is issued and not revoked.
func open(c credentials.Credential) bool {
	return c.State.Issued() && c.State != credentials.Revoked
}

func (s *Service) mayAsk(ctx context.Context, by access.Actor, c credentials.Credential, referee string) error {
	if err := s.Throttle.AllowMail(ctx, "reference", referee, c.DepartmentID); err != nil {
		return err
	}
	if by.RecipientID != 0 {
		if err := s.Throttle.Allow(ctx, perRecipient, strconv.FormatInt(by.RecipientID, 10)); err != nil {
			return err
		}
	}
	return s.Throttle.Allow(ctx, perDepartment, strconv.FormatInt(c.DepartmentID, 10))
}

// Resend emails a request again, with a new link that replaces the last one. It returns ErrNotFound, ErrNotIssued, ErrAnswered, or an
// error after three times a day.
func (s *Service) Resend(ctx context.Context, by access.Actor, ref string, id int64) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.resend(ctx, by, c, id, func(Reference) error { return nil })
}

// OwnResend is Resend for the recipient who made the request. It also returns ErrNotYours.
func (s *Service) OwnResend(ctx context.Context, who recipients.Actor, ref string, id int64) (Reference, error) {
	c, err := s.open(ctx, who, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.resend(ctx, who.Recorded(c.DepartmentID), c, id, own)
}

func (s *Service) resend(ctx context.Context, by access.Actor, c credentials.Credential, id int64, may func(Reference) error) (Reference, error) {
	all, err := s.all(ctx, c)
	if err != nil {
		return Reference{}, err
	}
	if r, err := one(all, id); err != nil {
		return Reference{}, err
	} else if err := again(c, r, may); err != nil {
		return Reference{}, err
	}
	if err := s.Throttle.Allow(ctx, perReference, strconv.FormatInt(id, 10)); err != nil {
		return Reference{}, err
	}
	err = s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		r, err := one(all, id)
		if err != nil {
			return err
		}
		if err := again(c, r, may); err != nil { // it may have been answered since
			return err
		}
		now := s.Clock.Now()
		r.UpdatedAt, r.RequestedAt = now, &now
		link := s.newLink(&r)
		if err := s.s.update(ctx, tx, r); err != nil {
			return err
		}
		if err := s.requestTx(ctx, tx, c, r, link); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "reference.asked_again", r, nil)
	})
	return s.again(ctx, c, id, err)
}

// again reports whether a request may be emailed once more.
func again(c credentials.Credential, r Reference, may func(Reference) error) error {
	switch err := may(r); {
	case err != nil:
		return err
	case r.State != Requested:
		return ErrAnswered
	case !open(c):
		return ErrNotIssued
	}
	return nil
}

// own returns an error if the issuer requested the reference.
func own(r Reference) error {
	if r.AskedBy != OfRecipient {
		return ErrNotYours
	}
	return nil
}
