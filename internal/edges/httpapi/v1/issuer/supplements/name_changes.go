package supplements

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/supplements/namechanges"
)

// nameChangesAPI serves recipients' requests to change their name.
type nameChangesAPI struct {
	changes *namechanges.Service
	texts   httpx.Messages
}

func (a nameChangesAPI) routes(r chi.Router) {
	r.Get("/name_changes", httpx.JSON(a.list))
	r.Get("/name_changes/settings", httpx.JSON(a.settings))
	r.Put("/name_changes/settings", httpx.JSON(a.setSettings))
	r.Post("/name_changes/decide_many", httpx.JSON(a.decideMany))
	r.Get("/name_changes/{id}", httpx.JSON(a.read))
	r.Post("/name_changes/{id}/decide", httpx.JSON(a.decide))
	r.Get("/name_changes/{id}/document", a.document)
}

type nameChangeOut struct {
	ID            int64                `json:"id"`
	Kind          namechanges.Kind     `json:"kind"`
	CurrentName   string               `json:"current_name"`
	RequestedName string               `json:"requested_name"`
	Reason        namechanges.Reason   `json:"reason"`
	Note          string               `json:"note"`
	All           bool                 `json:"all"`
	Distance      int                  `json:"distance"`
	State         namechanges.State    `json:"state"`
	DecidedBy     string               `json:"decided_by"`
	DecisionNote  string               `json:"decision_note"`
	DecidedAt     *time.Time           `json:"decided_at"`
	Document      *string              `json:"document"`
	ConfirmedAt   *time.Time           `json:"confirmed_at"`
	CreatedAt     time.Time            `json:"created_at"`
	ExpiresAt     time.Time            `json:"expires_at"`
	Credential    nameChangeCredential `json:"credential"`
}

type nameChangeCredential struct {
	UUID           string `json:"uuid"`
	Name           string `json:"name"`
	RecipientName  string `json:"recipient_name"`
	RecipientEmail string `json:"recipient_email"`
	GroupID        int64  `json:"group_id"`
	GroupName      string `json:"group_name"`
}

// NameChangeWire converts a name change.
func NameChangeWire(c namechanges.Change) nameChangeOut {
	out := nameChangeOut{
		ID: c.ID, Kind: c.Kind, CurrentName: c.CurrentName, RequestedName: c.RequestedName, Reason: c.Reason, Note: c.Note, All: c.All, Distance: c.Distance,
		State: c.State, DecidedBy: c.DecidedBy, DecisionNote: c.DecisionNote, DecidedAt: c.DecidedAt, ConfirmedAt: c.ConfirmedAt, CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt,
		Credential: nameChangeCredential{
			c.Credential.UUID.String(), c.Credential.Name, c.Credential.RecipientName, c.Credential.RecipientEmail, c.Credential.GroupID,
			c.Credential.GroupName,
		},
	}
	if c.Document != "" {
		out.Document = &c.Document
	}
	return out
}

type nameChangeReply struct {
	NameChange nameChangeOut `json:"name_change"`
}

type nameChangesIn struct {
	State    string         `json:"state" validate:"max=100"`
	Reason   string         `json:"reason" validate:"omitempty,oneof=typo married legal transliteration payer other"`
	Kind     string         `json:"kind" validate:"omitempty,oneof=name email date other"`
	Query    string         `json:"query" validate:"max=255"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

func (in nameChangesIn) filter() namechanges.Filter {
	f := namechanges.Filter{Reason: namechanges.Reason(in.Reason), Kind: namechanges.Kind(in.Kind), Query: strings.TrimSpace(in.Query)}
	for _, state := range strings.FieldsFunc(in.State, func(r rune) bool { return r == ',' || r == ' ' }) {
		f.States = append(f.States, namechanges.State(state))
	}
	return f
}

type nameChangesReply struct {
	NameChanges []nameChangeOut `json:"name_changes"`
	Meta        wire.Meta       `json:"meta"`
}

func (a nameChangesAPI) list(r *http.Request, in nameChangesIn) (nameChangesReply, error) {
	request := page.Request{Number: int(in.Page), Size: int(in.PageSize)}
	found, err := a.changes.List(r.Context(), access.From(r.Context()), in.filter(), request)
	if err != nil {
		return nameChangesReply{}, err
	}
	out := nameChangesReply{NameChanges: make([]nameChangeOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, c := range found.Items {
		out.NameChanges[i] = NameChangeWire(c)
	}
	return out, nil
}

func (a nameChangesAPI) read(r *http.Request, in wire.IDIn) (nameChangeReply, error) {
	c, err := a.changes.Read(r.Context(), access.From(r.Context()), int64(in.ID))
	return nameChangeReply{NameChangeWire(c)}, err
}

type decisionIn struct {
	Decision string      `json:"decision" validate:"required,oneof=approve deny"`
	Note     httpx.Text  `json:"note"`
	All      *httpx.Bool `json:"all"`
}

func (in decisionIn) domain() namechanges.Decision {
	return namechanges.Decision{Approve: in.Decision == "approve", Note: string(in.Note), All: (*bool)(in.All)}
}

type decideNameIn struct {
	wire.IDIn
	decisionIn
}

func (a nameChangesAPI) decide(r *http.Request, in decideNameIn) (nameChangeReply, error) {
	c, err := a.changes.Decide(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	return nameChangeReply{NameChangeWire(c)}, err
}

type decideNamesIn struct {
	IDs []httpx.Int `json:"ids" validate:"required,min=1,max=100"`
	decisionIn
}

type nameChangeOutcome struct {
	ID      int64   `json:"id"`
	Decided bool    `json:"decided"`
	Code    *string `json:"code"`
	Message *string `json:"message"`
}

type decidedNamesReply struct {
	Decided  int                 `json:"decided_count"`
	Refused  int                 `json:"refused_count"`
	Outcomes []nameChangeOutcome `json:"outcomes"`
}

func (a nameChangesAPI) decideMany(r *http.Request, in decideNamesIn) (decidedNamesReply, error) {
	ids := make([]int64, len(in.IDs))
	for i, id := range in.IDs {
		ids[i] = int64(id)
	}
	all, err := a.changes.DecideMany(r.Context(), access.From(r.Context()), ids, in.domain())
	if err != nil {
		return decidedNamesReply{}, err
	}
	out := decidedNamesReply{Outcomes: make([]nameChangeOutcome, len(all))}
	for i, o := range all {
		out.Outcomes[i] = nameChangeOutcome{ID: o.ID, Decided: o.Refusal == nil}
		if o.Refusal == nil {
			out.Decided++
			continue
		}
		out.Refused++
		code := o.Refusal.Code
		message := a.texts.Message(wire.Language(r), code, nil)
		out.Outcomes[i].Code, out.Outcomes[i].Message = &code, &message
	}
	return out, nil
}

type nameChangeSettings struct {
	AutoApprove httpx.Bool `json:"auto_approve"`
}

type nameChangeSettingsReply struct {
	Settings nameChangeSettings `json:"settings"`
}

func (a nameChangesAPI) settings(r *http.Request, _ httpx.None) (nameChangeSettingsReply, error) {
	s, err := a.changes.Settings(r.Context(), access.From(r.Context()))
	return nameChangeSettingsReply{nameChangeSettings{httpx.Bool(s.AutoApprove)}}, err
}

func (a nameChangesAPI) setSettings(r *http.Request, in nameChangeSettings) (nameChangeSettingsReply, error) {
	err := a.changes.SetSettings(r.Context(), access.From(r.Context()), namechanges.Settings{AutoApprove: bool(in.AutoApprove)})
	return nameChangeSettingsReply{in}, err
}

// document serves the proof as a download. It is an untrusted file, and no page of ours may execute it.
func (a nameChangesAPI) document(w http.ResponseWriter, r *http.Request) {
	var in wire.IDIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	doc, err := a.changes.Document(r.Context(), access.From(r.Context()), int64(in.ID))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", doc.Type)
	h.Set("Content-Length", strconv.Itoa(len(doc.Data)))
	h.Set("Content-Disposition", `attachment; filename="`+doc.Name+`"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(doc.Data)
}
