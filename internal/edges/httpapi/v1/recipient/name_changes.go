package recipient

import (
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges"
)

func (a api) nameChangeRoutes(r chi.Router) {
	r.Get("/recipient/credentials/{ref}/name_changes", httpx.JSON(a.nameChanges))
	r.Post("/recipient/credentials/{ref}/name_changes", httpx.JSON(a.askNameChange))
	r.Delete("/recipient/credentials/{ref}/name_changes/{id}", httpx.JSON(a.withdrawNameChange))
	r.Post("/recipient/credentials/{ref}/name_changes/{id}/document", a.attachDocument)
}

// nameChangeOut is a name change as its author sees it.
type nameChangeOut struct {
	ID            int64              `json:"id"`
	Kind          namechanges.Kind   `json:"kind"`
	CurrentName   string             `json:"current_name"`
	RequestedName string             `json:"requested_name"`
	Reason        namechanges.Reason `json:"reason"`
	Note          string             `json:"note"`
	All           bool               `json:"all"`
	State         namechanges.State  `json:"state"`
	DecisionNote  string             `json:"decision_note"`
	DecidedAt     *time.Time         `json:"decided_at"`
	Document      *string            `json:"document"`
	ConfirmedAt   *time.Time         `json:"confirmed_at"`
	CreatedAt     time.Time          `json:"created_at"`
	ExpiresAt     time.Time          `json:"expires_at"`
}

func nameChangeWire(c namechanges.Change) nameChangeOut {
	out := nameChangeOut{
		ID: c.ID, Kind: c.Kind, CurrentName: c.CurrentName, RequestedName: c.RequestedName, Reason: c.Reason, Note: c.Note, All: c.All, State: c.State,
		DecisionNote: c.DecisionNote, DecidedAt: c.DecidedAt, ConfirmedAt: c.ConfirmedAt, CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt,
	}
	if c.Document != "" {
		out.Document = &c.Document
	}
	return out
}

type nameChangesReply struct {
	NameChanges []nameChangeOut `json:"name_changes"`
}

func (a api) nameChanges(r *http.Request, in refIn) (nameChangesReply, error) {
	all, err := a.NameChanges.Mine(r.Context(), recipients.From(r.Context()), in.Ref)
	out := nameChangesReply{NameChanges: make([]nameChangeOut, len(all))}
	for i, c := range all {
		out.NameChanges[i] = nameChangeWire(c)
	}
	return out, err
}

type askIn struct {
	refIn
	Kind          string     `json:"kind"`
	RequestedName httpx.Text `json:"requested_name"`
	Reason        string     `json:"reason"`
	Note          httpx.Text `json:"note"`
	All           httpx.Bool `json:"all"`
}

type nameChangeReply struct {
	NameChange nameChangeOut `json:"name_change"`
}

func (a api) askNameChange(r *http.Request, in askIn) (nameChangeReply, error) {
	c, err := a.NameChanges.Ask(r.Context(), recipients.From(r.Context()), in.Ref, namechanges.Request{
		Kind: namechanges.Kind(in.Kind), Name: string(in.RequestedName), Reason: namechanges.Reason(in.Reason), Note: string(in.Note), All: bool(in.All),
	})
	return nameChangeReply{nameChangeWire(c)}, err
}

type nameChangeRef struct {
	refIn
	ID httpx.Int `json:"id" validate:"required"`
}

func (a api) withdrawNameChange(r *http.Request, in nameChangeRef) (doneReply, error) {
	return doneReply{true}, a.NameChanges.Withdraw(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID))
}

func (a api) attachDocument(w http.ResponseWriter, r *http.Request) {
	by := recipients.From(r.Context())
	if err := by.SignedIn(); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	name, data, err := httpx.File(w, r, namechanges.MaxDocument)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	if err != nil {
		httpx.Fail(w, r, namechanges.ErrNotFound)
		return
	}
	c, err := a.NameChanges.Attach(r.Context(), by, chi.URLParam(r, "ref"), id, name, data)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, nameChangeReply{nameChangeWire(c)})
}
