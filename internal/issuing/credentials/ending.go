package credentials

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/clock"
)

// endAtOnce ends a credential whose last day an API key sets to today, which clients do to revoke it. A day set by a person always
// lasts until midnight.
func (s *Service) endAtOnce(by access.Actor, in Input, before Credential, c *Credential, zone *time.Location) {
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
	name, err := s.s.q.DepartmentZone(ctx, tx, departmentID)
	if err != nil {
		return time.UTC, fmt.Errorf("read time zone: %w", err)
	}
	return location(name), nil
}

// location loads a time zone. An unknown name counts as UTC.
func location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
