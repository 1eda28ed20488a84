package publishing

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
)

// publishingAPI serves publications and the emails of credentials.
type publishingAPI struct {
	credentials *credentials.Service
	publishing  *publishing.Service
	outbox      *outbox.Service
	approvals   *approvals.Service
	texts       httpx.Messages
}

func (a publishingAPI) routes(r chi.Router) {
	r.Post("/credentials/publish", httpx.JSON(a.publish))
	r.Get("/credentials/{id}/mails", httpx.JSON(a.mails))
	r.Post("/credentials/{id}/mails/{mail_id}/retry", httpx.JSON(a.retryMail))
	r.Post("/credentials/{id}/resend", httpx.JSON(a.resend))
	r.Get("/publications/{uuid}", httpx.JSON(a.publication(a.publishing.Read)))
	r.Post("/publications/{uuid}/resume", httpx.JSON(a.publication(a.publishing.Resume)))
	r.Post("/publications/{uuid}/undo", httpx.JSON(a.publication(a.publishing.Undo)))
	r.Post("/publications/{uuid}/send_now", httpx.JSON(a.publication(a.publishing.SendNow)))
}

type publishIn struct {
	wire.SelectionIn
	HoldMinutes *httpx.Int `json:"hold_minutes"`
	Comment     httpx.Text `json:"comment"` // for who approves it
}

// publishReply is the publication, or what it waits for.
type publishReply struct {
	Publication *publicationOut `json:"publication,omitempty"`
	wire.Awaiting
}

func (a publishingAPI) publish(r *http.Request, in publishIn) (publishReply, error) {
	by := access.From(r.Context())
	request := publishing.Request{Selection: in.Domain(), SendEmail: wire.SendsEmail(in.SendEmail), HoldMinutes: wire.OptionalInt(in.HoldMinutes)}
	approval, asked, err := a.approvals.Publish(r.Context(), by, request, string(in.Comment))
	if err != nil || asked {
		return publishReply{Awaiting: wire.AwaitingOf(r, a.texts, approval)}, err
	}
	p, err := a.publishing.Start(r.Context(), by, request)
	if err != nil {
		return publishReply{}, err
	}
	return publishReply{Publication: new(a.publicationOut(r, p))}, nil
}

type publicationIn struct {
	UUID string `json:"uuid"`
}

// publication returns a handler that reads or changes a publication.
func (a publishingAPI) publication(do func(context.Context, access.Actor, uuid.UUID) (publishing.Publication, error)) func(*http.Request, publicationIn) (publicationReply, error) {
	return func(r *http.Request, in publicationIn) (publicationReply, error) {
		id, err := uuid.Parse(in.UUID)
		if err != nil {
			return publicationReply{}, publishing.ErrNotFound
		}
		p, err := do(r.Context(), access.From(r.Context()), id)
		if err != nil {
			return publicationReply{}, err
		}
		return publicationReply{a.publicationOut(r, p)}, nil
	}
}

func (a publishingAPI) resend(r *http.Request, in wire.RefIn) (wire.DoneReply, error) {
	return wire.DoneReply{Success: true}, a.publishing.Resend(r.Context(), access.From(r.Context()), in.ID)
}

func (a publishingAPI) mails(r *http.Request, in wire.RefIn) (mailsReply, error) {
	by := access.From(r.Context())
	c, err := a.credentials.Read(r.Context(), by, in.ID)
	if err != nil {
		return mailsReply{}, err
	}
	mails, err := a.outbox.ByCredential(r.Context(), by, c.ID)
	if err != nil {
		return mailsReply{}, err
	}
	return mailsOf(mails), nil
}

func (a publishingAPI) retryMail(r *http.Request, in mailRefIn) (mailReply, error) {
	by := access.From(r.Context())
	c, err := a.credentials.Read(r.Context(), by, in.ID)
	if err != nil {
		return mailReply{}, err
	}
	mail, err := a.outbox.Retry(r.Context(), by, c.ID, int64(in.MailID))
	return mailReply{mailOf(mail)}, err
}
