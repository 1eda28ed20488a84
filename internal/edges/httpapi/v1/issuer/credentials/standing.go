package credentials

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/approvals"
	"laurel/internal/platform/httpx"
)

type standIn struct {
	wire.RefIn
	wire.StatusIn
	SendEmail *httpx.Bool `json:"send_email"`
	Comment   httpx.Text  `json:"comment"` // for who approves it
}

// stoodOneReply is the credential, or what the change waits for.
type stoodOneReply struct {
	Credential *wire.CredentialOut `json:"credential,omitempty"`
	wire.Awaiting
}

func (a credentialsAPI) stand(to credentials.State) func(*http.Request, standIn) (stoodOneReply, error) {
	return func(r *http.Request, in standIn) (stoodOneReply, error) {
		by := access.From(r.Context())
		if to == credentials.Revoked {
			if waits, asked, err := a.askToRevokeOne(r, by, in); asked || err != nil {
				return stoodOneReply{Awaiting: waits}, err
			}
		}
		c, err := a.publishing.SetStatus(r.Context(), by, in.ID, in.Change(to), wire.SendsEmail(in.SendEmail))
		if err != nil {
			return stoodOneReply{}, err
		}
		return stoodOneReply{Credential: new(a.wire.Credential(c, by))}, nil
	}
}

// askToRevokeOne asks for approval to revoke a credential, if the department requires it.
func (a credentialsAPI) askToRevokeOne(r *http.Request, by access.Actor, in standIn) (wire.Awaiting, bool, error) {
	required, err := a.approvals.Required(r.Context(), by, approvals.Revoke)
	if err != nil || !required {
		return wire.Awaiting{}, false, err
	}
	c, err := a.credentials.Read(r.Context(), by, in.ID)
	if err != nil {
		return wire.Awaiting{}, false, err
	}
	return a.askToRevoke(r, by, credentialsearch.Selection{IDs: []int64{c.ID}}, in.StatusIn, in.SendEmail, in.Comment)
}

func (a credentialsAPI) askToRevoke(
	r *http.Request, by access.Actor, sel credentialsearch.Selection, in wire.StatusIn, sendEmail *httpx.Bool, comment httpx.Text,
) (wire.Awaiting, bool, error) {
	found, asked, err := a.approvals.Revoke(r.Context(), by, sel, in.Change(credentials.Revoked), wire.SendsEmail(sendEmail), string(comment))
	if err != nil || !asked {
		return wire.Awaiting{}, asked, err
	}
	return wire.AwaitingOf(r, a.reasons, found), true, nil
}

type standManyIn struct {
	wire.SelectionIn
	wire.StatusIn
	Comment httpx.Text `json:"comment"` // for who approves it
}

// stoodReply counts what was changed, or is what the change waits for.
type stoodReply struct {
	*stoodCounts
	wire.Awaiting
}

type stoodCounts struct {
	Changed   int `json:"changed_count"`
	Unchanged int `json:"unchanged_count"`
	Refused   int `json:"refused_count"`
}

func (a credentialsAPI) standMany(to credentials.State) func(*http.Request, standManyIn) (stoodReply, error) {
	return func(r *http.Request, in standManyIn) (stoodReply, error) {
		by, sel := access.From(r.Context()), in.Domain()
		if to == credentials.Revoked {
			if waits, asked, err := a.askToRevoke(r, by, sel, in.StatusIn, in.SendEmail, in.Comment); asked || err != nil {
				return stoodReply{Awaiting: waits}, err
			}
		}
		stood, err := a.publishing.SetStatusMany(r.Context(), by, sel, in.Change(to), wire.SendsEmail(in.SendEmail))
		return stoodReply{stoodCounts: new(stoodCounts(stood))}, err
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
