package sso

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/accounts/team"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// StartTest begins a test, which shows what the provider says without signing anybody in. The connection may be off.
func (s *Service) StartTest(ctx context.Context, by access.Actor, id int64) (Departure, error) {
	c, err := s.Connection(ctx, by, id)
	if err != nil {
		return Departure{}, err
	}
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(by.IP)); err != nil {
		return Departure{}, err
	}
	return s.depart(ctx, c, by.UserID, "")
}

// Outcome is what a test found.
type Outcome struct {
	Problem          string         `json:"problem"` // code of the error that a sign-in would get; "": none
	Claims           map[string]any `json:"claims"`
	Email            string         `json:"email"`
	EmailVerified    bool           `json:"email_verified"`
	Groups           []string       `json:"groups"`
	Role             string         `json:"role"` // ID of the role that a new member would get
	PermissionGroups []int64        `json:"permission_group_ids"`

	At *time.Time `json:"-"` // when the browser came back; nil: not yet
}

func (s *Service) keepOutcome(ctx context.Context, c Connection, flow db.SsoFlow, who Person, problem error) error {
	out := Outcome{Claims: who.Claims, Email: who.Email, EmailVerified: who.EmailVerified, Groups: who.Groups}
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		if problem == nil {
			g, err := s.GivenTx(ctx, tx, c, who.Groups)
			if err != nil {
				return err
			}
			out.Role, out.PermissionGroups = team.IDOf(g.Role), g.Groups
			problem = s.trustTx(ctx, tx, c, who)
		}
		if known := new(errs.Error); errors.As(problem, &known) {
			out.Problem = known.Code
		} else if problem != nil {
			return problem
		}
		data, err := json.Marshal(out)
		if err != nil {
			return err
		}
		return s.q.FlowOutcome(ctx, tx, db.FlowOutcomeParams{ID: flow.ID, Outcome: data})
	})
}

// Test returns what a test of the actor's department found, for ten minutes after it began. It returns ErrTestNotFound.
func (s *Service) Test(ctx context.Context, by access.Actor, id uuid.UUID) (Outcome, error) {
	if err := MayManage(by); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		flow, err := s.q.FlowTest(ctx, tx, db.FlowTestParams{ID: id, DepartmentID: by.DepartmentID, Now: s.Clock.Now()})
		if pg.NoRows(err) || err == nil && flow.Outcome == nil {
			return ErrTestNotFound
		}
		if err != nil {
			return fmt.Errorf("read test: %w", err)
		}
		out.At = flow.UsedAt
		return json.Unmarshal(flow.Outcome, &out)
	})
	return out, err
}
