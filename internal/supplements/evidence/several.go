package evidence

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/platform/errs"
)

// With checks the evidence of a new credential and returns a function that adds it. It returns the errors of Add with the number of the
// item before each field.
func (s *Service) With(ctx context.Context, by access.Actor, all []Input) (authoring.With, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	files := 0
	for _, in := range all {
		if in.File.Value != "" {
			files++
		}
	}
	switch { // before any file is read
	case len(all) > MaxItems:
		return nil, ErrTooMany.With("max", MaxItems).At("evidence_items")
	case files > MaxFiles:
		return nil, ErrManyFiles.With("max", MaxFiles).At("evidence_items")
	}
	ready := make([]resolved, len(all))
	for n, in := range all {
		var err error
		if ready[n], err = s.resolve(ctx, by, in); err != nil {
			return nil, at(err, n)
		}
	}
	return func(ctx context.Context, tx pgx.Tx, credentialID int64) error {
		return s.putTx(ctx, tx, by, credentialID, ready)
	}, nil
}

// PutTx adds the evidence of a spreadsheet row to a credential, in a transaction of the department. Items that exist are updated
// instead of added again. It rejects uploads, and otherwise returns the errors of Add with the number of the item before each field.
func (s *Service) PutTx(ctx context.Context, tx pgx.Tx, by access.Actor, credentialID int64, all []Input) error {
	if err := by.Require(access.ManageCredentials); err != nil || len(all) == 0 {
		return err
	}
	ready := make([]resolved, len(all))
	for n, in := range all {
		if in.File.Value != "" || in.Preview.Value != "" {
			field := numbered(n, "file")
			return errs.Field(field, "evidence.takes_no_file")
		}
		ready[n] = resolved{Input: in}
	}
	return s.putTx(ctx, tx, by, credentialID, ready)
}

func (s *Service) putTx(ctx context.Context, tx pgx.Tx, by access.Actor, credentialID int64, all []resolved) error {
	return s.changing(ctx, tx, by.DepartmentID, credentialID, func(items []Item) error {
		there := items
		for n, in := range all {
			i := s.newItem(by.DepartmentID, credentialID)
			if err := in.apply(&i); err != nil {
				return at(err, n)
			}
			if place := slices.IndexFunc(there, func(old Item) bool { return old.same(i) }); place >= 0 {
				old := there[place]
				there = slices.Delete(slices.Clone(there), place, place+1) // two equal items of one call stay two
				if err := s.mendTx(ctx, tx, by, items, old, in); err != nil {
					return at(err, n)
				}
				continue
			}
			added, err := s.addTx(ctx, tx, by, i, items, in)
			if err != nil {
				return at(err, n)
			}
			items = append(items, added)
		}
		return nil
	})
}

// same reports whether an issuer's item has the same link, or the same text, as another.
func (i Item) same(as Item) bool {
	if i.Supplemental || i.Category != as.Category || i.Link != as.Link {
		return false
	}
	switch {
	case i.File != nil || as.File != nil:
		return i.File != nil && as.File != nil && i.File.Key == as.File.Key
	case i.Link != "":
		return true
	}
	return i.Title == as.Title && i.Content.encoded() == as.Content.encoded()
}

// mendTx updates an existing item unless it has the given content already.
func (s *Service) mendTx(ctx context.Context, tx pgx.Tx, by access.Actor, items []Item, old Item, in resolved) error {
	next := old
	if err := in.apply(&next); err != nil {
		return err
	}
	if len(changes(old, next)) == 0 {
		return nil
	}
	return s.changeTx(ctx, tx, by, items, old.ID, in, nil)
}
