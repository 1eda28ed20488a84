// Package features says which parts of the product a department has. A feature is on or off by default, and an operator may
// decide otherwise for one department.
package features

import (
	"context"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/departments"
	"laurel/internal/errs"
	"laurel/internal/features/internal/db"
	"laurel/internal/pg"
)

// Name is a feature.
type Name string

// The features.
const (
	BadgeDesigns       Name = "badge_designs"
	PrintPDF           Name = "print_pdf"
	BakedBadges        Name = "baked_badges"
	PrivateCredentials Name = "private_credentials"
	APIKeys            Name = "api_keys"
	SingleSignOn       Name = "single_sign_on"
	SpreadsheetImport  Name = "spreadsheet_import"
	Evidence           Name = "evidence"
	Analytics          Name = "analytics"
	Teams              Name = "teams"
	Billing            Name = "billing"
)

// defaults lists every feature; what is not built yet is off.
var defaults = map[Name]bool{
	BadgeDesigns: true, PrintPDF: true, BakedBadges: true, PrivateCredentials: true, APIKeys: true, SingleSignOn: true,
	SpreadsheetImport: false, Evidence: false, Analytics: false, Teams: false, Billing: false,
}

// ErrUnknown refuses a name that is no feature.
var ErrUnknown = errs.New(errs.Invalid, "feature.unknown")

// Service answers what is on.
type Service struct {
	pool  *pgxpool.Pool
	audit *audit.Log
	q     *db.Queries
}

// New makes the service.
func New(pool *pgxpool.Pool, log *audit.Log) *Service {
	return &Service{pool: pool, audit: log, q: db.New()}
}

// All tells for each feature whether the department has it. Only the actor's own department may be asked about: another one is
// refused with departments.ErrNotFound.
func (s *Service) All(ctx context.Context, by access.Actor, departmentID int64) (map[Name]bool, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	if departmentID != by.DepartmentID {
		return nil, departments.ErrNotFound
	}
	out := maps.Clone(defaults)
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		rows, err := s.q.FeaturesOfDepartment(ctx, tx, departmentID)
		if err != nil {
			return fmt.Errorf("list features: %w", err)
		}
		for _, row := range rows {
			if _, known := defaults[Name(row.Name)]; known { // a feature that was removed may still have rows
				out[Name(row.Name)] = row.Enabled
			}
		}
		return nil
	})
	return out, err
}

// Set turns a feature of a department on or off. It is the operator's to decide, so no actor is asked. It refuses with
// ErrUnknown.
func (s *Service) Set(ctx context.Context, departmentID int64, name Name, enabled bool) error {
	if _, known := defaults[name]; !known {
		return ErrUnknown.With("name", name)
	}
	return pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		err := s.q.FeatureSet(ctx, tx, db.FeatureSetParams{DepartmentID: departmentID, Name: string(name), Enabled: enabled})
		if pg.Violates(err, "features_department_id_fkey") {
			return departments.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("set feature: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, access.Actor{DepartmentID: departmentID}, audit.Event{
			Action: "feature.set", ObjectKind: "feature", ObjectID: name, Details: map[string]any{"enabled": enabled},
		})
	})
}
