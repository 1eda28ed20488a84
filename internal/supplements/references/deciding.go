package references

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/recipients/recipients"
)

// Decide shows or hides a reference. A later decision replaces an earlier one. The referee is notified. It returns field errors,
// ErrNotFound or ErrNoWords.
func (s *Service) Decide(ctx context.Context, by access.Actor, ref string, id int64, d Decision) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.decide(ctx, by, c, id, d, func(Reference) error { return nil })
}

// OwnDecide lets recipients decide on references that they requested. It returns the errors of Decide, and ErrNotYours.
func (s *Service) OwnDecide(ctx context.Context, who recipients.Actor, ref string, id int64, d Decision) (Reference, error) {
	c, err := s.Recipients.Read(ctx, who, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.decide(ctx, who.Recorded(c.DepartmentID), c, id, d, own)
}

func (s *Service) decide(
	ctx context.Context, by access.Actor, c credentials.Credential, id int64, d Decision, may func(Reference) error,
) (Reference, error) {
	if err := d.validate(); err != nil {
		return Reference{}, err
	}
	err := s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		r, err := one(all, id)
		if err != nil {
			return err
		}
		if err := may(r); err != nil {
			return err
		}
		if !r.worded() {
			return ErrNoWords
		}
		return s.decideTx(ctx, tx, by, c, r, d)
	})
	return s.again(ctx, c, id, err)
}

func (s *Service) decideTx(ctx context.Context, tx pgx.Tx, by access.Actor, c credentials.Credential, r Reference, d Decision) error {
	to, action := Approved, "reference.approved"
	if !d.Approve {
		to, action = Rejected, "reference.rejected"
	}
	if r.State == to && r.Rejection == d.Reason {
		return nil // decided so already: nobody is told twice
	}
	now := s.Clock.Now()
	r.State, r.Rejection, r.DecidedAt, r.UpdatedAt = to, d.Reason, &now, now
	link := ""
	if r.asked() {
		link = s.newLink(&r)
	}
	if err := s.s.update(ctx, tx, r); err != nil {
		return err
	}
	if link != "" {
		if err := s.decidedTx(ctx, tx, c, r, link); err != nil {
			return err
		}
	}
	var details map[string]any
	if d.Reason != "" {
		details = map[string]any{"reason": d.Reason}
	}
	return s.note(ctx, tx, by, action, r, details)
}

// OwnList returns the references of a recipient's credential: all that they requested, and the public ones that the issuer requested.
// It returns the errors of recipients.Read.
func (s *Service) OwnList(ctx context.Context, who recipients.Actor, ref string) ([]Reference, error) {
	c, err := s.Recipients.Read(ctx, who, ref)
	if err != nil {
		return nil, err
	}
	all, err := s.all(ctx, c)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r Reference) bool { return r.AskedBy != OfRecipient && r.State != Approved })
	for n, r := range all {
		if r.AskedBy != OfRecipient { // an address that the issuer knows is not theirs to hand on
			all[n].Referee.Email, all[n].Message = "", ""
		}
	}
	return all, nil
}

// OwnRemove deletes a reference that the recipient requested. It returns ErrNotFound or ErrNotYours.
func (s *Service) OwnRemove(ctx context.Context, who recipients.Actor, ref string, id int64) (Reference, error) {
	c, err := s.Recipients.Read(ctx, who, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.remove(ctx, who.Recorded(c.DepartmentID), c, id, own)
}
