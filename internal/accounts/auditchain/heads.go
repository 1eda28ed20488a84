package auditchain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/auditchain/internal/db"
	"laurel/internal/formats/auditlog"
	"laurel/internal/platform/pg"
)

const (
	// headInterval is the time between two signed heads of a log that grows.
	headInterval = 24 * time.Hour
	// headBatch is the number of heads that are signed before progress is looked at again.
	headBatch = 200
	// mostHeads is the maximum number of heads that Heads returns.
	mostHeads = 100
)

// Head is a head that a department signed.
type Head struct {
	Position int64 // of the last entry that it covers
	SignedAt time.Time
	Token    string // see auditlog.HeadClaims
}

// SignHeads signs the head of each log that has grown since its last signed head, at most once a day. It returns how many it signed. One
// that cannot be signed does not keep others from it.
func (s *Service) SignHeads(ctx context.Context) (int, error) {
	var due []db.HeadsDueRow
	now := s.clock.Now()
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
		due, err = s.q.HeadsDue(ctx, tx, db.HeadsDueParams{Since: now.Add(-headInterval), RowLimit: headBatch})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("read heads to sign: %w", err)
	}
	signed := 0
	var failed error
	for _, d := range due {
		if err := s.signHead(ctx, d, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("sign audit log of department %d: %w", d.DepartmentID, err))
			continue
		}
		signed++
	}
	return signed, failed
}

func (s *Service) signHead(ctx context.Context, d db.HeadsDueRow, now time.Time) error {
	did, _ := s.signer.Identifier(d.DepartmentID)
	token, err := s.signer.SignAuditHead(ctx, auditlog.HeadClaims{Issuer: did, DepartmentID: d.DepartmentID, Position: d.Position, Head: d.Head, At: now})
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, d.DepartmentID, func(tx pgx.Tx) error {
		return s.q.HeadInsert(ctx, tx, db.HeadInsertParams{DepartmentID: d.DepartmentID, Position: d.Position, SignedAt: now, Token: token})
	})
}

// Heads returns the newest signed heads of the actor's department.
func (s *Service) Heads(ctx context.Context, by access.Actor) ([]Head, error) {
	if err := by.Require(access.ViewAuditLog); err != nil {
		return nil, err
	}
	var rows []db.HeadListRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.HeadList(ctx, tx, db.HeadListParams{DepartmentID: by.DepartmentID, RowLimit: mostHeads})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read signed heads: %w", err)
	}
	heads := make([]Head, len(rows))
	for i, r := range rows {
		heads[i] = Head(r)
	}
	return heads, nil
}
