package credentialsearch

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Owned is a page of a person's own credentials.
type Owned struct {
	page.Page[credentials.Credential]
	Next   string     // the cursor of the next page, or "" at the end
	Facets *OwnFacets // nil unless the query asks for them
}

// ListOwn returns the owner's issued credentials that match a query, or field errors.
func (s *Service) ListOwn(ctx context.Context, o credentials.Owner, q OwnQuery) (Owned, error) {
	if len(o.Emails) == 0 {
		out := Owned{Page: page.Of[credentials.Credential](q.Page, nil, 0)}
		if q.Facets {
			out.Facets = &OwnFacets{}
		}
		return out, nil
	}
	f, err := q.filter(o, s.clock.Now())
	if err != nil {
		return Owned{}, err
	}
	var out Owned
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		if out, err = s.listOwnTx(ctx, tx, f, q); err != nil || !q.Facets {
			return err
		}
		facets, err := s.facetsOwnTx(ctx, tx, o)
		out.Facets = &facets
		return err
	})
	if err != nil {
		return Owned{}, fmt.Errorf("list a person's credentials: %w", err)
	}
	for i, c := range out.Items {
		out.Items[i].State = s.credentials.StateByDate(c)
	}
	return out, nil
}

func (s *Service) listOwnTx(ctx context.Context, tx pgx.Tx, f *filter, q OwnQuery) (out Owned, err error) {
	size, offset := q.Page.Limit(), q.Page.Offset()
	if f.begins != nil {
		offset = 0
	}
	ids, err := f.page(ctx, tx, size+1, offset) // one more shows whether there is a next page
	if err != nil {
		return out, err
	}
	if len(ids) > int(size) {
		ids = ids[:size]
		if out.Next, err = f.after(ctx, tx, q.Sort, ids[size-1]); err != nil {
			return out, err
		}
	}
	all, err := s.credentials.ReadInOrderTx(ctx, tx, ids)
	if err != nil {
		return out, err
	}
	total, err := f.count(ctx, tx, MostCounted)
	out.Page = page.Of(q.Page, all, total)
	return out, err
}

// FacetsOwn counts all of the owner's credentials by the values that their list can be filtered by.
func (s *Service) FacetsOwn(ctx context.Context, o credentials.Owner) (out OwnFacets, err error) {
	if len(o.Emails) == 0 {
		return out, nil
	}
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		out, err = s.facetsOwnTx(ctx, tx, o)
		return err
	})
	return out, err
}

func (s *Service) facetsOwnTx(ctx context.Context, tx pgx.Tx, o credentials.Owner) (out OwnFacets, err error) {
	rows, err := s.q.CredentialFacetsOwned(ctx, tx, db.CredentialFacetsOwnedParams{
		Now: s.clock.Now(), Emails: o.Emails, DepartmentID: pg.OrNull(o.DepartmentID), Groups: append([]int64{}, o.Groups...),
	})
	if err != nil {
		return out, fmt.Errorf("count a person's credentials: %w", err)
	}
	for _, r := range rows {
		number, _ := strconv.ParseInt(r.Value, 10, 64) // of an issuer or a year
		switch r.Facet {
		case "issuer":
			out.Issuers = append(out.Issuers, OwnIssuer{number, r.Name, r.Held})
		case "skill":
			out.Skills = append(out.Skills, OwnSkill{r.Name, r.Held})
		case "state":
			out.States = append(out.States, OwnState{credentials.State(r.Value), r.Held})
		case "year":
			out.Years = append(out.Years, OwnYear{int(number), r.Held})
		}
	}
	if o.DepartmentID != 0 { // an issuer's link proves nothing about other addresses
		return out, nil
	}
	elsewhere, err := s.q.CredentialIssuersElsewhere(ctx, tx, o.Emails)
	if err != nil {
		return out, fmt.Errorf("look for a person's other addresses: %w", err)
	}
	for _, r := range elsewhere {
		out.Elsewhere = append(out.Elsewhere, OwnIssuer{r.DepartmentID, r.Name, r.Held})
	}
	return out, nil
}
