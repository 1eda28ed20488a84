package sso

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

const (
	recordPrefix = "_laurel."
	valuePrefix  = "laurel-domain="
)

func domainToOut(row db.SsoDomain) Domain {
	return Domain{
		ID: row.ID, Domain: row.Domain, RecordName: recordPrefix + row.Domain, RecordValue: valuePrefix + row.Token,
		VerifiedAt: row.VerifiedAt, CreatedAt: row.CreatedAt,
	}
}

// Domains returns the domains of the actor's department by name.
func (s *Service) Domains(ctx context.Context, by access.Actor) ([]Domain, error) {
	if err := MayManage(by); err != nil {
		return nil, err
	}
	var rows []db.SsoDomain
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.DomainList(ctx, tx, by.DepartmentID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list domains: %w", err)
	}
	out := make([]Domain, len(rows))
	for i, row := range rows {
		out[i] = domainToOut(row)
	}
	return out, nil
}

// AddDomain adds a domain that is not proved yet. It returns a field error, ErrDomainListed or ErrTooManyDomains.
func (s *Service) AddDomain(ctx context.Context, by access.Actor, name string) (Domain, error) {
	name, ok := normalDomain(name)
	if !ok {
		if err := MayManage(by); err != nil {
			return Domain{}, err
		}
		return Domain{}, errs.Field("domain", "sso_domain.invalid")
	}
	return s.writeDomain(ctx, by, "sso_domain.added", func(tx pgx.Tx) (db.SsoDomain, error) {
		all, err := s.q.DomainList(ctx, tx, by.DepartmentID)
		if err != nil {
			return db.SsoDomain{}, fmt.Errorf("list domains: %w", err)
		}
		if len(all) >= mostDomains {
			return db.SsoDomain{}, ErrTooManyDomains.With("max", mostDomains)
		}
		row, err := s.q.DomainInsert(ctx, tx, db.DomainInsertParams{
			DepartmentID: by.DepartmentID, Domain: name, Token: secrets.NewToken(""), Now: s.Clock.Now(),
		})
		if pg.Violates(err, "sso_domains_department_domain_key") {
			return row, ErrDomainListed.At("domain")
		}
		return row, err
	})
}

// CheckDomain looks for the TXT record and notes that the domain is proved. It returns ErrDomainNotFound, ErrDomainNoRecord,
// ErrDomainLookup if nobody answers, or ErrDomainTaken if another department has proved it.
func (s *Service) CheckDomain(ctx context.Context, by access.Actor, id int64) (Domain, error) {
	if err := MayManage(by); err != nil {
		return Domain{}, err
	}
	if err := s.Throttle.Allow(ctx, checkPerScope, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return Domain{}, err
	}
	var row db.SsoDomain
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		row, err = s.domain(ctx, tx, by, id)
		return err
	})
	if err != nil {
		return Domain{}, err
	}
	want := domainToOut(row)
	found, err := s.TXT(ctx, want.RecordName)
	if err != nil {
		return Domain{}, ErrDomainLookup.Wrap(err)
	}
	if !slices.ContainsFunc(found, func(one string) bool { return strings.TrimSpace(one) == want.RecordValue }) {
		return Domain{}, ErrDomainNoRecord
	}
	return s.writeDomain(ctx, by, "sso_domain.verified", func(tx pgx.Tx) (db.SsoDomain, error) {
		row, err := s.q.DomainVerify(ctx, tx, db.DomainVerifyParams{DepartmentID: by.DepartmentID, ID: id, Now: s.Clock.Now()})
		switch {
		case pg.Violates(err, "sso_domains_verified_key"):
			return row, ErrDomainTaken
		case pg.NoRows(err):
			return row, ErrDomainNotFound
		}
		return row, err
	})
}

// RemoveDomain removes a domain: nobody is linked by its addresses any more. It returns ErrDomainNotFound.
func (s *Service) RemoveDomain(ctx context.Context, by access.Actor, id int64) (Domain, error) {
	return s.writeDomain(ctx, by, "sso_domain.removed", func(tx pgx.Tx) (db.SsoDomain, error) {
		row, err := s.domain(ctx, tx, by, id)
		if err != nil {
			return row, err
		}
		return row, s.q.DomainDelete(ctx, tx, db.DomainDeleteParams{DepartmentID: by.DepartmentID, ID: id})
	})
}

func (s *Service) domain(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) (db.SsoDomain, error) {
	row, err := s.q.DomainRead(ctx, tx, db.DomainReadParams{DepartmentID: by.DepartmentID, ID: id})
	if pg.NoRows(err) {
		return row, ErrDomainNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read domain: %w", err)
	}
	return row, nil
}

func (s *Service) writeDomain(ctx context.Context, by access.Actor, action string, change func(pgx.Tx) (db.SsoDomain, error)) (Domain, error) {
	if err := MayChange(by); err != nil {
		return Domain{}, err
	}
	var row db.SsoDomain
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if err := s.q.ConnectionLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock domains: %w", err)
		}
		if row, err = change(tx); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: action, ObjectKind: "sso_domain", ObjectID: row.ID, Details: map[string]any{"domain": row.Domain},
		})
	})
	return domainToOut(row), err
}

// normalDomain returns a domain as it is stored: in lower case, and international ones in their ASCII form.
func normalDomain(name string) (string, bool) {
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(strings.TrimSpace(name), "."))
	if err != nil || len(name) > longestDomain || strings.Trim(name, "0123456789.") == "" {
		return "", false
	}
	before, after, found := strings.Cut(name, ".")
	return strings.ToLower(name), found && before != "" && after != "" && !strings.Contains(name, "..")
}

// domainOf returns the domain of an email address, or "".
func domainOf(email string) string {
	name, _ := normalDomain(email[strings.LastIndexByte(email, '@')+1:])
	return name
}
