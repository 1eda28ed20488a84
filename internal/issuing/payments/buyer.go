package payments

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/payments/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

func (b *Buyer) validate() error {
	var wrong errs.Fields
	b.Country = strings.ToUpper(b.Country)
	for _, f := range []struct {
		name  string
		value *string
		most  int
	}{
		{"name", &b.Name, 255}, {"email", &b.Email, 320}, {"line1", &b.Line1, 255}, {"line2", &b.Line2, 255}, {"postal_code", &b.PostalCode, 40},
		{"city", &b.City, 255}, {"region", &b.Region, 255}, {"tax_id", &b.TaxID, 60},
	} {
		*f.value = i18n.OneLine(strings.TrimSpace(*f.value))
		if utf8.RuneCountInString(*f.value) > f.most {
			wrong.Add(f.name, "too_long")
		}
	}
	if b.Name == "" {
		wrong.Add("name", "required")
	}
	if b.Email != "" && !strings.Contains(b.Email, "@") {
		wrong.Add("email", "invalid")
	}
	if b.Country != "" && !countryCode.MatchString(b.Country) {
		wrong.Add("country", "invalid")
	}
	return wrong.Err()
}

// SaveBuyer changes who the invoices of the actor's department are for. It returns field errors, ErrOff and ErrUnavailable.
func (s *Service) SaveBuyer(ctx context.Context, by access.Actor, b Buyer) (Customer, error) {
	if err := s.may(by, managing); err != nil {
		return Customer{}, err
	}
	if err := b.validate(); err != nil {
		return Customer{}, err
	}
	c, err := s.open(ctx, by)
	if err != nil {
		return Customer{}, err
	}
	if s.stripe != nil {
		b.TaxID = c.Buyer.TaxID // Stripe checks tax ids on its own page
	}
	if err := s.provider.SaveBuyer(ctx, c, b); err != nil {
		return Customer{}, failure(err)
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.saveBuyerTx(ctx, tx, by.DepartmentID, b); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "billing.details_changed", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"country": b.Country}})
	})
	if err != nil {
		return Customer{}, err
	}
	return s.customer(ctx, by.DepartmentID)
}

func (s *Service) saveBuyerTx(ctx context.Context, tx pgx.Tx, departmentID int64, b Buyer) error {
	err := s.q.CustomerBuyer(ctx, tx, db.CustomerBuyerParams{
		DepartmentID: departmentID, Name: b.Name, Email: b.Email, Line1: b.Line1, Line2: b.Line2, PostalCode: b.PostalCode, City: b.City, Region: b.Region,
		Country: b.Country, TaxID: b.TaxID, Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("save billing details: %w", err)
	}
	return nil
}
