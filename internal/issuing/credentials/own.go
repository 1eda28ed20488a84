package credentials

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Owner is a person who has proved to own an email address. The zero Owner owns nothing.
type Owner struct {
	Email        string
	DepartmentID int64   // 0: proved it to everybody, else to one department only
	Groups       []int64 // the only ones of that department; none: all
}

// Owns reports whether an issued credential belongs to the owner. Test credentials belong to nobody.
func (o Owner) Owns(c Credential) bool {
	return o.Email != "" && !c.Test && strings.EqualFold(o.Email, c.Recipient.Email) && c.State.Issued() &&
		(o.DepartmentID == 0 || o.DepartmentID == c.DepartmentID) && (len(o.Groups) == 0 || slices.Contains(o.Groups, c.Group.ID))
}

// ReadOwn returns an issued credential to its owner, private or not. For other people's it returns ErrNotFound.
func (s *Service) ReadOwn(ctx context.Context, o Owner, ref string) (c Credential, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		c, err = s.ReadOwnTx(ctx, tx, o, ref)
		return err
	})
	return c, err
}

// ReadOwnTx is ReadOwn in a transaction that sees every department.
func (s *Service) ReadOwnTx(ctx context.Context, tx pgx.Tx, o Owner, ref string) (Credential, error) {
	c, err := s.s.readPublic(ctx, tx, ref)
	if err != nil {
		return Credential{}, err
	}
	if !o.Owns(c) {
		return Credential{}, ErrNotFound
	}
	c.State = s.stateByDate(c)
	return c, nil
}

// ListOwn returns the owner's issued credentials that match a query, or field errors.
func (s *Service) ListOwn(ctx context.Context, o Owner, q OwnQuery) (page.Page[Credential], error) {
	if o.Email == "" {
		return page.Of[Credential](q.Page, nil, 0), nil
	}
	f, err := q.filter(o, s.clock.Now())
	if err != nil {
		return page.Page[Credential]{}, err
	}
	var all []Credential
	var total int64
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		ids, err := f.page(ctx, tx, q.Page.Limit(), q.Page.Offset())
		if err != nil {
			return err
		}
		rows, err := s.s.q.CredentialReadPage(ctx, tx, ids)
		if all, err = s.s.shown(ctx, tx, rows, err); err != nil {
			return err
		}
		total, err = f.count(ctx, tx, MostCounted)
		return err
	})
	if err != nil {
		return page.Page[Credential]{}, fmt.Errorf("list what somebody holds: %w", err)
	}
	for i, c := range all {
		all[i].State = s.stateByDate(c)
	}
	return page.Of(q.Page, all, total), nil
}

// ChoicesOwn returns the values by which the owner's list can be filtered.
func (s *Service) ChoicesOwn(ctx context.Context, o Owner) (out OwnChoices, err error) {
	if o.Email == "" {
		return out, nil
	}
	var rows []db.CredentialChoicesOwnedRow
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err = s.s.q.CredentialChoicesOwned(ctx, tx, db.CredentialChoicesOwnedParams{Email: o.Email, DepartmentID: o.department(), Groups: append([]int64{}, o.Groups...)})
		return err
	})
	if err != nil {
		return out, fmt.Errorf("list what somebody's credentials can be narrowed by: %w", err)
	}
	for _, r := range rows {
		if r.DepartmentID != 0 {
			out.Issuers = append(out.Issuers, OwnIssuer{r.DepartmentID, r.Name})
		} else {
			out.Skills = append(out.Skills, r.Name)
		}
	}
	return out, nil
}

func (o Owner) department() *int64 {
	if o.DepartmentID == 0 {
		return nil
	}
	return &o.DepartmentID
}
