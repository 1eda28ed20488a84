// Package authoring creates credentials and changes what they say, one or many at a time.
package authoring

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
)

// Attributes provides the custom attributes of a department.
type Attributes interface {
	// KindsTx returns the kind of each attribute by its key.
	KindsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (map[string]attributes.Kind, error)
	// AcceptTx finds the attribute of each value of a credential that is being written by its key or name. It may create attributes.
	AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any) (attributes.Matched, error)
}

// Images checks an image that a client sets as the value of an image attribute.
type Images interface {
	Use(ctx context.Context, by access.Actor, url string) (uploads.Image, error)
}

// Service creates and changes credentials.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	audit       *audit.Log
	credentials *credentials.Service
	search      *credentialsearch.Service
	attributes  Attributes
	images      Images
	credits     credentials.Credits

	notices Notices // nil: nobody is told
}

// Deps are the services that a Service uses.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Credentials *credentials.Service
	Search      *credentialsearch.Service
	Attributes  Attributes
	Images      Images
}

// New returns a service.
func New(d Deps) *Service {
	return &Service{
		pool: d.Pool, q: db.New(), clock: d.Clock, audit: d.Audit, credentials: d.Credentials, search: d.Search, attributes: d.Attributes,
		images: d.Images, credits: credentials.Unlimited{},
	}
}

// WithCredits makes the service require credits. Without it, issuing is free.
func (s *Service) WithCredits(credits credentials.Credits) *Service {
	s.credits = credits
	return s
}

// With adds what belongs to a credential in the transaction that creates it.
type With func(ctx context.Context, tx pgx.Tx, credentialID int64) error

// Create adds a draft. It returns field errors, ErrGroupNotFound, ErrGroupArchived or ErrGroupWithoutDesign.
func (s *Service) Create(ctx context.Context, by access.Actor, in credentials.Input, with ...With) (credentials.Credential, error) {
	in, err := s.Resolve(ctx, by, in)
	if err != nil {
		return credentials.Credential{}, err
	}
	var c credentials.Credential
	err = pg.InDepartment(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		c, _, err = s.newTx(ctx, tx, by, in, false)
		if err != nil || len(with) == 0 {
			return err
		}
		if err := addTo(ctx, tx, c.ID, with); err != nil {
			return err
		}
		c, err = s.credentials.ReadTx(ctx, tx, by.DepartmentID, c.ID)
		return err
	})
	return c, err
}

// draft returns a new credential of a group with the values of the input.
func (s *Service) draft(by access.Actor, group start, in credentials.Input, kinds map[string]attributes.Kind) (credentials.Credential, error) {
	now := s.clock.Now()
	c := credentials.Credential{
		DepartmentID: by.DepartmentID, UUID: uuid.New(), EncodedID: newEncodedID(), PrivateKey: newPrivateKey(), State: credentials.Draft,
		IssuedOn: clock.Today(s.clock, group.zone), Private: group.Private, Complete: true, AllowEvidence: group.settings.EvidenceAllowed,
		AllowReferences: group.settings.ReferencesAllowed, CustomAttributes: map[string]any{}, Source: in.Source, EmailStatus: credentials.MailNone,
		CreatedAt: now, UpdatedAt: now,
	}
	if c.Source == "" {
		c.Source = "dashboard"
	}
	c.Group.ID = group.ID
	if err := in.Apply(&c, kinds); err != nil {
		return credentials.Credential{}, err
	}
	s.endAtOnce(by, in, credentials.Credential{}, &c, group.zone)
	if !in.ExpiredOn.Given && group.AutoExpiryAmount != nil {
		d := expiry(c.IssuedOn, int(*group.AutoExpiryAmount), pg.OrZero(group.AutoExpiryUnit))
		c.ExpiredOn = &d
	}
	return c, nil
}

func (s *Service) group(ctx context.Context, tx pgx.Tx, departmentID int64, in credentials.Input) (db.GroupForCredentialRow, error) {
	group, err := s.q.GroupForCredential(ctx, tx, groupOf(in, departmentID))
	switch {
	case pg.NoRows(err):
		return group, credentials.ErrGroupNotFound
	case err != nil:
		return group, fmt.Errorf("read group: %w", err)
	}
	return group, usable(in, group)
}

// usable returns an error if a group does not accept new credentials, or not this one.
func usable(in credentials.Input, group db.GroupForCredentialRow) error {
	switch {
	case group.State == "archived":
		return credentials.ErrGroupArchived
	case group.CertificateDesignID == nil && group.BadgeDesignID == nil && !in.Undesigned:
		return credentials.ErrGroupWithoutDesign
	}
	return nil
}

// expiry returns the last day of a term that begins on the date of issue. The 31st of a shorter month is its last day.
func expiry(issued time.Time, amount int, unit string) time.Time {
	switch unit {
	case "day":
		return issued.AddDate(0, 0, amount)
	case "month":
		return addMonths(issued, amount)
	default:
		return addMonths(issued, 12*amount)
	}
}

func addMonths(d time.Time, months int) time.Time {
	to := d.AddDate(0, months, 0)
	if to.Day() != d.Day() { // AddDate runs over into the next month
		to = to.AddDate(0, 0, -to.Day())
	}
	return to
}
