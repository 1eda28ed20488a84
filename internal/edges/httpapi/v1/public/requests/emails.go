package requests

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/httpx"
)

// EmailChoice is what the link of an email stops.
type EmailChoice struct {
	Address string `json:"address"` // partly hidden
	Topic   string `json:"topic"`
	Issuer  string `json:"issuer"`
	Wanted  bool   `json:"wanted"`
}

type emailChoiceReply struct {
	Choice EmailChoice `json:"choice"`
}

type choiceIn struct {
	Token string `json:"token" validate:"max=2000"`
}

func (a api) emailChoice(r *http.Request, in choiceIn) (emailChoiceReply, error) {
	out, err := a.EmailChoice(r.Context(), in.Token)
	return emailChoiceReply{out}, err
}

type setChoiceIn struct {
	Token  string      `json:"token" validate:"max=2000"`
	Wanted *httpx.Bool `json:"wanted" validate:"required"`
}

func (a api) setEmailChoice(r *http.Request, in setChoiceIn) (emailChoiceReply, error) {
	if err := a.Choose(r.Context(), in.Token, bool(*in.Wanted)); err != nil {
		return emailChoiceReply{}, err
	}
	out, err := a.EmailChoice(r.Context(), in.Token)
	return emailChoiceReply{out}, err
}

// EmailChoice returns what the link of an email stops. It returns outbox.ErrChoice.
func (d Deps) EmailChoice(ctx context.Context, token string) (EmailChoice, error) {
	c, err := d.Outbox.Choice(token)
	if err != nil {
		return EmailChoice{}, err
	}
	stopped, err := d.Outbox.IsStopped(ctx, c)
	if err != nil {
		return EmailChoice{}, err
	}
	issuer, err := d.Departments.ReadPublic(ctx, c.DepartmentID)
	return EmailChoice{partly(c.Address), string(c.Topic), issuer.Name, !stopped}, err
}

// Choose stops emails with the link of one of them, or starts them again. It returns outbox.ErrChoice.
func (d Deps) Choose(ctx context.Context, token string, wanted bool) error {
	c, err := d.Outbox.Choice(token)
	if err != nil {
		return err
	}
	by := access.Actor{IP: httpx.ClientIP(ctx), RequestID: httpx.RequestID(ctx)}
	return d.Outbox.Choose(ctx, by, c, wanted)
}

// partly hides an address from whoever else reads the email, but tells its owner which one it is.
func partly(email string) string {
	name, domain, _ := strings.Cut(email, "@")
	first, _ := utf8.DecodeRuneInString(name)
	return string(first) + "***@" + domain
}
