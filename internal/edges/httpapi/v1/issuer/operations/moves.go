package operations

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/moves"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/httpx"
)

type movesAPI struct {
	moves *moves.Service
	tasks tasksAPI
}

func (a movesAPI) routes(r chi.Router) {
	r.Get("/groups/{id}/move", httpx.JSON(a.preview))
	r.Post("/groups/{id}/move", httpx.JSON(a.move))
	r.Post("/organizations/{id}/departments/{department_id}/merge", httpx.JSON(a.merge))
}

type moveIn struct {
	ID           httpx.Int `json:"id"`
	DepartmentID httpx.Int `json:"department_id"`
	IntoID       httpx.Int `json:"into_id"`
}

func (a movesAPI) preview(r *http.Request, in moveIn) (wire.GroupMoveReply, error) {
	p, err := a.moves.Preview(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID))
	return wire.GroupMove(r, a.tasks.texts, p), err
}

func (a movesAPI) move(r *http.Request, in moveIn) (taskReply, error) {
	return a.started(r)(a.moves.Move(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID)))
}

func (a movesAPI) merge(r *http.Request, in moveIn) (taskReply, error) {
	return a.started(r)(a.moves.Merge(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID), int64(in.IntoID)))
}

func (a movesAPI) started(r *http.Request) func(operations.Operation, error) (taskReply, error) {
	return func(o operations.Operation, err error) (taskReply, error) {
		if err != nil {
			return taskReply{}, err
		}
		return taskReply{a.tasks.wire(r, o)}, nil
	}
}
