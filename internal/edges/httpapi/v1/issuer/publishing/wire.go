package publishing

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
)

type publicationReply struct {
	Publication publicationOut `json:"publication"`
}

type publicationOut struct {
	UUID           string         `json:"uuid"`
	State          string         `json:"state"`
	InputCount     int            `json:"input_count"`
	PublishedCount int            `json:"published_count"`
	RefusedCount   int            `json:"refused_count"`
	SendingEmail   bool           `json:"sending_email"`
	NotPublished   []notPublished `json:"not_published"`
	CreatedAt      time.Time      `json:"created_at"`
	FinishedAt     *time.Time     `json:"finished_at"`
	HoldMinutes    int            `json:"hold_minutes"`
	HoldUntil      *time.Time     `json:"hold_until"`
	ReleasedAt     *time.Time     `json:"released_at"`
	CanUndo        bool           `json:"can_undo"`
	CanSendNow     bool           `json:"can_send_now"`
	UndoneAt       *time.Time     `json:"undone_at"`
	UndoneCount    int            `json:"undone_count"`
	UndoFinishedAt *time.Time     `json:"undo_finished_at"`
	Stop           *wire.Stop     `json:"stop,omitempty"`
	UndoStop       *wire.Stop     `json:"undo_stop,omitempty"`
}

type notPublished struct {
	CredentialID  int64  `json:"credential_id"`
	RecipientName string `json:"recipient_name"`
	Reason        string `json:"reason"`
	Message       string `json:"message"`
}

func (a publishingAPI) publicationOut(r *http.Request, p publishing.Publication) publicationOut {
	by := access.From(r.Context())
	out := publicationOut{
		UUID: p.UUID.String(), State: "working", InputCount: p.InputCount, PublishedCount: p.PublishedCount, RefusedCount: p.RefusedCount,
		SendingEmail: p.SendEmail, NotPublished: []notPublished{}, CreatedAt: p.CreatedAt, FinishedAt: p.FinishedAt,
		HoldMinutes: p.HoldMinutes, HoldUntil: p.HoldUntil, ReleasedAt: p.ReleasedAt,
		CanUndo: p.CanUndo, CanSendNow: p.CanSendNow(by), UndoneAt: p.UndoneAt, UndoneCount: p.UndoneCount, UndoFinishedAt: p.UndoFinishedAt,
		Stop:     wire.StopOf(r, a.texts, p.StopReason, p.NotDoneCount(), p.CanResume(by)),
		UndoStop: wire.StopOf(r, a.texts, p.UndoStopReason, p.PublishedCount-p.UndoneCount, p.CanResumeUndo(by)),
	}
	if p.FinishedAt != nil {
		out.State = "finished"
	}
	for _, f := range p.Refusals {
		message := a.texts.Message(wire.Language(r), "publishing."+f.Reason, nil)
		out.NotPublished = append(out.NotPublished, notPublished{f.CredentialID, f.RecipientName, f.Reason, message})
	}
	return out
}

type mailsReply struct {
	Mails []mailOut `json:"mails"`
}

type mailOut struct {
	ID        int64      `json:"id"`
	Kind      string     `json:"kind"`
	Recipient string     `json:"recipient"`
	Subject   string     `json:"subject"`
	State     string     `json:"state"`
	Attempts  int        `json:"attempts"`
	LastError string     `json:"last_error"`
	CreatedAt time.Time  `json:"created_at"`
	SentAt    *time.Time `json:"sent_at"`

	NotBefore *time.Time    `json:"not_before"`
	WaitsFor  senders.Limit `json:"waits_for"`
}

func mailsOf(mails []outbox.Mail) mailsReply {
	out := mailsReply{Mails: make([]mailOut, len(mails))}
	for i, m := range mails {
		out.Mails[i] = mailOf(m)
	}
	return out
}

func mailOf(m outbox.Mail) mailOut {
	return mailOut{m.ID, m.Kind, m.Recipient, m.Subject, m.State, m.Attempts, m.LastError, m.CreatedAt, m.SentAt, m.NotBefore, m.WaitsFor}
}

type mailReply struct {
	Mail mailOut `json:"mail"`
}

type mailRefIn struct {
	ID     string    `json:"id" validate:"max=255"`
	MailID httpx.Int `json:"mail_id"`
}
