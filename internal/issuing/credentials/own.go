package credentials

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
)

// Owner is a person who has proved to own email addresses. The zero Owner owns nothing.
type Owner struct {
	Emails       []string // in lower case
	DepartmentID int64    // 0: proved it to everybody, else to one department only
	Groups       []int64  // the only ones of that department; none: all
}

// Owns reports whether an issued credential belongs to the owner. Test credentials belong to nobody.
func (o Owner) Owns(c Credential) bool {
	return !c.Test && c.Recipient.Email != "" && slices.Contains(o.Emails, strings.ToLower(c.Recipient.Email)) && c.State.Issued() &&
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
	c.State = s.StateByDate(c)
	return c, nil
}
