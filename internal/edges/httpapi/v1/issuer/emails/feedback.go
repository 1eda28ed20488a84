package emails

import (
	"net/http"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/httpx"
)

type mailboxOut struct {
	Host        string  `json:"host"`
	Port        int     `json:"port"`
	User        string  `json:"username"`
	HasPassword bool    `json:"has_password"`
	Folder      string  `json:"folder"`
	ReadAt      *string `json:"read_at"`
	Failure     string  `json:"failure"`
}

type feedbackOut struct {
	Provider      string      `json:"provider"`
	HasSecret     bool        `json:"has_secret"`
	WebhookURL    string      `json:"webhook_url"`
	BounceAddress string      `json:"bounce_address"`
	Mailbox       *mailboxOut `json:"mailbox"`
}

type feedbackReply struct {
	Feedback feedbackOut `json:"email_feedback"`
}

func (a api) feedbackAnswer(f senders.Feedback, err error) (feedbackReply, error) {
	out := feedbackOut{Provider: f.Provider, HasSecret: f.HasSecret, BounceAddress: f.BounceAddress}
	if f.UUID != uuid.Nil && f.Provider != "" {
		out.WebhookURL = a.links.Page("/v1/email_reports/" + f.UUID.String())
	}
	if m := f.Mailbox; m.Host != "" {
		out.Mailbox = &mailboxOut{m.Host, m.Port, m.User, m.HasPassword, m.Folder, wire.Stamped(f.PolledAt), f.Failure}
	}
	return feedbackReply{out}, err
}

func (a api) feedback(r *http.Request, _ httpx.None) (feedbackReply, error) {
	return a.feedbackAnswer(a.senders.Feedback(r.Context(), access.From(r.Context())))
}

type mailboxIn struct {
	Host     wire.Maybe[httpx.Text] `json:"host"`
	Port     wire.Maybe[httpx.Int]  `json:"port"`
	User     wire.Maybe[httpx.Text] `json:"username"`
	Password wire.Maybe[httpx.Text] `json:"password"`
	Folder   wire.Maybe[httpx.Text] `json:"folder"`
}

func (in mailboxIn) domain() *senders.MailboxInput {
	return &senders.MailboxInput{
		Host: wire.As(in.Host, wire.Text), Port: wire.As(in.Port, func(n httpx.Int) int64 { return int64(n) }), User: wire.As(in.User, wire.Text),
		Password: wire.As(in.Password, wire.Text), Folder: wire.As(in.Folder, wire.Text),
	}
}

type feedbackIn struct {
	Feedback struct {
		Provider      wire.Maybe[httpx.Text] `json:"provider"`
		Secret        wire.Maybe[httpx.Text] `json:"secret"`
		BounceAddress wire.Maybe[httpx.Text] `json:"bounce_address"`
		Mailbox       wire.Maybe[mailboxIn]  `json:"mailbox"`
	} `json:"email_feedback" validate:"required"`
}

func (a api) updateFeedback(r *http.Request, in feedbackIn) (feedbackReply, error) {
	f := in.Feedback
	return a.feedbackAnswer(a.senders.UpdateFeedback(r.Context(), access.From(r.Context()), senders.FeedbackInput{
		Provider: wire.As(f.Provider, wire.Text), Secret: wire.As(f.Secret, wire.Text), BounceAddress: wire.As(f.BounceAddress, wire.Text),
		Mailbox: wire.OrNone(f.Mailbox, mailboxIn.domain),
	}))
}
