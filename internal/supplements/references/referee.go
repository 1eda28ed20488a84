package references

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// The limit is high, because a school has many referees in one network, and links cannot be guessed.
var perNetwork = throttle.Rule{Name: "reference.network", Limit: 300, Window: 10 * time.Minute}

// Open returns the content of the page behind a link. It returns ErrLink.
func (s *Service) Open(ctx context.Context, from access.Actor, token string) (Invitation, error) {
	return s.visit(ctx, from, token, func(pgx.Tx, credentials.Credential, *Reference) error { return nil })
}

// Submit stores a referee's reference and notifies, once, whoever requested it. It can be rewritten until it is approved. It returns
// field errors, ErrLink or ErrShown.
func (s *Service) Submit(ctx context.Context, from access.Actor, token string, in Answer) (Invitation, error) {
	return s.visit(ctx, from, token, func(tx pgx.Tx, c credentials.Credential, r *Reference) error {
		if r.State == Approved {
			return ErrShown
		}
		before := *r
		if err := in.apply(r); err != nil {
			return err
		}
		now := s.Clock.Now()
		r.State, r.Rejection, r.ExpiresAt, r.UpdatedAt = Submitted, "", nil, now
		waits := before.State == Submitted
		if !waits {
			r.SubmittedAt = &now
			r.turn++
		}
		if err := s.s.update(ctx, tx, *r); err != nil {
			return err
		}
		by := referee(from, *r)
		if waits {
			return s.note(ctx, tx, by, "reference.changed", *r, changes(before, *r))
		}
		if err := s.submittedTx(ctx, tx, c, *r); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "reference.submitted", *r, nil)
	})
}

// Withdraw deletes a referee's reference, or declines the request, and ends the link. It returns ErrLink.
func (s *Service) Withdraw(ctx context.Context, from access.Actor, token string) (Invitation, error) {
	return s.visit(ctx, from, token, func(tx pgx.Tx, _ credentials.Credential, r *Reference) error {
		r.State, r.Text, r.Rejection, r.tokenHash, r.ExpiresAt, r.UpdatedAt = Withdrawn, "", "", nil, nil, s.Clock.Now()
		if err := s.s.update(ctx, tx, *r); err != nil {
			return err
		}
		return s.note(ctx, tx, referee(from, *r), "reference.withdrawn", *r, nil)
	})
}

// visit runs a function with the reference of a link, one visitor at a time.
func (s *Service) visit(
	ctx context.Context, from access.Actor, token string, do func(tx pgx.Tx, c credentials.Credential, r *Reference) error,
) (Invitation, error) {
	if err := s.Throttle.Allow(ctx, perNetwork, throttle.Network(from.IP)); err != nil {
		return Invitation{}, err
	}
	if !secrets.TokenShaped(tokenPrefix, token) {
		return Invitation{}, ErrLink
	}
	hash := secrets.HashToken(token)
	var what found
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		what, err = s.s.byToken(ctx, tx, hash, s.Clock.Now())
		return err
	})
	if err != nil {
		return Invitation{}, err
	}
	var out Invitation
	err = pg.InDepartment(ctx, s.Pool, what.departmentID, func(tx pgx.Tx) error {
		err := s.changingTx(ctx, tx, what.departmentID, what.credentialID, func(all []Reference) error {
			r, err := one(all, what.id)
			if err != nil || !bytes.Equal(r.tokenHash, hash) { // another link took its place meanwhile
				return ErrLink
			}
			c, err := s.Credentials.ReadIDTx(ctx, tx, what.departmentID, what.credentialID)
			if err != nil {
				return err
			}
			if !open(c) {
				return ErrLink
			}
			if err := do(tx, c, &r); err != nil {
				return err
			}
			out = invitation(c, r)
			return nil
		})
		if errors.Is(err, credentials.ErrNotFound) {
			return ErrLink
		}
		return err
	})
	return out, err
}

func invitation(c credentials.Credential, r Reference) Invitation {
	return Invitation{
		Reference: r, CredentialName: c.Name(), RecipientName: c.Recipient.Name, IssuerName: c.Issuer.Name, IssuerLogo: c.Issuer.Logo,
		Language: c.Group.Language,
	}
}

// referee is the actor behind a link, for the audit record. It has no account.
func referee(from access.Actor, r Reference) access.Actor {
	return access.Actor{DepartmentID: r.DepartmentID, IP: from.IP, RequestID: from.RequestID}
}
