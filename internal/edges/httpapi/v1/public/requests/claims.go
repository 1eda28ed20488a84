package requests

import (
	"errors"
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/claims"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/recipients/recipients"
)

type claimLinkIn struct {
	Token string `json:"token" validate:"max=100"`
}

type claimLinkOut struct {
	Name           string     `json:"name"`
	Description    string     `json:"description"`
	ImageURL       *string    `json:"image_url"`
	Issuer         issuerName `json:"issuer"`
	OpensAt        *time.Time `json:"opens_at"`
	ClosesAt       *time.Time `json:"closes_at"`
	AllowedDomains []string   `json:"allowed_domains"`
	NeedsApproval  bool       `json:"needs_approval"`
	State          string     `json:"state"`
}

type issuerName struct {
	Name string `json:"name"`
	Logo string `json:"logo"`
}

type claimLinkReply struct {
	ClaimLink claimLinkOut `json:"claim_link"`
}

// claimStates maps errors to the states of the claim page in which nothing can be claimed.
var claimStates = map[*errs.Error]string{
	claims.ErrNotOpen: "not_open", claims.ErrClosed: "closed", claims.ErrPaused: "paused", claims.ErrFull: "full",
}

// ClaimState returns whether and why a link accepts claims now: open, or a state in which nothing can be claimed.
func ClaimState(p claims.Public) string {
	var refusal *errs.Error
	if errors.As(p.Refusal, &refusal) {
		return claimStates[refusal]
	}
	return "open"
}

// ClaimPicture is the URL of the picture of the group that a link is for, or "" without a design.
func ClaimPicture(p claims.Public, l links.Links) string {
	return groups.Public{
		ID: p.Link.GroupID, CourseName: p.CourseName, CourseDescription: p.CourseDescription, IssuerName: p.IssuerName, IssuerLogo: p.IssuerLogo,
		DesignVersion: p.DesignVersion,
	}.Picture(l)
}

func (a api) claimLink(r *http.Request, in claimLinkIn) (claimLinkReply, error) {
	p, err := a.Claims.ReadPublic(r.Context(), in.Token)
	if err != nil {
		return claimLinkReply{}, err
	}
	out := claimLinkOut{
		Name: p.CourseName, Description: p.CourseDescription, Issuer: issuerName{p.IssuerName, a.Links.File(p.IssuerLogo)}, OpensAt: p.Link.OpensAt, ClosesAt: p.Link.ClosesAt,
		AllowedDomains: p.Link.AllowedDomains, NeedsApproval: p.Link.NeedsApproval, State: ClaimState(p),
	}
	if picture := ClaimPicture(p, a.Links); picture != "" {
		out.ImageURL = &picture
	}
	return claimLinkReply{out}, nil
}

type claimAskIn struct {
	Token    string     `json:"token" validate:"max=100"`
	Name     httpx.Text `json:"name"`
	Email    httpx.Text `json:"email"`
	Language string     `json:"language" validate:"max=10"`
	Captcha  string     `json:"captcha_response" validate:"max=5000"`
}

type claimAskReply struct {
	doneReply
	Request string `json:"request"`
}

func (a api) claimAsk(r *http.Request, in claimAskIn) (claimAskReply, error) {
	request, err := a.Claims.Ask(r.Context(), access.From(r.Context()), in.Token, claims.Request{
		Name: string(in.Name), Email: string(in.Email), Language: in.Language, Captcha: in.Captcha,
	})
	return claimAskReply{doneReply{true}, request}, err
}

type claimConfirmIn struct {
	Secret  string `json:"secret" validate:"required,max=200"`
	Request string `json:"request" validate:"max=200"`
}

type claimConfirmReply struct {
	State         string `json:"state"`
	CredentialURL string `json:"credential_url"`
	ImageURL      string `json:"image_url"`
	Session       string `json:"session,omitempty"` // secret of the recipient's session, for the browser that asked
}

func (a api) claimConfirm(r *http.Request, in claimConfirmIn) (claimConfirmReply, error) {
	c, err := a.Claims.Confirm(r.Context(), access.From(r.Context()), in.Secret, in.Request)
	out := claimConfirmReply{State: string(c.Standing), CredentialURL: c.URL, ImageURL: c.Picture}
	if err != nil || !c.Proved {
		return out, err
	}
	signedIn, err := a.Recipients.SignInProven(r.Context(), recipients.From(r.Context()), c.Email, c.Name, c.Language, r.UserAgent())
	out.Session = signedIn.Token
	return out, err
}
