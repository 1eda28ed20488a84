// Package approvals serves requests for the approval of a second person, and what takes one.
package approvals

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/approvals"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// Deps are the dependencies of the routes.
type Deps struct {
	Approvals *approvals.Service
	Texts     httpx.Messages
}

// Mount adds the routes.
func Mount(r chi.Router, d Deps) {
	a := approvalsAPI(d)
	r.Get("/approvals", httpx.JSON(a.list))
	r.Post("/approvals", httpx.JSON(a.create))
	r.Get("/approvals/{uuid}", httpx.JSON(a.read))
	r.Post("/approvals/{uuid}/approve", httpx.JSON(a.decide(a.Approvals.Approve)))
	r.Post("/approvals/{uuid}/reject", httpx.JSON(a.decide(a.Approvals.Reject)))
	r.Post("/approvals/{uuid}/override", httpx.JSON(a.decide(a.Approvals.Override)))
	r.Post("/approvals/{uuid}/withdraw", httpx.JSON(a.decide(func(ctx context.Context, by access.Actor, id uuid.UUID, _ string) (approvals.Approval, error) {
		return a.Approvals.Withdraw(ctx, by, id)
	})))
	r.Get("/approval_policy", httpx.JSON(a.policy))
	r.Put("/approval_policy", httpx.JSON(a.setPolicy))
}

type approvalsAPI Deps

type listIn struct {
	wire.PageIn
	State  httpx.Text `json:"state"`
	Action httpx.Text `json:"action"`
}

type listReply struct {
	Approvals []wire.Approval `json:"approvals"`
	Meta      wire.Meta       `json:"meta"`
}

func (a approvalsAPI) list(r *http.Request, in listIn) (listReply, error) {
	filter := approvals.Filter{State: approvals.State(in.State), Action: approvals.Action(in.Action)}
	found, err := a.Approvals.List(r.Context(), access.From(r.Context()), filter, in.Request())
	if err != nil {
		return listReply{}, err
	}
	out := listReply{make([]wire.Approval, len(found.Items)), wire.MetaOf(found)}
	for i, one := range found.Items {
		out.Approvals[i] = wire.ApprovalOf(r, a.Texts, one)
	}
	return out, nil
}

type reply struct {
	Approval wire.Approval `json:"approval"`
}

func (a approvalsAPI) reply(r *http.Request, found approvals.Approval, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	return reply{wire.ApprovalOf(r, a.Texts, found)}, nil
}

type createIn struct {
	Approval struct {
		Action   httpx.Text `json:"action"`
		DesignID httpx.Int  `json:"design_id"`
		Comment  httpx.Text `json:"comment"`
	} `json:"approval" validate:"required"`
}

// create asks for the approval of a design. The other actions are asked for by their own calls.
func (a approvalsAPI) create(r *http.Request, in createIn) (reply, error) {
	if in.Approval.Action != httpx.Text(approvals.Design) {
		return reply{}, errs.Field("action", "not_one_of", "values", string(approvals.Design))
	}
	found, err := a.Approvals.AskForDesign(r.Context(), access.From(r.Context()), int64(in.Approval.DesignID), string(in.Approval.Comment))
	return a.reply(r, found, err)
}

type ref struct {
	UUID    string     `json:"uuid"`
	Comment httpx.Text `json:"comment"`
}

func (in ref) id() (uuid.UUID, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return id, approvals.ErrNotFound
	}
	return id, nil
}

func (a approvalsAPI) read(r *http.Request, in ref) (reply, error) {
	id, err := in.id()
	if err != nil {
		return reply{}, err
	}
	found, err := a.Approvals.Read(r.Context(), access.From(r.Context()), id)
	return a.reply(r, found, err)
}

func (a approvalsAPI) decide(do func(context.Context, access.Actor, uuid.UUID, string) (approvals.Approval, error)) func(*http.Request, ref) (reply, error) {
	return func(r *http.Request, in ref) (reply, error) {
		id, err := in.id()
		if err != nil {
			return reply{}, err
		}
		found, err := do(r.Context(), access.From(r.Context()), id, string(in.Comment))
		return a.reply(r, found, err)
	}
}

type policyOut struct {
	Actions []approvals.Action `json:"actions"`
}

type policyReply struct {
	Policy policyOut `json:"approval_policy"`
}

func (a approvalsAPI) policy(r *http.Request, _ httpx.None) (policyReply, error) {
	actions, err := a.Approvals.Policy(r.Context(), access.From(r.Context()))
	return policyReply{policyOut{append([]approvals.Action{}, actions...)}}, err
}

type policyIn struct {
	Policy *struct {
		Actions []httpx.Text `json:"actions" validate:"required,max=10"`
	} `json:"approval_policy" validate:"required"`
}

func (a approvalsAPI) setPolicy(r *http.Request, in policyIn) (policyReply, error) {
	actions := make([]approvals.Action, len(in.Policy.Actions))
	for i, one := range in.Policy.Actions {
		actions[i] = approvals.Action(one)
	}
	set, err := a.Approvals.SetPolicy(r.Context(), access.From(r.Context()), actions)
	return policyReply{policyOut{append([]approvals.Action{}, set...)}}, err
}
