package credentials

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
)

// StandingIn contains the reason and the note of a status change. Reinstating has neither.
type StandingIn struct {
	Reason httpx.Text `json:"reason"`
	Note   httpx.Text `json:"note"`
}

func (in StandingIn) domain(to credentials.State) credentials.StatusChange {
	return credentials.StatusChange{To: to, Reason: string(in.Reason), Note: string(in.Note)}
}

type standIn struct {
	wire.RefIn
	StandingIn
	SendEmail *httpx.Bool `json:"send_email"`
}

func (a credentialsAPI) stand(to credentials.State) func(*http.Request, standIn) (credentialReply, error) {
	return func(r *http.Request, in standIn) (credentialReply, error) {
		by := access.From(r.Context())
		c, err := a.publishing.Stand(r.Context(), by, in.ID, in.domain(to), wire.SendsEmail(in.SendEmail))
		return a.reply(by, c, err)
	}
}

type standManyIn struct {
	wire.SelectionIn
	StandingIn
}

type stoodReply struct {
	Changed   int `json:"changed_count"`
	Unchanged int `json:"unchanged_count"`
	Refused   int `json:"refused_count"`
}

func (a credentialsAPI) standMany(to credentials.State) func(*http.Request, standManyIn) (stoodReply, error) {
	return func(r *http.Request, in standManyIn) (stoodReply, error) {
		sel := in.Domain()
		stood, err := a.publishing.StandMany(r.Context(), access.From(r.Context()), sel, in.domain(to), wire.SendsEmail(in.SendEmail))
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
