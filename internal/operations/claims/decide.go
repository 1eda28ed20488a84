package claims

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/operations/claims/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// MaxDecided is the maximum number of claims per decision.
const MaxDecided = 200

// Decided is the result of a decision on several claims.
type Decided struct {
	Changed   int
	Unchanged int // decided before, or none of this link
	HasOne    int // approved ones whose recipient has a credential of the group already: they wait on
}

// Approve issues the credentials of waiting claims. It returns ErrNotFound or ErrNothing.
func (s *Service) Approve(ctx context.Context, by access.Actor, linkID int64, ids []int64) (Decided, error) {
	return s.decide(ctx, by, linkID, ids, func(ctx context.Context, tx pgx.Tx, l Link, c db.Claim) (db.ClaimSettleParams, error) {
		var id int64
		err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) (err error) { // one that is refused spoils no other
			id, err = s.issueTx(ctx, tx, by, l, c)
			return err
		})
		return db.ClaimSettleParams{State: string(Issued), CredentialID: &id}, err
	})
}

// Deny rejects waiting claims, frees their places and notifies the claimants by email. It returns the same errors as Approve.
func (s *Service) Deny(ctx context.Context, by access.Actor, linkID int64, ids []int64) (Decided, error) {
	return s.decide(ctx, by, linkID, ids, func(ctx context.Context, tx pgx.Tx, l Link, c db.Claim) (db.ClaimSettleParams, error) {
		err := s.q.ClaimLinkTake(ctx, tx, db.ClaimLinkTakeParams{Places: -1, DepartmentID: l.departmentID, ID: l.ID})
		if err != nil {
			return db.ClaimSettleParams{}, fmt.Errorf("free a place: %w", err)
		}
		p, err := s.q.ClaimLinkPublic(ctx, tx, l.Token)
		if err != nil {
			return db.ClaimSettleParams{}, fmt.Errorf("read claim link: %w", err)
		}
		return db.ClaimSettleParams{State: string(Denied)}, s.mailTx(ctx, tx, p.CourseName, p.IssuerName, c, letter{kind: mailDenied, once: "decided"})
	})
}

type decision func(ctx context.Context, tx pgx.Tx, l Link, c db.Claim) (db.ClaimSettleParams, error)

func (s *Service) decide(ctx context.Context, by access.Actor, linkID int64, ids []int64, settle decision) (Decided, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Decided{}, err
	}
	if len(ids) == 0 {
		return Decided{}, ErrNothing
	}
	if len(ids) > MaxDecided {
		return Decided{}, errs.Field("claim_ids", "too_many", "max", MaxDecided)
	}
	var out Decided
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		l, err := s.lockTx(ctx, tx, by.DepartmentID, linkID)
		if err != nil {
			return err
		}
		waiting, err := s.q.ClaimLockWaiting(ctx, tx, db.ClaimLockWaitingParams{DepartmentID: by.DepartmentID, ClaimLinkID: l.ID, Ids: ids})
		if err != nil {
			return fmt.Errorf("lock claims: %w", err)
		}
		out = Decided{Unchanged: len(ids) - len(waiting)}
		for _, c := range waiting {
			switch err := s.settleTx(ctx, tx, by, l, c, settle); {
			case errors.Is(err, ErrHasOne):
				out.HasOne++
			case err != nil:
				return err
			default:
				out.Changed++
			}
		}
		return nil
	})
	return out, err
}

func (s *Service) settleTx(ctx context.Context, tx pgx.Tx, by access.Actor, l Link, c db.Claim, settle decision) error {
	p, err := settle(ctx, tx, l, c)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	p.Now, p.DecidedAt, p.DecidedBy, p.DepartmentID, p.ID = &now, &now, pg.OrNull(by.UserID), c.DepartmentID, c.ID
	if err := s.q.ClaimSettle(ctx, tx, p); err != nil {
		return fmt.Errorf("settle claim: %w", err)
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "claim." + p.State, ObjectKind: "claim", ObjectID: c.ID})
}

func belowTaken(taken int) error {
	return errs.Field("quota", "claim.quota_below_taken", "taken", taken)
}
