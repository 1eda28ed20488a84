package people

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/namechanges"
)

// MailMoved is the kind of mail that tells the former and the new address of a person that an issuer moved their credentials.
const MailMoved = "recipient_moved"

// Change contains new values for a person. An empty value leaves what there is.
type Change struct {
	Name  string
	Email string
	Merge bool // with whoever has the new address
}

func (c *Change) validate() error {
	var wrong errs.Fields
	c.Name, c.Email = i18n.OneLine(c.Name), strings.TrimSpace(c.Email)
	if utf8.RuneCountInString(c.Name) > 255 {
		wrong.Add("name", "too_long", "max", 255)
	}
	switch {
	case c.Email == "":
	case utf8.RuneCountInString(c.Email) > 320:
		wrong.Add("email", "too_long", "max", 320)
	case !credentials.ValidEmail(c.Email):
		wrong.Add("email", "invalid_email")
	}
	return wrong.Err()
}

// whole returns an error unless the actor may change all credentials of the department.
func whole(by access.Actor, p access.Permission) error {
	if err := by.Require(p); err != nil {
		return err
	}
	if by.Sees() != "" {
		return ErrSomeGroups
	}
	if by.Test {
		return access.ErrTestMode
	}
	return nil
}

// Change corrects the name and the address on all credentials of a person in one transaction. If they were issued something, a new address
// takes effect once somebody confirms it with an email, and both addresses are told. If somebody has the new address already, the two become
// one. It returns ErrNotFound, ErrHasSame, ErrWouldMerge, ErrSomeGroups, throttle.ErrTooMany or field errors.
func (s *Service) Change(ctx context.Context, by access.Actor, ref string, to Change) (Person, error) {
	if err := whole(by, access.ManageCredentials); err != nil {
		return Person{}, err
	}
	if err := to.validate(); err != nil {
		return Person{}, err
	}
	var out Person
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		p, err := s.personTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		var ids []int64
		if to.Email != "" && !strings.EqualFold(to.Email, p.Email) {
			if err = s.mayMergeTx(ctx, tx, by.DepartmentID, to); err != nil {
				return err
			}
			if p.IssuedCount > 0 {
				err = s.askTx(ctx, tx, by, ref, p, to)
			} else { // nobody knows of drafts
				ids, err = s.amendTx(ctx, tx, by, p.Email, to.Email)
				p.Email = to.Email
			}
			if err != nil {
				return err
			}
		}
		if to.Name != "" {
			renamed, err := s.Authoring.AmendPersonTx(ctx, tx, by, p.Email, authoring.Amendment{Name: to.Name})
			if err != nil {
				return err
			}
			ids = append(ids, renamed...)
		}
		if err := s.reissueTx(ctx, tx, by.DepartmentID, ids); err != nil {
			return err
		}
		out, err = s.personTx(ctx, tx, by.DepartmentID, ref)
		return err
	})
	return out, err
}

// amendTx changes the address on all credentials of a person and returns them. It returns ErrHasSame.
func (s *Service) amendTx(ctx context.Context, tx pgx.Tx, by access.Actor, from, to string) ([]int64, error) {
	ids, err := s.Authoring.AmendPersonTx(ctx, tx, by, from, authoring.Amendment{Email: to})
	if errs.KindOf(err) == errs.Invalid {
		return nil, ErrHasSame
	}
	return ids, err
}

// reissueTx has credentials signed and printed again.
func (s *Service) reissueTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil
	}
	return s.Queue.EnqueueTx(ctx, tx, namechanges.Reissue{DepartmentID: departmentID, CredentialIDs: ids})
}
