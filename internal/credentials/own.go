package credentials

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/credentials/internal/db"
	"laurel/internal/page"
	"laurel/internal/pg"
)

// Owner is a person who proved to be the one behind an address; the zero Owner owns nothing.
type Owner struct {
	Email        string
	DepartmentID int64 // 0: proved it to everybody, else to one department only
}

// Owns tells whether a credential that was issued is the owner's. A test is nobody's.
func (o Owner) Owns(c Credential) bool {
	return o.Email != "" && !c.Test && strings.EqualFold(o.Email, c.Recipient.Email) && c.State.Issued() &&
		(o.DepartmentID == 0 || o.DepartmentID == c.DepartmentID)
}

// ReadOwn gives its owner a credential that was issued, private or not. Of others' it is ErrNotFound.
func (s *Service) ReadOwn(ctx context.Context, o Owner, ref string) (c Credential, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		c, err = s.ReadOwnTx(ctx, tx, o, ref)
		return err
	})
	return c, err
}

// ReadOwnTx is ReadOwn inside a transaction that sees every department.
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

// ListOwn lists what was issued to its owner, the latest first; a search keeps what has its words in its name or its issuer's.
func (s *Service) ListOwn(ctx context.Context, o Owner, search string, r page.Request) (page.Page[Credential], error) {
	if o.Email == "" {
		return page.Of[Credential](r, nil, 0), nil
	}
	var department *int64
	if o.DepartmentID != 0 {
		department = &o.DepartmentID
	}
	search = strings.TrimSpace(search)
	var all []Credential
	var total int64
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if all, err = s.s.listOwned(ctx, tx, db.CredentialListOwnedParams{
			Email: o.Email, DepartmentID: department, Search: search, RowLimit: r.Limit(), RowOffset: r.Offset(),
		}); err != nil {
			return err
		}
		total, err = s.s.q.CredentialCountOwned(ctx, tx, db.CredentialCountOwnedParams{Email: o.Email, DepartmentID: department, Search: search})
		return err
	})
	if err != nil {
		return page.Page[Credential]{}, fmt.Errorf("list what somebody holds: %w", err)
	}
	for i, c := range all {
		all[i].State = s.stateByDate(c)
	}
	return page.Of(r, all, total), nil
}

func (s store) listOwned(ctx context.Context, tx pgx.Tx, p db.CredentialListOwnedParams) ([]Credential, error) {
	rows, err := s.q.CredentialListOwned(ctx, tx, p)
	return s.shown(ctx, tx, rows, err)
}
