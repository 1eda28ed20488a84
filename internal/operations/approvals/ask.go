package approvals

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/approvals/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/pg"
)

// Publish asks for approval to publish, if the department requires it. Otherwise asked is false. Tests need none.
func (s *Service) Publish(ctx context.Context, by access.Actor, in publishing.Request, comment string) (a Approval, asked bool, err error) {
	if err := in.Validate(); err != nil {
		return a, false, err
	}
	return s.ask(ctx, by, Publish, in.Selection, Params{SendEmail: in.SendEmail, HoldMinutes: in.HoldMinutes}, comment)
}

// Revoke asks for approval to revoke, if the department requires it. Otherwise asked is false.
func (s *Service) Revoke(ctx context.Context, by access.Actor, sel credentialsearch.Selection, to lifecycle.StatusChange, sendEmail bool, comment string) (a Approval, asked bool, err error) {
	if to.To != credentials.Revoked {
		return a, false, nil
	}
	if err := to.Validate(); err != nil {
		return a, false, err
	}
	return s.ask(ctx, by, Revoke, sel, Params{SendEmail: sendEmail, Reason: to.Reason, Note: to.Note}, comment)
}

func (s *Service) ask(
	ctx context.Context, by access.Actor, action Action, sel credentialsearch.Selection, params Params, comment string,
) (a Approval, asked bool, err error) {
	if by.Test {
		return a, false, nil
	}
	comment = strings.TrimSpace(comment)
	id := uuid.New()
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		policy, err := s.policyTx(ctx, tx, by.DepartmentID)
		if err != nil || !slices.Contains(policy, action) {
			return err
		}
		asked = true
		if err := by.Require(permissions[action]); err != nil {
			return err
		}
		if err := checkComment("comment", comment, false); err != nil {
			return err
		}
		ids, err := s.Search.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		return s.insertTx(ctx, tx, by, request{id, action, params, ids, nil, comment})
	})
	if err != nil || !asked {
		return a, asked, err
	}
	a, err = s.Read(ctx, by, id)
	return a, true, err
}

// AskForDesign asks for approval to use the current version of a design. It returns ErrNoDesign, ErrAlreadyAsked, or
// ErrNotNeeded if the department does not require it or the version is approved.
func (s *Service) AskForDesign(ctx context.Context, by access.Actor, designID int64, comment string) (Approval, error) {
	if err := by.Require(access.ManageDesigns); err != nil {
		return Approval{}, err
	}
	if by.EmbedID != 0 { // the design maker of another product
		return Approval{}, access.Denied(access.ManageDesigns)
	}
	comment = strings.TrimSpace(comment)
	if err := checkComment("comment", comment, false); err != nil {
		return Approval{}, err
	}
	id := uuid.New()
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		policy, err := s.policyTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		v, err := s.q.DesignVersion(ctx, tx, db.DesignVersionParams{DepartmentID: by.DepartmentID, ID: designID})
		switch {
		case pg.NoRows(err):
			return ErrNoDesign
		case err != nil:
			return fmt.Errorf("read design: %w", err)
		case v.Approved || !slices.Contains(policy, Design):
			return ErrNotNeeded
		case v.Asked:
			return ErrAlreadyAsked
		}
		return s.insertTx(ctx, tx, by, request{id, Design, Params{}, nil, &v.VersionID, comment})
	})
	if err != nil {
		return Approval{}, err
	}
	return s.Read(ctx, by, id)
}

// request is a request to store.
type request struct {
	uuid    uuid.UUID
	action  Action
	params  Params
	ids     []int64
	version *int64
	comment string
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, in request) error {
	params, err := json.Marshal(in.params)
	if err != nil {
		return fmt.Errorf("write approval: %w", err)
	}
	id, err := s.q.ApprovalInsert(ctx, tx, db.ApprovalInsertParams{
		DepartmentID: by.DepartmentID, Uuid: in.uuid, Action: string(in.action), Params: params, InputCount: int32(len(in.ids)), //nolint:gosec // at most MaxSelection
		DesignVersionID: in.version, Comment: in.comment, AskedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("insert approval: %w", err)
	}
	if len(in.ids) > 0 {
		err := s.q.ItemsInsert(ctx, tx, db.ItemsInsertParams{ApprovalID: id, DepartmentID: by.DepartmentID, Action: string(in.action), Ids: in.ids})
		if err != nil {
			return fmt.Errorf("insert credentials of approval: %w", err)
		}
	}
	record := audit.Event{
		Action: "approval.asked", ObjectKind: "approval", ObjectID: in.uuid,
		Details: map[string]any{"action": in.action, "count": len(in.ids), "comment": in.comment},
	}
	if err := s.Audit.RecordTx(ctx, tx, by, record); err != nil {
		return err
	}
	return s.tellApproversTx(ctx, tx, by, in)
}
