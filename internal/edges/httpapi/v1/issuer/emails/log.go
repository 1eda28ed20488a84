package emails

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/httpx"
)

type emailOut struct {
	ID           int64         `json:"id"`
	Kind         string        `json:"kind"`
	CredentialID *int64        `json:"credential_id"`
	Recipient    string        `json:"recipient"`
	Subject      string        `json:"subject"`
	State        string        `json:"state"`
	Attempts     int           `json:"attempts"`
	LastError    string        `json:"last_error"`
	CreatedAt    string        `json:"created_at"`
	SentAt       *string       `json:"sent_at"`
	NotBefore    *string       `json:"not_before"`
	WaitsFor     senders.Limit `json:"waits_for"`
}

func emailToWire(m outbox.Mail) emailOut {
	return emailOut{
		m.ID, m.Kind, orNull(m.CredentialID), m.Recipient, m.Subject, m.State, m.Attempts, m.LastError, wire.Stamp(m.CreatedAt), wire.Stamped(m.SentAt),
		wire.Stamped(m.NotBefore), m.WaitsFor,
	}
}

type logIn struct {
	wire.PageIn
	Query httpx.Text `json:"query" validate:"max=320"`
	Event httpx.Text `json:"event"`
	State httpx.Text `json:"state"`
}

type logReply struct {
	Emails []emailOut `json:"emails"`
	Meta   wire.Meta  `json:"meta"`
}

func (a api) log(r *http.Request, in logIn) (logReply, error) {
	found, err := a.outbox.Log(r.Context(), access.From(r.Context()), outbox.LogQuery{
		Text: string(in.Query), Event: string(in.Event), State: string(in.State), Page: in.Request(),
	})
	if err != nil {
		return logReply{}, err
	}
	out := logReply{make([]emailOut, len(found.Items)), wire.MetaOf(found)}
	for i, m := range found.Items {
		out.Emails[i] = emailToWire(m)
	}
	return out, nil
}

type momentOut struct {
	What   string  `json:"what"`
	At     *string `json:"at"`
	Reason string  `json:"reason"`
}

type entryOut struct {
	emailOut
	From      string      `json:"from"`
	ReplyTo   string      `json:"reply_to"`
	CC        []string    `json:"cc"`
	BCC       []string    `json:"bcc"`
	MessageID string      `json:"message_id"`
	Text      string      `json:"text"`
	HTML      string      `json:"html"`
	Timeline  []momentOut `json:"timeline"`
}

type entryReply struct {
	Email entryOut `json:"email"`
}

func (a api) entry(r *http.Request, in wire.IDIn) (entryReply, error) {
	e, err := a.outbox.Entry(r.Context(), access.From(r.Context()), int64(in.ID))
	if err != nil {
		return entryReply{}, err
	}
	out := entryOut{
		emailToWire(e.Mail), e.From, e.ReplyTo, wire.List(e.CC), wire.List(e.BCC), e.MessageID, e.Text, e.HTML, make([]momentOut, len(e.Timeline)),
	}
	for i, m := range e.Timeline {
		out.Timeline[i] = momentOut{m.What, wire.Stamped(m.At), m.Reason}
	}
	return entryReply{out}, nil
}

type emailReply struct {
	Email emailOut `json:"email"`
}

func (a api) resend(r *http.Request, in wire.IDIn) (emailReply, error) {
	m, err := a.outbox.RetryAny(r.Context(), access.From(r.Context()), int64(in.ID))
	return emailReply{emailToWire(m)}, err
}
