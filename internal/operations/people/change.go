package people

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
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
	if by.Groups != "" {
		return ErrSomeGroups
	}
	if by.Test {
		return access.ErrTestMode
	}
	return nil
}

// Change corrects the name and the address on all credentials of a person in one transaction. If somebody has the new address already, the
// two become one. Both addresses are told about a new one. It returns ErrNotFound, ErrHasSame, ErrSomeGroups or field errors.
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
			if ids, err = s.moveTx(ctx, tx, by, ref, p, to.Email); err != nil {
				return err
			}
			if p, err = s.personTx(ctx, tx, by.DepartmentID, ref); err != nil {
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

// moveTx changes the address on all credentials of a person, tells both addresses, and returns the changed credentials.
func (s *Service) moveTx(ctx context.Context, tx pgx.Tx, by access.Actor, ref string, p Person, email string) ([]int64, error) {
	ids, err := s.Authoring.AmendPersonTx(ctx, tx, by, p.Email, authoring.Amendment{Email: email})
	if errs.KindOf(err) == errs.Invalid {
		return nil, ErrHasSame
	}
	if err != nil {
		return nil, err
	}
	c, err := s.Credentials.ReadRefTx(ctx, tx, by.DepartmentID, ref)
	if err != nil || p.IssuedCount == 0 {
		return ids, err // nobody knows of drafts
	}
	var drafts []outbox.Draft
	for _, to := range []string{p.Email, email} {
		drafts = append(drafts, outbox.Draft{
			Kind: MailMoved, To: to, Language: c.Group.Language, DedupeKey: MailMoved + ":" + uuid.NewString(), DepartmentID: by.DepartmentID,
			Params: map[string]string{"name": p.Name, "issuer": c.Issuer.Name, "from": p.Email, "to": email, "link": s.Links.Page("/retrieve")},
		})
	}
	return ids, s.Outbox.WriteTx(ctx, tx, drafts)
}

// reissueTx has credentials signed and printed again.
func (s *Service) reissueTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil
	}
	return s.Queue.EnqueueTx(ctx, tx, namechanges.Reissue{DepartmentID: departmentID, CredentialIDs: ids})
}
