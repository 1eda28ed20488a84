package operations

import (
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// actionsAPI serves bulk operations on credentials.
type actionsAPI struct {
	bulk      *bulk.Service
	approvals *approvals.Service
	groups    wire.GroupRefs
	texts     httpx.Messages
}

func (a actionsAPI) routes(r chi.Router) {
	r.Post("/actions", httpx.JSON(a.create))
	r.Get("/actions", httpx.JSON(a.list))
	r.Get("/actions/{uuid}", httpx.JSON(a.answer(a.bulk.Read)))
	r.Post("/actions/{uuid}/cancel", httpx.JSON(a.answer(a.bulk.Cancel)))
	r.Post("/actions/{uuid}/resume", httpx.JSON(a.answer(a.bulk.Resume)))
	r.Post("/actions/{uuid}/undo", httpx.JSON(a.answer(a.bulk.Undo)))
	r.Get("/actions/{uuid}/items", httpx.JSON(a.items))
	r.Get("/actions/{uuid}/refused", a.refused)
}

type actionOut struct {
	UUID           string     `json:"uuid"`
	Kind           string     `json:"kind"`
	State          string     `json:"state"`
	By             string     `json:"by"`
	ExpiredOn      string     `json:"expired_on,omitempty"`
	Privacy        string     `json:"privacy,omitempty"`
	GroupID        int64      `json:"group_id,omitempty"`
	Reason         string     `json:"reason,omitempty"`
	Note           string     `json:"note,omitempty"`
	InputCount     int        `json:"input_count"`
	DoneCount      int        `json:"done_count"`
	UnchangedCount int        `json:"unchanged_count"`
	RefusedCount   int        `json:"refused_count"`
	CanUndo        bool       `json:"can_undo"`
	CanCancel      bool       `json:"can_cancel"`
	UndoOf         *uuid.UUID `json:"undo_of"`
	UndoneBy       *uuid.UUID `json:"undone_by"`
	CreatedAt      time.Time  `json:"created_at"`
	FinishedAt     *time.Time `json:"finished_at"`
	Stop           *wire.Stop `json:"stop,omitempty"`
}

func (a actionsAPI) wire(r *http.Request, action bulk.Operation) actionOut {
	by := access.From(r.Context())
	out := actionOut{
		UUID: action.UUID.String(), Kind: string(action.Kind), State: string(action.State()), By: action.By,
		ExpiredOn: action.Params.ExpiredOn, Privacy: action.Params.Privacy, GroupID: action.Params.GroupID,
		Reason: action.Params.Reason, Note: action.Params.Note,
		InputCount: action.Input, DoneCount: action.Counts.Done, UnchangedCount: action.Counts.Unchanged, RefusedCount: action.Counts.Refused,
		CanUndo: a.bulk.CanUndo(by, action), CanCancel: a.bulk.CanCancel(by, action), UndoOf: action.UndoOf, UndoneBy: action.UndoneBy,
		CreatedAt: action.CreatedAt, FinishedAt: action.FinishedAt,
		Stop: wire.StopOf(r, a.texts, action.StopReason, action.NotDone(), a.bulk.CanResume(by, action)),
	}
	if action.FinishedAt == nil {
		out.State = "working"
	}
	return out
}

type actionReply struct {
	Action actionOut `json:"action"`
}

// startedReply is the operation, or what it waits for.
type startedReply struct {
	Action *actionOut `json:"action,omitempty"`
	wire.Awaiting
}

type actionIn struct {
	Kind string `json:"kind" validate:"required"`
	wire.SelectionIn
	ExpiredOn httpx.Text `json:"expired_on"`
	Privacy   httpx.Text `json:"privacy"`
	GroupID   httpx.Ref  `json:"group_id"`
	wire.StatusIn
	Comment httpx.Text `json:"comment"` // for who approves it
}

func (a actionsAPI) create(r *http.Request, in actionIn) (startedReply, error) {
	group, err := a.groups.ID(r, in.GroupID)
	if err != nil {
		return startedReply{}, err
	}
	if bulk.Kind(in.Kind) == bulk.Revoke {
		found, asked, err := a.approvals.Revoke(
			r.Context(), access.From(r.Context()), in.Domain(), in.Change(credentials.Revoked), wire.SendsEmail(in.SendEmail), string(in.Comment),
		)
		if err != nil || asked {
			return startedReply{Awaiting: wire.AwaitingOf(r, a.texts, found)}, err
		}
	}
	action, err := a.bulk.Start(r.Context(), access.From(r.Context()), bulk.Request{
		Kind: bulk.Kind(in.Kind), Selection: in.Domain(),
		Params: bulk.Params{
			ExpiredOn: string(in.ExpiredOn), Privacy: string(in.Privacy), GroupID: group,
			Reason: string(in.Reason), Note: string(in.Note), SendEmail: wire.SendsEmail(in.SendEmail),
		},
	})
	if err != nil {
		return startedReply{}, err
	}
	return startedReply{Action: new(a.wire(r, action))}, nil
}

type actionRef struct {
	UUID string `json:"uuid"`
}

func (in actionRef) id() (uuid.UUID, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return id, operations.ErrNotFound
	}
	return id, nil
}

// answer returns a handler that reads or changes one operation.
func (a actionsAPI) answer(do func(context.Context, access.Actor, uuid.UUID) (bulk.Operation, error)) func(*http.Request, actionRef) (actionReply, error) {
	return func(r *http.Request, in actionRef) (actionReply, error) {
		id, err := in.id()
		if err != nil {
			return actionReply{}, err
		}
		action, err := do(r.Context(), access.From(r.Context()), id)
		return actionReply{a.wire(r, action)}, err
	}
}

type actionsReply struct {
	Actions []actionOut `json:"actions"`
	Meta    wire.Meta   `json:"meta"`
}

func (a actionsAPI) list(r *http.Request, in wire.PageIn) (actionsReply, error) {
	found, err := a.bulk.List(r.Context(), access.From(r.Context()), in.Request())
	if err != nil {
		return actionsReply{}, err
	}
	out := actionsReply{Actions: make([]actionOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, action := range found.Items {
		out.Actions[i] = a.wire(r, action)
	}
	return out, nil
}

type itemsIn struct {
	actionRef
	wire.PageIn
	Outcome string `json:"outcome"`
}

type itemOut struct {
	CredentialID   int64  `json:"credential_id"`
	UUID           string `json:"uuid"`
	RecipientName  string `json:"recipient_name"`
	RecipientEmail string `json:"recipient_email"`
	Outcome        string `json:"outcome"`
	Message        string `json:"message"`
}

type itemsReply struct {
	Items []itemOut `json:"items"`
	Meta  wire.Meta `json:"meta"`
}

func (a actionsAPI) items(r *http.Request, in itemsIn) (itemsReply, error) {
	return itemsOf(r, a.texts, in, a.bulk.Items)
}

// readItems lists the items of an operation.
type readItems func(context.Context, access.Actor, uuid.UUID, operations.Outcome, page.Request) (page.Page[operations.Item], error)

// itemsOf answers with the items of an operation.
func itemsOf(r *http.Request, texts httpx.Messages, in itemsIn, read readItems) (itemsReply, error) {
	id, err := in.id()
	if err != nil {
		return itemsReply{}, err
	}
	switch operations.Outcome(in.Outcome) {
	case "", operations.Done, operations.Unchanged, operations.Refused:
	default:
		return itemsReply{}, errs.Field("outcome", "not_one_of", "values", "done, unchanged, refused")
	}
	found, err := read(r.Context(), access.From(r.Context()), id, operations.Outcome(in.Outcome), in.Request())
	if err != nil {
		return itemsReply{}, err
	}
	out := itemsReply{Items: make([]itemOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, item := range found.Items {
		out.Items[i] = itemOut{
			item.CredentialID, item.UUID.String(), item.RecipientName, item.RecipientEmail, outcomeOf(item), messageOf(r, texts, item),
		}
	}
	return out, nil
}

// outcomeOf returns the outcome of an item, or "waiting" if it has none yet.
func outcomeOf(item operations.Item) string {
	if item.Outcome == "" {
		return "waiting"
	}
	return string(item.Outcome)
}

// messageOf returns the reason of a refusal in the language of the request.
func messageOf(r *http.Request, texts httpx.Messages, item operations.Item) string {
	if item.Reason == "" {
		return ""
	}
	return texts.Message(wire.Language(r), item.Reason, nil)
}

// refused serves the items that failed, with the reasons, as a CSV file.
func (a actionsAPI) refused(w http.ResponseWriter, r *http.Request) {
	ref := actionRef{chi.URLParam(r, "uuid")}
	id, err := ref.id()
	if err == nil {
		_, err = a.bulk.Read(r.Context(), access.From(r.Context()), id)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+id.String()+`.csv"`)
	h.Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	_ = out.Write([]string{"credential_id", "recipient_name", "recipient_email", "reason"})
	err = a.bulk.EachRefused(r.Context(), access.From(r.Context()), id, func(items []operations.Item) error {
		for _, item := range items {
			row := []string{strconv.FormatInt(item.CredentialID, 10), plainCell(item.RecipientName), plainCell(item.RecipientEmail), messageOf(r, a.texts, item)}
			if err := out.Write(row); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
	if err != nil {
		panic(http.ErrAbortHandler) // the file is cut short, and must not look whole
	}
}

// plainCell escapes a text that a spreadsheet would interpret as a formula.
func plainCell(text string) string {
	if strings.IndexAny(strings.TrimLeft(text, " "), "=+-@\t\r\n＝＋－＠") == 0 || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") {
		return "'" + text
	}
	return text
}
