package approvals

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/approvals/internal/db"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Service asks for approvals and decides them.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Audit      *audit.Log
	Search     *credentialsearch.Service
	Publishing *publishing.Service
	Bulk       *bulk.Service
	Starters   *starters.Reader
	Outbox     *outbox.Service
	Links      links.Links
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// Policy returns what of the actor's department takes an approval.
func (s *Service) Policy(ctx context.Context, by access.Actor) ([]Action, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var out []Action
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.policyTx(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

// Required reports whether an action takes an approval in the actor's department. Tests need none.
func (s *Service) Required(ctx context.Context, by access.Actor, action Action) (bool, error) {
	if by.Test {
		return false, nil
	}
	var out bool
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		actions, err := s.policyTx(ctx, tx, by.DepartmentID)
		out = slices.Contains(actions, action)
		return err
	})
	return out, err
}

func (s *Service) policyTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Action, error) {
	names, err := s.q.PolicyRead(ctx, tx, departmentID)
	if err != nil && !pg.NoRows(err) {
		return nil, fmt.Errorf("read what takes an approval: %w", err)
	}
	out := make([]Action, len(names))
	for i, name := range names {
		out[i] = Action(name)
	}
	return out, nil
}

// SetPolicy changes what of the actor's department takes an approval. Designs that credentials were already issued with count as approved.
// It returns field errors, or access.ErrUnproved.
func (s *Service) SetPolicy(ctx context.Context, by access.Actor, actions []Action) ([]Action, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return nil, err
	}
	if err := by.RequireProof(); err != nil {
		return nil, err
	}
	names := []string{}
	for _, a := range Actions() {
		if slices.Contains(actions, a) {
			names = append(names, string(a))
		}
	}
	if slices.ContainsFunc(actions, func(a Action) bool { return !slices.Contains(Actions(), a) }) {
		return nil, errs.Field("actions", "not_one_of", "values", errs.Values(Actions()))
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.policyTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		if err := s.q.PolicySet(ctx, tx, db.PolicySetParams{DepartmentID: by.DepartmentID, Actions: names, Now: now}); err != nil {
			return fmt.Errorf("set what takes an approval: %w", err)
		}
		if slices.Contains(actions, Design) && !slices.Contains(before, Design) {
			if err := s.q.DesignsApproveUsed(ctx, tx, db.DesignsApproveUsedParams{DepartmentID: by.DepartmentID, Now: now}); err != nil {
				return fmt.Errorf("approve designs in use: %w", err)
			}
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "department.approvals_set", ObjectKind: "department", ObjectID: by.DepartmentID,
			Details: map[string]any{"actions": map[string]any{"before": before, "after": names}},
		})
	})
	if err != nil {
		return nil, err
	}
	return s.Policy(ctx, by)
}

// List returns the requests of the actor's department, newest first.
func (s *Service) List(ctx context.Context, by access.Actor, f Filter, r page.Request) (page.Page[Approval], error) {
	var out page.Page[Approval]
	if err := by.Require(access.ViewDepartment); err != nil {
		return out, err
	}
	if err := f.validate(); err != nil {
		return out, err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ApprovalList(ctx, tx, db.ApprovalListParams{
			DepartmentID: by.DepartmentID, State: string(f.State), Action: string(f.Action), MaxRows: r.Limit(), Skip: r.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list approvals: %w", err)
		}
		items, err := s.described(ctx, tx, by, rows)
		if err != nil {
			return err
		}
		total, err := s.q.ApprovalCount(ctx, tx, db.ApprovalCountParams{DepartmentID: by.DepartmentID, State: string(f.State), Action: string(f.Action)})
		out = page.Of(r, items, total)
		return err
	})
	return out, err
}

// mostItems is how many credentials of a request are shown.
const mostItems = 50

// Read returns a request with its first credentials. It returns ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id uuid.UUID) (Approval, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Approval{}, err
	}
	var out Approval
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.ApprovalList(ctx, tx, db.ApprovalListParams{DepartmentID: by.DepartmentID, Uuid: &id, MaxRows: 1})
		if err != nil {
			return fmt.Errorf("read approval: %w", err)
		}
		if len(rows) == 0 {
			return ErrNotFound
		}
		all, err := s.described(ctx, tx, by, rows)
		if err != nil {
			return err
		}
		out = all[0]
		a := rows[0].Approval
		items, err := s.q.ItemList(ctx, tx, db.ItemListParams{DepartmentID: by.DepartmentID, ApprovalID: a.ID, Action: a.Action, MaxRows: mostItems})
		for _, i := range items {
			out.Items = append(out.Items, Item{i.ID, i.RecipientName, i.GroupName, i.State, i.Changed && out.State == Waiting})
		}
		return err
	})
	return out, err
}

// described converts rows, with the groups of their credentials.
func (s *Service) described(ctx context.Context, tx pgx.Tx, by access.Actor, rows []db.ApprovalListRow) ([]Approval, error) {
	out, ids, at := make([]Approval, len(rows)), make([]int64, len(rows)), map[int64]int{}
	for i, r := range rows {
		a := r.Approval
		ids[i], at[a.ID] = a.ID, i
		out[i] = Approval{
			UUID: a.Uuid, Action: Action(a.Action), State: State(a.State), Count: int(a.InputCount), Comment: a.Comment, AskedBy: r.AskedByName,
			AskedAt: a.AskedAt, DecidedBy: r.DecidedByName, DecidedAt: a.DecidedAt, Decision: a.DecisionComment, Reason: pg.OrZero(a.Reason), Operation: a.OperationUuid,
		}
		if err := json.Unmarshal(a.Params, &out[i].Params); err != nil {
			return nil, fmt.Errorf("read approval %d: %w", a.ID, err)
		}
		if r.DesignID != 0 {
			out[i].Design = &DesignVersion{r.DesignID, r.DesignName, int(r.Version)}
		}
		if waits := a.State == string(Waiting); waits {
			own := s.own(by, a, r.KeyOwner)
			out[i].CanDecide = !own && by.UserID != 0 && by.Allows(permissions[Action(a.Action)]) == nil
			out[i].CanOverride, out[i].CanWithdraw = by.Allows(access.ManageOwners) == nil, own
		}
	}
	groups, err := s.q.ItemGroups(ctx, tx, db.ItemGroupsParams{DepartmentID: by.DepartmentID, ApprovalIds: ids})
	if err != nil {
		return nil, fmt.Errorf("read what approvals are about: %w", err)
	}
	for _, g := range groups {
		a := &out[at[g.ApprovalID]]
		a.Groups = append(a.Groups, GroupCount{g.ID, g.Name, int(g.Credentials), g.Designs})
	}
	return out, nil
}

// own reports whether the actor asked, with a session or with an API key that they created.
func (s *Service) own(by access.Actor, a db.Approval, keyOwner int64) bool {
	if by.APIKeyID != 0 {
		return a.ApiKeyID != nil && *a.ApiKeyID == by.APIKeyID
	}
	return by.UserID != 0 && (a.AskedBy != nil && *a.AskedBy == by.UserID || keyOwner == by.UserID)
}

func checkComment(field, text string, required bool) error {
	switch n := utf8.RuneCountInString(text); {
	case required && n == 0:
		return errs.Field(field, "required")
	case n > maxComment:
		return errs.Field(field, "too_long", "max", maxComment)
	case strings.ContainsRune(text, 0) || !utf8.ValidString(text):
		return errs.Field(field, "invalid")
	}
	return nil
}
