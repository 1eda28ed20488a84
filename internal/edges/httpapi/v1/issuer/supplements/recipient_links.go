package supplements

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

// recipientLinksAPI serves links that sign recipients in.
type recipientLinksAPI struct {
	recipients *recipients.Service
	groups     wire.GroupRefs
}

func (a recipientLinksAPI) routes(r chi.Router) {
	r.Post("/credentials/{id}/recipient_link", httpx.JSON(a.create))
	r.Delete("/credentials/{id}/recipient_link", httpx.JSON(a.revoke))
	r.Post("/sso/generate_link", httpx.JSON(a.signOn))
}

// signOnIn may also be sent as a form, as one client does.
type signOnIn struct {
	CredentialID   httpx.Ref  `json:"credential_id" validate:"max=255"`
	RecipientID    httpx.Ref  `json:"recipient_id" validate:"max=255"`
	RecipientEmail httpx.Text `json:"recipient_email" validate:"max=320"`
	GroupID        httpx.Ref  `json:"group_id"`
	RedirectTo     httpx.Text `json:"redirect_to" validate:"max=2048"`
	WalletView     httpx.Bool `json:"wallet_view"`
	Embed          httpx.Bool `json:"embed"`
}

func (a recipientLinksAPI) signOn(r *http.Request, in signOnIn) (wire.LinkReply, error) {
	group, err := a.groups.ID(r, in.GroupID)
	if err != nil {
		return wire.LinkReply{}, err
	}
	link, err := a.recipients.SignOnLink(r.Context(), access.From(r.Context()), recipients.SignOn{
		Credential: string(in.CredentialID), RecipientID: string(in.RecipientID), Email: string(in.RecipientEmail), GroupID: group,
		RedirectTo: string(in.RedirectTo), Wallet: bool(in.WalletView), Framed: bool(in.Embed),
	})
	return wire.LinkReply{Link: link.URL}, err
}

type recipientLinkReply struct {
	Link      string    `json:"link"`
	ExpiresAt time.Time `json:"expires_at"`
}

func (a recipientLinksAPI) create(r *http.Request, in wire.RefIn) (recipientLinkReply, error) {
	link, err := a.recipients.Link(r.Context(), access.From(r.Context()), in.ID)
	return recipientLinkReply{link.URL, link.ExpiresAt}, err
}

type revokedLinksReply struct {
	Revoked int `json:"revoked_count"`
}

func (a recipientLinksAPI) revoke(r *http.Request, in wire.RefIn) (revokedLinksReply, error) {
	n, err := a.recipients.RevokeLinks(r.Context(), access.From(r.Context()), in.ID)
	return revokedLinksReply{n}, err
}
