package emails

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/httpx"
)

type suppressionOut struct {
	ID        int64                    `json:"id"`
	Email     string                   `json:"email"`
	Reason    outbox.SuppressionReason `json:"reason"`
	Detail    string                   `json:"detail"`
	EmailID   *int64                   `json:"email_id"`
	CreatedAt string                   `json:"created_at"`
}

func suppressionToWire(s outbox.Suppression) suppressionOut {
	return suppressionOut{s.ID, s.Email, s.Reason, s.Detail, orNull(s.MailID), wire.Stamp(s.CreatedAt)}
}

type suppressionsIn struct {
	wire.PageIn
	Query  httpx.Text `json:"query" validate:"max=320"`
	Reason httpx.Text `json:"reason"`
}

type suppressionsReply struct {
	Suppressions []suppressionOut `json:"suppressions"`
	Meta         wire.Meta        `json:"meta"`
}

func (a api) suppressions(r *http.Request, in suppressionsIn) (suppressionsReply, error) {
	found, err := a.outbox.Suppressions(r.Context(), access.From(r.Context()), string(in.Query), outbox.SuppressionReason(in.Reason), in.Request())
	if err != nil {
		return suppressionsReply{}, err
	}
	out := suppressionsReply{make([]suppressionOut, len(found.Items)), wire.MetaOf(found)}
	for i, s := range found.Items {
		out.Suppressions[i] = suppressionToWire(s)
	}
	return out, nil
}

type suppressionReply struct {
	Suppression suppressionOut `json:"suppression"`
}

type suppressionIn struct {
	Suppression struct {
		Email httpx.Text `json:"email"`
	} `json:"suppression" validate:"required"`
}

func (a api) suppress(r *http.Request, in suppressionIn) (suppressionReply, error) {
	s, err := a.outbox.Suppress(r.Context(), access.From(r.Context()), string(in.Suppression.Email))
	return suppressionReply{suppressionToWire(s)}, err
}

func (a api) unsuppress(r *http.Request, in wire.IDIn) (suppressionReply, error) {
	s, err := a.outbox.Unsuppress(r.Context(), access.From(r.Context()), int64(in.ID))
	return suppressionReply{suppressionToWire(s)}, err
}
