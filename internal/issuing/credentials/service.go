package credentials

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Service reads credentials and records their changes.
type Service struct {
	pool   *pgxpool.Pool
	s      store
	clock  clock.Clock
	audit  *audit.Log
	events *events.Log
}

// New returns a service. The keyring encrypts stored private keys.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, happened *events.Log, keyring *secrets.Keyring) *Service {
	return &Service{pool: pool, s: store{db.New(), newMemory(), keySeal{keyring}}, clock: c, audit: log, events: happened}
}

// Read returns a credential of the department by the issuer's own ID, ID, UUID or encoded ID, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	c, _, err := s.ReadAttached(ctx, by, ref)
	return c, err
}

// ReadAttached is Read that also reports whether the credential has evidence or references.
func (s *Service) ReadAttached(ctx context.Context, by access.Actor, ref string) (c Credential, attached bool, err error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Credential{}, false, err
	}
	err = pg.SingleStatement(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(d pg.DB) (err error) {
		c, attached, err = s.s.read(ctx, d, by.DepartmentID, ref)
		return err
	})
	return c, attached, err
}

// StateByDate returns the state of an issued credential according to its completion and dates.
func (s *Service) StateByDate(c Credential) State {
	if !c.State.Achieved() && c.State != InProgress {
		return c.State
	}
	if !c.Complete {
		return InProgress
	}
	if end, ends := c.End(); ends && !s.clock.Now().Before(end) {
		return Expired
	}
	return Published
}

// ReadIssued returns those of ids that recipients can see, for background work such as printing in advance.
func (s *Service) ReadIssued(ctx context.Context, departmentID int64, ids []int64) ([]Credential, error) {
	var all []Credential
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		all, err = s.s.readIssued(ctx, tx, departmentID, ids)
		return err
	})
	for i, c := range all {
		all[i].State = s.StateByDate(c) // as on its public page
	}
	return all, err
}

// ReadEvery returns ids in any state, including deleted ones, for telling programs what became of them.
func (s *Service) ReadEvery(ctx context.Context, departmentID int64, ids []int64) ([]Credential, error) {
	var all []Credential
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		all, err = s.s.readEvery(ctx, tx, departmentID, ids)
		return err
	})
	return all, err
}

// ReadIDTx reads a credential by its ID in a transaction of its department, deleted or not, for emails to its recipient. It returns
// ErrNotFound.
func (s *Service) ReadIDTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Credential, error) {
	return s.s.readID(ctx, tx, departmentID, id, true)
}

// ReadIDsTx is ReadIDTx for many credentials, without their renewals.
func (s *Service) ReadIDsTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]Credential, error) {
	all, err := s.s.readEvery(ctx, tx, departmentID, ids)
	found := make(map[int64]Credential, len(all))
	for _, c := range all {
		found[c.ID] = c
	}
	return found, err
}
