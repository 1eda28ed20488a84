package requests

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/supplements/references"
)

// referee is the author of a reference.
type referee struct {
	Name  string  `json:"name"`
	Title *string `json:"title"`
	URL   *string `json:"url"`
}

// invitationOut is the data of the referee's page.
type invitationOut struct {
	State          references.State `json:"state"`
	AskedBy        references.Side  `json:"asked_by"`
	Message        string           `json:"message"`
	Description    string           `json:"description"`
	Relationship   *string          `json:"relationship"`
	Referee        referee          `json:"referee"`
	Rejection      string           `json:"rejection_reason"`
	ExpiresAt      *time.Time       `json:"expires_at"`
	CredentialName string           `json:"credential_name"`
	RecipientName  string           `json:"recipient_name"`
	Issuer         issuerName       `json:"issuer"`
}

type invitationReply struct {
	Invitation invitationOut `json:"reference"`
}

func invitationOf(i references.Invitation, err error) (invitationReply, error) {
	if err != nil {
		return invitationReply{}, err
	}
	return invitationReply{invitationOut{
		State: i.State, AskedBy: i.AskedBy, Message: i.Message, Description: i.Text, Relationship: wire.Some(string(i.Relationship)),
		Referee: referee{i.Referee.Name, wire.Some(i.Referee.Title), wire.Some(i.Referee.URL)}, Rejection: i.Rejection, ExpiresAt: i.ExpiresAt,
		CredentialName: i.CredentialName, RecipientName: i.RecipientName, Issuer: issuerName{i.IssuerName, i.IssuerLogo},
	}}, nil
}

// tokenIn contains the token of a link. It is sent in the body, because URLs are logged.
type tokenIn struct {
	Token string `json:"token" validate:"required,max=200"`
}

func (a api) referenceOpen(r *http.Request, in tokenIn) (invitationReply, error) {
	return invitationOf(a.References.Open(r.Context(), access.From(r.Context()), in.Token))
}

type referenceSubmitIn struct {
	tokenIn
	Reference struct {
		Description  httpx.Text `json:"description"`
		Relationship httpx.Text `json:"relationship"`
		Referee      struct {
			Name  httpx.Text `json:"name"`
			Title httpx.Text `json:"title"`
			URL   httpx.Text `json:"url"`
		} `json:"referee"`
	} `json:"reference"`
}

func (a api) referenceSubmit(r *http.Request, in referenceSubmitIn) (invitationReply, error) {
	said := in.Reference
	return invitationOf(a.References.Submit(r.Context(), access.From(r.Context()), in.Token, references.Answer{
		Relationship: string(said.Relationship), Text: string(said.Description), Name: string(said.Referee.Name), Title: string(said.Referee.Title),
		URL: string(said.Referee.URL),
	}))
}

func (a api) referenceWithdraw(r *http.Request, in tokenIn) (invitationReply, error) {
	return invitationOf(a.References.Withdraw(r.Context(), access.From(r.Context()), in.Token))
}
