package credentials

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
)

type standIn struct {
	wire.RefIn
	wire.StatusIn
	SendEmail *httpx.Bool `json:"send_email"`
}

func (a credentialsAPI) stand(to credentials.State) func(*http.Request, standIn) (credentialReply, error) {
	return func(r *http.Request, in standIn) (credentialReply, error) {
		by := access.From(r.Context())
		c, err := a.publishing.SetStatus(r.Context(), by, in.ID, in.Change(to), wire.SendsEmail(in.SendEmail))
		return a.reply(by, c, err)
	}
}

type standManyIn struct {
	wire.SelectionIn
	wire.StatusIn
}

type stoodReply struct {
	Changed   int `json:"changed_count"`
	Unchanged int `json:"unchanged_count"`
	Refused   int `json:"refused_count"`
}

func (a credentialsAPI) standMany(to credentials.State) func(*http.Request, standManyIn) (stoodReply, error) {
	return func(r *http.Request, in standManyIn) (stoodReply, error) {
		sel := in.Domain()
		stood, err := a.publishing.SetStatusMany(r.Context(), access.From(r.Context()), sel, in.Change(to), wire.SendsEmail(in.SendEmail))
		return stoodReply(stood), err
	}
}

type historyReply struct {
	Events []eventOut `json:"events"`
}

type eventOut struct {
	ID      int64          `json:"id"`
	Action  string         `json:"action"`
	By      string         `json:"by"`
	Details map[string]any `json:"details"`
	At      time.Time      `json:"at"`
}

func (a credentialsAPI) history(r *http.Request, in wire.RefIn) (historyReply, error) {
	events, err := a.credentials.History(r.Context(), access.From(r.Context()), in.ID)
	if err != nil {
		return historyReply{}, err
	}
	out := historyReply{Events: make([]eventOut, len(events))}
	for i, e := range events {
		out.Events[i] = eventOut{e.ID, e.Action, e.By, e.Details, e.At}
		if e.By == "" && e.System != "" {
			out.Events[i].By = a.reasons.Message(wire.Language(r), "system."+string(e.System), nil)
		}
	}
	return out, nil
}
