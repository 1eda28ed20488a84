package evidence

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence/internal/db"
)

// OwnList returns all evidence of a recipient's credential. It returns the errors of recipients.Read.
func (s *Service) OwnList(ctx context.Context, who recipients.Actor, ref string) ([]Item, error) {
	c, err := s.recipients.Read(ctx, who, ref)
	if err != nil {
		return nil, err
	}
	return s.all(ctx, c)
}

func (s *Service) all(ctx context.Context, c credentials.Credential) (items []Item, err error) {
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		items, err = s.s.of(ctx, tx, c.DepartmentID, c.ID)
		return err
	})
	return items, err
}

// OwnPolicy signs an upload form for a file that a recipient adds to a credential. It returns the errors of OwnAdd and
// uploads.RecipientPolicy.
func (s *Service) OwnPolicy(ctx context.Context, who recipients.Actor, ref string, in uploads.Request) (objects.Policy, error) {
	c, err := s.open(ctx, who, ref)
	if err != nil {
		return objects.Policy{}, err
	}
	return s.files.RecipientPolicy(ctx, who.Recorded(c.DepartmentID), in)
}

// open returns a recipient's credential if its group lets recipients add evidence.
func (s *Service) open(ctx context.Context, who recipients.Actor, ref string) (credentials.Credential, error) {
	c, err := s.recipients.Read(ctx, who, ref)
	if err == nil && !c.AllowEvidence {
		err = ErrNotAllowed
	}
	return c, err
}

// OwnAdd adds a recipient's item to their credential. It awaits review if the group requires that. It returns the errors of Add, and
// ErrNotAllowed.
func (s *Service) OwnAdd(ctx context.Context, who recipients.Actor, ref string, in Input) (Item, error) {
	c, err := s.open(ctx, who, ref)
	if err != nil {
		return Item{}, err
	}
	by := who.Recorded(c.DepartmentID)
	r, err := s.resolve(ctx, by, in)
	if err != nil {
		return Item{}, err
	}
	var added Item
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, c.DepartmentID, c.ID, func(items []Item) error {
			i := s.newItem(c.DepartmentID, c.ID)
			i.Supplemental = true
			if err := s.submit(ctx, tx, &i, in.Draft); err != nil {
				return err
			}
			added, err = s.addTx(ctx, tx, by, i, items, r)
			return err
		})
	})
	if err != nil {
		return Item{}, err
	}
	return s.ownOne(ctx, c, added.ID)
}

// submit sets the review state of an item that its recipient has just written.
func (s *Service) submit(ctx context.Context, tx pgx.Tx, i *Item, draft bool) error {
	if draft {
		i.State, i.SubmittedAt = Draft, nil
		return nil
	}
	waits, err := s.s.q.EvidenceNeedsApproval(ctx, tx, db.EvidenceNeedsApprovalParams{DepartmentID: i.DepartmentID, CredentialID: i.CredentialID})
	if err != nil {
		return err
	}
	i.State, i.SubmittedAt, i.Rejection = Accepted, nil, ""
	if waits {
		now := s.clock.Now()
		i.State, i.SubmittedAt = Submitted, &now
	}
	return nil
}

func (s *Service) ownOne(ctx context.Context, c credentials.Credential, id int64) (Item, error) {
	items, err := s.all(ctx, c)
	if err != nil {
		return Item{}, err
	}
	return one(items, id)
}

// ownItem returns an item that the recipient may change: their own, on a credential that takes evidence from them.
func (s *Service) ownItem(ctx context.Context, who recipients.Actor, ref string, id int64) (credentials.Credential, Item, error) {
	c, err := s.recipients.Read(ctx, who, ref)
	if err != nil {
		return c, Item{}, err
	}
	i, err := s.ownOne(ctx, c, id)
	switch {
	case err != nil:
		return c, i, err
	case !i.Supplemental:
		return c, i, ErrNotYours
	}
	return c, i, nil
}

// OwnChange changes a recipient's item, or moves any item of their credential to another position. If the group requires review, a changed
// item awaits it again. It returns the errors of OwnAdd, ErrNotFound and ErrNotYours.
func (s *Service) OwnChange(ctx context.Context, who recipients.Actor, ref string, id int64, in Input) (Item, error) {
	if in.moves() {
		return s.ownMove(ctx, who, ref, id, in.Position.Value)
	}
	c, before, err := s.ownItem(ctx, who, ref, id)
	if err == nil && !c.AllowEvidence {
		err = ErrNotAllowed
	}
	if err != nil {
		return Item{}, err
	}
	by := who.Recorded(c.DepartmentID)
	r, err := s.resolve(ctx, by, in)
	if err != nil {
		return Item{}, err
	}
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, c.DepartmentID, c.ID, func(items []Item) error {
			if !in.writes() && before.State != Draft {
				return s.changeTx(ctx, tx, by, items, id, r, nil)
			}
			var refusal error
			err := s.changeTx(ctx, tx, by, items, id, r, func(i *Item) { refusal = s.submit(ctx, tx, i, in.Draft) })
			if refusal != nil {
				return refusal
			}
			return err
		})
	})
	if err != nil {
		return Item{}, err
	}
	return s.ownOne(ctx, c, id)
}

// moves reports whether an input changes the position alone.
func (in Input) moves() bool { return in.Position.Given && !in.writes() && !in.Hidden.Given }

func (s *Service) ownMove(ctx context.Context, who recipients.Actor, ref string, id int64, to int) (Item, error) {
	c, err := s.recipients.Read(ctx, who, ref)
	if err != nil {
		return Item{}, err
	}
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		return s.changing(ctx, tx, c.DepartmentID, c.ID, func(items []Item) error {
			i, err := one(items, id)
			if err != nil {
				return err
			}
			if err := s.s.place(ctx, tx, c.DepartmentID, moved(items, id, to)); err != nil {
				return err
			}
			return s.note(ctx, tx, who.Recorded(c.DepartmentID), "evidence.changed", i, map[string]any{"position": to})
		})
	})
	if err != nil {
		return Item{}, err
	}
	return s.ownOne(ctx, c, id)
}

// OwnRemove deletes a recipient's item. It returns ErrNotFound or ErrNotYours.
func (s *Service) OwnRemove(ctx context.Context, who recipients.Actor, ref string, id int64) (Item, error) {
	c, i, err := s.ownItem(ctx, who, ref, id)
	if err != nil {
		return Item{}, err
	}
	return i, s.remove(ctx, who.Recorded(c.DepartmentID), i)
}
