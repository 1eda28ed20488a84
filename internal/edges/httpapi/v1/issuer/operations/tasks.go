package operations

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// tasksAPI serves long-running operations of every kind.
type tasksAPI struct {
	operations *operations.Service
	texts      httpx.Messages
}

func (a tasksAPI) routes(r chi.Router) {
	r.Get("/operations", httpx.JSON(a.list))
	r.Get("/operations/{uuid}", httpx.JSON(a.answer(a.operations.Read)))
	r.Post("/operations/{uuid}/cancel", httpx.JSON(a.answer(a.operations.Cancel)))
	r.Post("/operations/{uuid}/resume", httpx.JSON(a.answer(a.operations.Resume)))
	r.Post("/operations/{uuid}/undo", httpx.JSON(a.answer(a.operations.Undo)))
	r.Get("/operations/{uuid}/items", httpx.JSON(a.items))
}

type taskOut struct {
	UUID           string     `json:"uuid"`
	Kind           string     `json:"kind"`
	State          string     `json:"state"`
	By             string     `json:"by"`
	Page           string     `json:"page"`
	InputCount     int        `json:"input_count"`
	DoneCount      int        `json:"done_count"`
	UnchangedCount int        `json:"unchanged_count"`
	RefusedCount   int        `json:"refused_count"`
	SecondsLeft    *int       `json:"seconds_left"`
	CanUndo        bool       `json:"can_undo"`
	CanCancel      bool       `json:"can_cancel"`
	Reversible     bool       `json:"reversible"`
	UndoOf         *uuid.UUID `json:"undo_of"`
	UndoneBy       *uuid.UUID `json:"undone_by"`
	CreatedAt      time.Time  `json:"created_at"`
	StartedAt      *time.Time `json:"started_at"`
	FinishedAt     *time.Time `json:"finished_at"`
	Stop           *wire.Stop `json:"stop,omitempty"`
}

func (a tasksAPI) wire(r *http.Request, o operations.Operation) taskOut {
	by := access.From(r.Context())
	out := taskOut{
		UUID: o.UUID.String(), Kind: o.Kind, State: string(o.State()), By: o.By, Page: a.operations.Page(o),
		InputCount: o.Input, DoneCount: o.Counts.Done, UnchangedCount: o.Counts.Unchanged, RefusedCount: o.Counts.Refused,
		CanUndo: a.operations.CanUndo(by, o), CanCancel: a.operations.CanCancel(by, o),
		Reversible: a.operations.Reversible(o), UndoOf: o.UndoOf, UndoneBy: o.UndoneBy,
		CreatedAt: o.CreatedAt, StartedAt: o.StartedAt, FinishedAt: o.FinishedAt,
	}
	if o.StopReason != "" {
		out.Stop = wire.StopOf(r, a.texts, o.StopReason, o.NotDone(), a.operations.CanResume(by, o))
	}
	if left, known := a.operations.TimeLeft(o); known {
		out.SecondsLeft = new(int(left.Round(time.Second).Seconds()))
	}
	return out
}

type taskReply struct {
	Operation taskOut `json:"operation"`
}

// answer returns a handler that reads or changes one operation.
func (a tasksAPI) answer(do func(context.Context, access.Actor, uuid.UUID) (operations.Operation, error)) func(*http.Request, actionRef) (taskReply, error) {
	return func(r *http.Request, in actionRef) (taskReply, error) {
		id, err := in.id()
		if err != nil {
			return taskReply{}, err
		}
		o, err := do(r.Context(), access.From(r.Context()), id)
		if err != nil {
			return taskReply{}, err
		}
		return taskReply{a.wire(r, o)}, nil
	}
}

type tasksIn struct {
	wire.PageIn
	Kind  string     `json:"kind"`
	State string     `json:"state"`
	Mine  httpx.Bool `json:"mine"`
}

// stateOpen selects waiting and running operations.
const stateOpen = "open"

var taskStates = []operations.State{
	operations.Waiting, operations.Running, operations.Finished, operations.Cancelled, operations.Stopped, operations.Failed, stateOpen,
}

func (a tasksAPI) filter(in tasksIn) (operations.Filter, error) {
	var wrong errs.Fields
	f := operations.Filter{Own: bool(in.Mine), Open: in.State == stateOpen}
	if in.Kind != "" {
		f.Kinds = []string{in.Kind}
		if kinds := a.operations.Kinds(); !slices.Contains(kinds, in.Kind) {
			wrong.Add("kind", "not_one_of", "values", errs.Values(kinds))
		}
	}
	if in.State != "" && !slices.Contains(taskStates, operations.State(in.State)) {
		wrong.Add("state", "not_one_of", "values", errs.Values(taskStates))
	}
	if !f.Open {
		f.State = operations.State(in.State)
	}
	return f, wrong.Err()
}

type tasksReply struct {
	Operations []taskOut `json:"operations"`
	Meta       wire.Meta `json:"meta"`
}

func (a tasksAPI) list(r *http.Request, in tasksIn) (tasksReply, error) {
	f, err := a.filter(in)
	if err != nil {
		return tasksReply{}, err
	}
	found, err := a.operations.List(r.Context(), access.From(r.Context()), f, in.Request())
	if err != nil {
		return tasksReply{}, err
	}
	out := tasksReply{Operations: make([]taskOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, o := range found.Items {
		out.Operations[i] = a.wire(r, o)
	}
	return out, nil
}

func (a tasksAPI) items(r *http.Request, in itemsIn) (itemsReply, error) {
	return itemsOf(r, a.texts, in, a.operations.Items)
}
