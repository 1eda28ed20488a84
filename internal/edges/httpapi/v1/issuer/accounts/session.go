package accounts

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// sessionAPI serves sign-in and the user's own account.
type sessionAPI struct {
	identity *identity.Service
	captcha  captcha.Verifier
	founded  founded
	plans    Pricing // nil: issuing is unlimited
	version  string  // of the program
}

func (a sessionAPI) routes(r chi.Router) {
	r.Get("/captcha/challenge", httpx.JSON(a.challenge))
	r.Post("/issuer_login/whoami", httpx.JSON(a.whoami))
	r.Post("/issuer_login/sign_in", httpx.JSON(a.signIn))
	r.Post("/issuer_login/second_factor", httpx.JSON(a.completeSignIn))
	r.Post("/issuer_login/passkey", httpx.JSON(a.signInWithPasskey))
	r.Post("/issuer_login/passkey/options", httpx.JSON(a.passkeyOptions))
	r.Delete("/issuer_login/sign_out", httpx.JSON(a.signOut))
	r.Post("/issuer_login/create", httpx.JSON(a.create))
	r.Post("/issuer_login/verify_email", httpx.JSON(a.verifyEmail))
	r.Post("/issuer_login/resend_verification_email", httpx.JSON(a.resendVerification))
	r.Post("/issuer_login/forget_password", httpx.JSON(a.forgetPassword))
	r.Post("/issuer_login/reset_password", httpx.JSON(a.resetPassword))
	r.Post("/issuer_login/claim_account", httpx.JSON(a.claimAccount))
	r.Post("/issuer_login/invitation", httpx.JSON(a.readInvitation))
	r.Post("/issuer_login/invitation/accept", httpx.JSON(a.acceptInvitation))
	r.Post("/issuer_login/invitation/decline", httpx.JSON(a.declineInvitation))
	r.Post("/issuer_login/update", httpx.JSON(a.update))
	r.Post("/issuer_login/select_department", httpx.JSON(a.selectDepartment))
	r.Get("/issuer_login/sessions", httpx.JSON(a.sessions))
	r.Delete("/issuer_login/sessions", httpx.JSON(a.endOtherSessions))
	r.Delete("/issuer_login/sessions/{id}", httpx.JSON(a.endSession))
	r.Post("/universal/sso", httpx.JSON(a.sso))
	r.Post("/universal/sso_keys", httpx.JSON(a.mintSSO))
}

func (a sessionAPI) challenge(*http.Request, httpx.None) (captchaReply, error) {
	return captchaToWire(a.captcha.Offer()), nil
}

func (a sessionAPI) whoami(r *http.Request, _ httpx.None) (sessionReply, error) {
	return a.reply(r, access.From(r.Context()), "")
}

// reply returns the actor's session. A new token is sent in the Authorization header.
func (a sessionAPI) reply(r *http.Request, by access.Actor, token string) (sessionReply, error) {
	session, err := a.identity.Whoami(r.Context(), by)
	if err != nil {
		return sessionReply{}, err
	}
	out := sessionToWire(session, token, a.version)
	if a.plans == nil {
		out.Permissions = access.WithoutBilling(out.Permissions)
	} else {
		out.Pricing = pricing{}
		if session.Department != nil {
			out.Pricing.Plan, err = a.plans.PlanName(r.Context(), session.Department.ID)
		}
	}
	return out, err
}

func (a sessionAPI) enter(r *http.Request, in identity.SignedIn, err error) (sessionReply, error) {
	if err != nil {
		return sessionReply{}, err
	}
	if step := in.Step; step != nil {
		return sessionReply{}, errSecondFactor.With(httpx.NextStep, secondStepWire{step.Token, wire.Stamp(step.ExpiresAt), step.Methods})
	}
	return a.reply(r, in.Actor, in.Token)
}

// errSecondFactor is a refusal, so that a client that knows no second step does not take the response for a session.
var errSecondFactor = errs.New(errs.Unauthorized, "second_factor.required")

type secondStepWire struct {
	Token     string           `json:"token"`
	ExpiresAt string           `json:"expires_at"`
	Methods   []factors.Method `json:"methods"`
}

type secondStepIn struct {
	Token      string          `json:"token" validate:"required,max=200"`
	Code       httpx.Text      `json:"code" validate:"max=100"`
	Credential json.RawMessage `json:"credential" validate:"max=65536"`
}

func (a sessionAPI) completeSignIn(r *http.Request, in secondStepIn) (sessionReply, error) {
	signedIn, err := a.identity.CompleteSignIn(r.Context(), access.From(r.Context()), identity.CompleteSignIn{
		Token: in.Token, Code: string(in.Code), Credential: given(in.Credential), UserAgent: r.UserAgent(),
	})
	return a.enter(r, signedIn, err)
}

// given is nil for a JSON null.
func given(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

type passkeyOptionsIn struct {
	Token string `json:"token" validate:"max=200"`
}

func (a sessionAPI) passkeyOptions(r *http.Request, in passkeyOptionsIn) (optionsReply, error) {
	options, err := a.identity.BeginPasskeySignIn(r.Context(), access.From(r.Context()), in.Token)
	return optionsReply{options}, err
}

type passkeySignInIn struct {
	Credential json.RawMessage `json:"credential" validate:"required,max=65536"`
}

func (a sessionAPI) signInWithPasskey(r *http.Request, in passkeySignInIn) (sessionReply, error) {
	signedIn, err := a.identity.SignInWithPasskey(r.Context(), access.From(r.Context()), in.Credential, r.UserAgent())
	return a.enter(r, signedIn, err)
}

type signInIn struct {
	Email    httpx.Text `json:"email" validate:"max=320"`
	Password string     `json:"password" validate:"max=1000"`
}

func (a sessionAPI) signIn(r *http.Request, in signInIn) (sessionReply, error) {
	signedIn, err := a.identity.SignIn(r.Context(), access.From(r.Context()), identity.SignIn{
		Email: string(in.Email), Password: in.Password, UserAgent: r.UserAgent(),
	})
	return a.enter(r, signedIn, err)
}

func (a sessionAPI) signOut(r *http.Request, _ httpx.None) (wire.DoneReply, error) {
	return wire.Done(a.identity.SignOut(r.Context(), access.From(r.Context())))
}

type accountIn struct {
	Issuer struct {
		Name           httpx.Text `json:"name"`
		Email          httpx.Text `json:"email"`
		Password       string     `json:"password"`
		DepartmentName httpx.Text `json:"department_name"`
		Language       httpx.Text `json:"language"`
	} `json:"issuer" validate:"required"`
	Captcha string `json:"recaptcha_response" validate:"max=4000"`
}

func (a sessionAPI) create(r *http.Request, in accountIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.CreateAccount(r.Context(), access.From(r.Context()), identity.CreateAccount{
		Email: string(in.Issuer.Email), Name: string(in.Issuer.Name), Password: in.Issuer.Password, Language: string(in.Issuer.Language),
		DepartmentName: string(in.Issuer.DepartmentName), Captcha: in.Captcha,
	}))
}

type tokenIn struct {
	Token string `json:"token" validate:"required,max=200"`
}

func (a sessionAPI) verifyEmail(r *http.Request, in tokenIn) (wire.DoneReply, error) {
	founder, err := a.identity.VerifyEmail(r.Context(), access.From(r.Context()), in.Token)
	if err == nil && founder.DepartmentID != 0 {
		a.founded(r, founder)
	}
	return wire.Done(err)
}

type resendIn struct {
	VerificationToken string `json:"verification_token" validate:"required,max=200"`
}

func (a sessionAPI) resendVerification(r *http.Request, in resendIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.ResendVerification(r.Context(), access.From(r.Context()), in.VerificationToken))
}

type forgetIn struct {
	Email   httpx.Text `json:"email"`
	Captcha string     `json:"recaptcha_response" validate:"max=4000"`
}

func (a sessionAPI) forgetPassword(r *http.Request, in forgetIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.ForgetPassword(r.Context(), access.From(r.Context()), string(in.Email), in.Captcha))
}

type resetIn struct {
	ResetToken string `json:"reset_token" validate:"required,max=200"`
	Password   string `json:"password"`
}

func (a sessionAPI) resetPassword(r *http.Request, in resetIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.ResetPassword(r.Context(), access.From(r.Context()), in.ResetToken, in.Password))
}

type claimIn struct {
	Token        string    `json:"token" validate:"required,max=200"`
	DepartmentID httpx.Int `json:"department_id"`
	Password     string    `json:"password"`
}

func (a sessionAPI) claimAccount(r *http.Request, in claimIn) (sessionReply, error) {
	signedIn, err := a.identity.ClaimAccount(r.Context(), access.From(r.Context()), identity.Claim{
		Token: in.Token, DepartmentID: int64(in.DepartmentID), Password: in.Password, UserAgent: r.UserAgent(),
	})
	return a.enter(r, signedIn, err)
}

type invitationReply struct {
	Invitation invitationWire `json:"invitation"`
}

type invitationWire struct {
	Email          string      `json:"email"`
	Role           access.Role `json:"role"`
	DepartmentName string      `json:"department_name"`
	DepartmentLogo string      `json:"department_logo"`
	Organization   string      `json:"organization_name"`
	HasAccount     bool        `json:"has_account"`
	ExpiresAt      string      `json:"expires_at"`
}

// readInvitation uses POST to keep the token out of the URL.
func (a sessionAPI) readInvitation(r *http.Request, in tokenIn) (invitationReply, error) {
	i, err := a.identity.ReadInvitation(r.Context(), access.From(r.Context()), in.Token)
	if err != nil {
		return invitationReply{}, err
	}
	return invitationReply{invitationWire{i.Email, i.Role.Name(), i.DepartmentName, i.DepartmentLogo, i.Organization, i.HasAccount, wire.Stamp(i.ExpiresAt)}}, nil
}

func (a sessionAPI) acceptInvitation(r *http.Request, in tokenIn) (sessionReply, error) {
	by, err := a.identity.AcceptInvitation(r.Context(), access.From(r.Context()), in.Token)
	if err != nil {
		return sessionReply{}, err
	}
	return a.reply(r, by, "")
}

func (a sessionAPI) declineInvitation(r *http.Request, in tokenIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.DeclineInvitation(r.Context(), access.From(r.Context()), in.Token))
}

type updateIn struct {
	Params struct {
		Name            *string `json:"name"`
		Language        *string `json:"language"`
		Password        *string `json:"password"`
		CurrentPassword *string `json:"current_password" validate:"omitempty,max=1000"`
	} `json:"login_issuer_params" validate:"required"`
}

func (a sessionAPI) update(r *http.Request, in updateIn) (sessionReply, error) {
	by, p := access.From(r.Context()), in.Params
	token, err := a.identity.UpdateAccount(r.Context(), by, identity.UpdateAccount{
		Name: p.Name, Language: p.Language, Password: p.Password, CurrentPassword: p.CurrentPassword,
	})
	if err != nil {
		return sessionReply{}, err
	}
	return a.reply(r, by, token)
}

type selectIn struct {
	DepartmentID httpx.Int `json:"department_id" validate:"required"`
}

func (a sessionAPI) selectDepartment(r *http.Request, in selectIn) (sessionReply, error) {
	by, err := a.identity.SelectDepartment(r.Context(), access.From(r.Context()), int64(in.DepartmentID))
	if err != nil {
		return sessionReply{}, err
	}
	return a.reply(r, by, "")
}

func (a sessionAPI) sessions(r *http.Request, _ httpx.None) (sessionsReply, error) {
	places, err := a.identity.Sessions(r.Context(), access.From(r.Context()))
	if err != nil {
		return sessionsReply{}, err
	}
	return sessionsToWire(places), nil
}

func (a sessionAPI) endSession(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.EndSession(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a sessionAPI) endOtherSessions(r *http.Request, _ httpx.None) (wire.DoneReply, error) {
	_, err := a.identity.EndOtherSessions(r.Context(), access.From(r.Context()))
	return wire.Done(err)
}

type ssoIn struct {
	Key    string `json:"key" validate:"required,max=200"`
	Object string `json:"object"`
}

func (a sessionAPI) sso(r *http.Request, in ssoIn) (sessionReply, error) {
	signedIn, err := a.identity.SignInSSO(r.Context(), access.From(r.Context()), identity.SSO{
		Key: in.Key, Object: in.Object, DepartmentID: wire.WantedDepartment(r), UserAgent: r.UserAgent(),
	})
	return a.enter(r, signedIn, err)
}

type mintIn struct {
	Email httpx.Text `json:"email"`
}

func (a sessionAPI) mintSSO(r *http.Request, in mintIn) (ssoKeyReply, error) {
	key, err := a.identity.MintSSO(r.Context(), access.From(r.Context()), string(in.Email))
	if err != nil {
		return ssoKeyReply{}, err
	}
	return ssoKeyReply{Key: key.Key, URL: key.URL, ExpiresAt: wire.Stamp(key.ExpiresAt)}, nil
}
