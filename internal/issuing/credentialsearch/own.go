package credentialsearch

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// ListOwn returns the owner's issued credentials that match a query, or field errors.
func (s *Service) ListOwn(ctx context.Context, o credentials.Owner, q OwnQuery) (page.Page[credentials.Credential], error) {
	if len(o.Emails) == 0 {
		return page.Of[credentials.Credential](q.Page, nil, 0), nil
	}
	f, err := q.filter(o, s.clock.Now())
	if err != nil {
		return page.Page[credentials.Credential]{}, err
	}
	var all []credentials.Credential
	var total int64
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		ids, err := f.page(ctx, tx, q.Page.Limit(), q.Page.Offset())
		if err != nil {
			return err
		}
		if all, err = s.credentials.ReadInOrderTx(ctx, tx, ids); err != nil {
			return err
		}
		total, err = f.count(ctx, tx, MostCounted)
		return err
	})
	if err != nil {
		return page.Page[credentials.Credential]{}, fmt.Errorf("list what somebody holds: %w", err)
	}
	for i, c := range all {
		all[i].State = s.credentials.StateByDate(c)
	}
	return page.Of(q.Page, all, total), nil
}

// ChoicesOwn returns the values by which the owner's list can be filtered.
func (s *Service) ChoicesOwn(ctx context.Context, o credentials.Owner) (out OwnChoices, err error) {
	if len(o.Emails) == 0 {
		return out, nil
	}
	var rows []db.CredentialChoicesOwnedRow
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err = s.q.CredentialChoicesOwned(ctx, tx, db.CredentialChoicesOwnedParams{Emails: o.Emails, DepartmentID: pg.OrNull(o.DepartmentID), Groups: append([]int64{}, o.Groups...)})
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
