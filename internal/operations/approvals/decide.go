package approvals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/approvals/internal/db"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Approve has the requested action done, as the one who asked and with their present rights. It returns ErrNotFound, ErrDecided, ErrOwn,
// access.ErrDenied without the permission for the action, or ErrChanged if something was changed since the request, which becomes outdated.
func (s *Service) Approve(ctx context.Context, by access.Actor, id uuid.UUID, comment string) (Approval, error) {
	return s.decide(ctx, by, id, decision{Approved, comment, false}, func(a db.Approval, own bool) error {
		return s.mayDecide(by, a, own)
	})
}

// Reject refuses a request, with a comment. Its errors are those of Approve.
func (s *Service) Reject(ctx context.Context, by access.Actor, id uuid.UUID, comment string) (Approval, error) {
	return s.decide(ctx, by, id, decision{Rejected, comment, true}, func(a db.Approval, own bool) error {
		return s.mayDecide(by, a, own)
	})
}

// Withdraw ends a request of the actor. It returns ErrNotOwn for others.
func (s *Service) Withdraw(ctx context.Context, by access.Actor, id uuid.UUID) (Approval, error) {
	return s.decide(ctx, by, id, decision{Withdrawn, "", false}, func(a db.Approval, own bool) error {
		if err := by.Require(permissions[Action(a.Action)]); err != nil {
			return err
		}
		if !own {
			return ErrNotOwn
		}
		return nil
	})
}

// Override is Approve by an owner, for emergencies: also of their own request, with a reason.
func (s *Service) Override(ctx context.Context, by access.Actor, id uuid.UUID, reason string) (Approval, error) {
	return s.decide(ctx, by, id, decision{Overridden, reason, true}, func(db.Approval, bool) error {
		if err := by.Require(access.ManageOwners); err != nil {
			return err
		}
		return by.RequireProof()
	})
}

func (s *Service) mayDecide(by access.Actor, a db.Approval, own bool) error {
	permission := permissions[Action(a.Action)]
	switch {
	case own:
		return ErrOwn
	case by.UserID == 0: // a person has to look
		return access.Denied(permission)
	}
	return by.Require(permission)
}

// decision is the end of a request.
type decision struct {
	state   State
	comment string
	because bool // a comment is required
}

func (s *Service) decide(ctx context.Context, by access.Actor, id uuid.UUID, d decision, may func(a db.Approval, own bool) error) (Approval, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Approval{}, err
	}
	d.comment = strings.TrimSpace(d.comment)
	var outdated error
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		row, err := s.q.ApprovalLock(ctx, tx, db.ApprovalLockParams{DepartmentID: by.DepartmentID, Uuid: id})
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read approval: %w", err)
		}
		if err := may(row.Approval, s.own(by, row.Approval, row.KeyOwner)); err != nil {
			return err
		}
		if row.Approval.State != string(Waiting) {
			return ErrDecided
		}
		if err := checkComment("comment", d.comment, d.because); err != nil {
			return err
		}
		var operation *uuid.UUID
		if d.state == Approved || d.state == Overridden {
			// What a refused action has written is taken back, while the request becomes outdated.
			err = pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) (err error) {
				operation, err = s.runTx(ctx, inner, row.Approval)
				return err
			})
			if code := outdatedBy(err); code != "" {
				outdated = err
				return s.closeTx(ctx, tx, by, row, decision{state: Outdated}, nil, code)
			}
			if err != nil {
				return err
			}
		}
		return s.closeTx(ctx, tx, by, row, d, operation, "")
	})
	if err == nil {
		err = outdated
	}
	if err != nil {
		return Approval{}, err
	}
	return s.Read(ctx, by, id)
}

// outdatedBy returns the code of an error for which a request can never be approved any more, or "".
func outdatedBy(err error) string {
	if errors.Is(err, ErrChanged) {
		return ErrChanged.Code
	}
	return starters.StopReason(err)
}

// runTx starts what was asked for, as the one who asked, and returns the operation.
func (s *Service) runTx(ctx context.Context, tx pgx.Tx, a db.Approval) (*uuid.UUID, error) {
	action := Action(a.Action)
	if action == Design {
		return nil, s.approveDesignTx(ctx, tx, a)
	}
	changed, err := s.q.ItemsChanged(ctx, tx, db.ItemsChangedParams{DepartmentID: a.DepartmentID, ApprovalID: a.ID, Action: a.Action})
	if err != nil {
		return nil, fmt.Errorf("compare what was asked for: %w", err)
	}
	if changed {
		return nil, ErrChanged
	}
	who := starters.Starter{UserID: a.AskedBy, APIKeyID: a.ApiKeyID}
	asker, err := s.Starters.ActorTx(ctx, tx, a.DepartmentID, who, permissions[action])
	if errors.Is(err, starters.ErrGroupsLost) {
		asker.Groups = asker.In(permissions[action])
		err = s.withinTx(ctx, tx, a, asker.Groups)
	}
	if err != nil {
		return nil, err
	}
	ids, err := s.q.ItemIDs(ctx, tx, db.ItemIDsParams{DepartmentID: a.DepartmentID, ApprovalID: a.ID})
	if err != nil {
		return nil, fmt.Errorf("read what was asked for: %w", err)
	}
	if len(ids) < int(a.InputCount) { // some were deleted for good
		return nil, ErrChanged
	}
	var p Params
	if err := json.Unmarshal(a.Params, &p); err != nil {
		return nil, fmt.Errorf("read approval %d: %w", a.ID, err)
	}
	sel := credentialsearch.Selection{IDs: ids}
	if action == Publish {
		started, err := s.Publishing.StartTx(ctx, tx, asker, publishing.Request{Selection: sel, SendEmail: p.SendEmail, HoldMinutes: p.HoldMinutes})
		return &started.UUID, refused(err)
	}
	started, err := s.Bulk.StartTx(ctx, tx, asker, bulk.Request{
		Kind: bulk.Revoke, Params: bulk.Params{Reason: p.Reason, Note: p.Note, SendEmail: p.SendEmail}, Selection: sel,
	})
	return &started, refused(err)
}

// withinTx returns starters.ErrGroupsLost unless all credentials of a request belong to these groups.
func (s *Service) withinTx(ctx context.Context, tx pgx.Tx, a db.Approval, groups access.Groups) error {
	all, err := s.q.ItemGroups(ctx, tx, db.ItemGroupsParams{DepartmentID: a.DepartmentID, ApprovalIds: []int64{a.ID}})
	if err != nil {
		return fmt.Errorf("read the groups that were asked about: %w", err)
	}
	for _, g := range all {
		if !slices.Contains(groups.IDs(), g.ID) {
			return starters.ErrGroupsLost
		}
	}
	return nil
}

// refused turns the refusal of an action into ErrChanged: when it was asked for, it could be done.
func refused(err error) error {
	if kind := errs.KindOf(err); kind == errs.Invalid || kind == errs.NotFound {
		return ErrChanged.Wrap(err)
	}
	return err
}

func (s *Service) approveDesignTx(ctx context.Context, tx pgx.Tx, a db.Approval) error {
	version := pg.OrZero(a.DesignVersionID)
	current, err := s.q.VersionIsCurrent(ctx, tx, db.VersionIsCurrentParams{DepartmentID: a.DepartmentID, VersionID: version})
	if err != nil {
		return fmt.Errorf("read design: %w", err)
	}
	if !current {
		return ErrChanged
	}
	err = s.q.DesignApprove(ctx, tx, db.DesignApproveParams{DepartmentID: a.DepartmentID, VersionID: version, Now: s.Clock.Now()})
	if err != nil {
		return fmt.Errorf("approve design: %w", err)
	}
	return nil
}

func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, by access.Actor, row db.ApprovalLockRow, d decision, operation *uuid.UUID, reason string) error {
	a := row.Approval
	err := s.q.ApprovalDecide(ctx, tx, db.ApprovalDecideParams{
		State: string(d.state), DecidedBy: pg.OrNull(by.UserID), Now: s.Clock.Now(), Comment: d.comment, Reason: pg.OrNull(reason), OperationUuid: operation,
		DepartmentID: a.DepartmentID, ID: a.ID,
	})
	if err != nil {
		return fmt.Errorf("decide approval: %w", err)
	}
	record := audit.Event{
		Action: "approval." + string(d.state), ObjectKind: "approval", ObjectID: a.Uuid,
		Details: map[string]any{"action": a.Action, "count": a.InputCount, "comment": d.comment, "reason": reason},
	}
	if err := s.Audit.RecordTx(ctx, tx, by, record); err != nil {
		return err
	}
	if d.state == Withdrawn {
		return nil
	}
	return s.tellAskerTx(ctx, tx, by, row, d.state)
}
