package authoring

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
)

// extendTx pays for a new last day of an issued credential.
func (s *Service) extendTx(ctx context.Context, tx pgx.Tx, by access.Actor, before, after credentials.Credential) error {
	if before.Test || !before.State.Issued() || date(before.ExpiredOn) == date(after.ExpiredOn) {
		return nil
	}
	charge := credentials.Charge{CredentialID: before.ID, Recipient: strings.ToLower(before.Recipient.Email)}
	return s.credits.ExtendTx(ctx, tx, by, charge, before.ExpiredOn, after.ExpiredOn)
}

// endAtOnce ends a credential whose last day an API key sets to today, which clients do to revoke it. A day set by a person always
// lasts until midnight.
func (s *Service) endAtOnce(by access.Actor, in credentials.Input, before credentials.Credential, c *credentials.Credential, zone *time.Location) {
	if !in.ExpiredOn.Given {
		return
	}
	if date(before.ExpiredOn) != date(c.ExpiredOn) {
		c.ExpiredAt = nil
	}
	if by.APIKeyID != 0 && c.ExpiredAt == nil && c.ExpiredOn != nil && c.ExpiredOn.Equal(clock.Today(s.clock, zone)) {
		c.ExpiredAt = new(s.clock.Now())
	}
}

// zone returns the time zone of a department, in which its dates are meant.
func (s *Service) zone(ctx context.Context, tx pgx.Tx, departmentID int64) (*time.Location, error) {
	name, err := s.q.DepartmentZone(ctx, tx, departmentID)
	if err != nil {
		return time.UTC, fmt.Errorf("read time zone: %w", err)
	}
	return credentials.Location(name), nil
}
