package credentials

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/clock"
)

// endAtOnce ends a credential for a key that set its last day to today or earlier: programs revoke by that. What people set lasts through
// the day.
func (s *Service) endAtOnce(by access.Actor, in Input, before Credential, c *Credential, zone *time.Location) {
	if !in.ExpiredOn.Given {
		return
	}
	if date(before.ExpiredOn) != date(c.ExpiredOn) {
		c.ExpiredAt = nil
	}
	if by.APIKeyID == 0 || c.ExpiredAt != nil || c.ExpiredOn == nil {
		return
	}
	over := c.ExpiredOn.Before(clock.Today(s.clock, time.UTC)) // which needs no note
	if !over && !c.ExpiredOn.After(clock.Today(s.clock, zone)) {
		c.ExpiredAt = new(s.clock.Now())
	}
}

// endsBy is the latest date that ends a credential at once when it is set; nil for people.
func (s *Service) endsBy(ctx context.Context, tx pgx.Tx, by access.Actor) (*time.Time, error) {
	if by.APIKeyID == 0 {
		return nil, nil
	}
	zone, err := s.zone(ctx, tx, by)
	return new(clock.Today(s.clock, zone)), err
}

// zone is the time zone of the department, which dates that a key sends are meant in; people's are not compared with it.
func (s *Service) zone(ctx context.Context, tx pgx.Tx, by access.Actor) (*time.Location, error) {
	if by.APIKeyID == 0 {
		return time.UTC, nil
	}
	name, err := s.s.q.DepartmentZone(ctx, tx, by.DepartmentID)
	if err != nil {
		return time.UTC, fmt.Errorf("read time zone: %w", err)
	}
	zone, err := time.LoadLocation(name)
	if err != nil { // as for new credentials
		zone = time.UTC
	}
	return zone, nil
}
