// Package lifecycle changes the states of credentials: it publishes, schedules, suspends, revokes, expires and purges them.
package lifecycle

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/clock"
)

// Service changes the states of credentials.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	audit       *audit.Log
	events      *events.Log
	credentials *credentials.Service
	search      *credentialsearch.Service
	credits     credentials.Credits
	traces      []Cleaner
	notices     Notices // nil: nobody is told
}

// Deps are the services that a Service uses.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Events      *events.Log
	Credentials *credentials.Service
	Search      *credentialsearch.Service
}

// New returns a service.
func New(d Deps) *Service {
	return &Service{
		pool: d.Pool, q: db.New(), clock: d.Clock, audit: d.Audit, events: d.Events, credentials: d.Credentials, search: d.Search,
		credits: credentials.Unlimited{},
	}
}

// WithCredits makes the service require credits. Without it, issuing is free.
func (s *Service) WithCredits(credits credentials.Credits) *Service {
	s.credits = credits
	return s
}
