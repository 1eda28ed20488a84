package account

import (
	"net/http"
	"time"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

type proofAskIn struct {
	Email    httpx.Text `json:"email" validate:"max=320"`
	Language string     `json:"language" validate:"max=10"`
	Captcha  string     `json:"captcha_response" validate:"max=5000"`
}

type askedReply struct {
	Request   string    `json:"request"`
	ExpiresAt time.Time `json:"expires_at"`
}

func (a api) ask(purpose recipients.Purpose) func(*http.Request, proofAskIn) (askedReply, error) {
	return func(r *http.Request, in proofAskIn) (askedReply, error) {
		got, err := a.Recipients.RequestProof(r.Context(), recipients.From(r.Context()), recipients.ProofRequest{
			Purpose: purpose, Email: string(in.Email), Language: in.Language, Captcha: in.Captcha,
		})
		return askedReply{got.Secret, got.ExpiresAt.UTC()}, err
	}
}

type proofIn struct {
	Request string     `json:"request" validate:"max=200"`
	Token   string     `json:"token" validate:"max=200"`
	Code    httpx.Text `json:"code" validate:"max=20"`
}

func (in proofIn) proof() recipients.Proof {
	return recipients.Proof{Request: in.Request, Token: in.Token, Code: string(in.Code)}
}

type signInIn struct {
	proofIn
	Email      httpx.Text `json:"email" validate:"max=320"`
	Password   string     `json:"password" validate:"max=5000"`
	Credential string     `json:"credential" validate:"max=100"`
}

type openedReply struct {
	SessionReply
	Secret string `json:"secret"`
}

func opened(s recipients.SignedIn, err error) (openedReply, error) {
	return openedReply{SessionOf(s.Actor), s.Token}, err
}

func (a api) signInOwn(r *http.Request, in signInIn) (openedReply, error) {
	from := recipients.From(r.Context())
	if in.Credential != "" {
		return opened(a.Recipients.SignInAsOwner(r.Context(), from, in.Credential, in.Token, string(in.Code), r.UserAgent()))
	}
	if in.Request != "" || in.Token != "" {
		return opened(a.Recipients.SignInByProof(r.Context(), from, in.proof(), r.UserAgent()))
	}
	return opened(a.Recipients.SignIn(r.Context(), from, string(in.Email), in.Password, r.UserAgent()))
}

type resetIn struct {
	proofIn
	Password string `json:"password" validate:"max=5000"`
}

func (a api) resetPassword(r *http.Request, in resetIn) (openedReply, error) {
	return opened(a.Recipients.ResetPassword(r.Context(), recipients.From(r.Context()), in.proof(), in.Password, r.UserAgent()))
}

type accountOut struct {
	Name        string    `json:"name"`
	Email       string    `json:"email"`
	Locale      string    `json:"locale"`
	TimeZone    string    `json:"time_zone"`
	HasPassword bool      `json:"has_password"`
	CreatedAt   time.Time `json:"created_at"`
}

type accountReply struct {
	Account accountOut `json:"account"`
	Secret  string     `json:"secret,omitempty"` // of the session, after a new password
}

func accountToWire(c recipients.Account, secret string) accountReply {
	return accountReply{accountOut{c.Name, c.Email, c.Locale, c.TimeZone, c.HasPassword, c.CreatedAt.UTC()}, secret}
}

func (a api) account(r *http.Request, _ httpx.None) (accountReply, error) {
	account, err := a.Recipients.Account(r.Context(), recipients.From(r.Context()))
	return accountToWire(account, ""), err
}

func (a api) deleteAccount(r *http.Request, _ httpx.None) (doneReply, error) {
	return doneReply{true}, a.Recipients.DeleteAccount(r.Context(), recipients.From(r.Context()))
}

type accountIn struct {
	Name            *string `json:"name" validate:"omitempty,max=1000"`
	Locale          *string `json:"locale" validate:"omitempty,max=10"`
	TimeZone        *string `json:"time_zone" validate:"omitempty,max=64"`
	Password        *string `json:"password" validate:"omitempty,max=5000"`
	CurrentPassword *string `json:"current_password" validate:"omitempty,max=5000"`
}

func (a api) updateAccount(r *http.Request, in accountIn) (accountReply, error) {
	account, secret, err := a.Recipients.UpdateAccount(r.Context(), recipients.From(r.Context()), recipients.Update{
		Name: in.Name, Locale: in.Locale, TimeZone: in.TimeZone, Password: in.Password, CurrentPassword: in.CurrentPassword,
	})
	return accountToWire(account, secret), err
}

type ownSession struct {
	ID         int64     `json:"id"`
	Current    bool      `json:"current"`
	Level      string    `json:"level"`
	UserAgent  string    `json:"user_agent"`
	IP         string    `json:"ip"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `json:"last_seen_at"`
}

type sessionsReply struct {
	Sessions []ownSession `json:"sessions"`
}

func (a api) sessions(r *http.Request, _ httpx.None) (sessionsReply, error) {
	all, err := a.Recipients.Sessions(r.Context(), recipients.From(r.Context()))
	out := sessionsReply{make([]ownSession, len(all))}
	for i, s := range all {
		out.Sessions[i] = ownSession{s.ID, s.Current, string(s.Level), s.UserAgent, s.IP, s.CreatedAt.UTC(), s.LastSeenAt.UTC()}
	}
	return out, err
}

type sessionIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) endSession(r *http.Request, in sessionIn) (doneReply, error) {
	return doneReply{true}, a.Recipients.EndSession(r.Context(), recipients.From(r.Context()), int64(in.ID))
}

func (a api) endOtherSessions(r *http.Request, _ httpx.None) (doneReply, error) {
	return doneReply{true}, a.Recipients.EndSession(r.Context(), recipients.From(r.Context()), 0)
}
