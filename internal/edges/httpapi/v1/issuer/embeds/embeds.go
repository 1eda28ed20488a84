package embeds

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/embeds"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// embedsAPI serves the embedded design maker: allowed origins, the secrets that open it, and its short-lived bearer tokens.
type embedsAPI struct {
	embeds       *embeds.Service
	links        links.Links
	sampleHosts  string
	authenticate Authenticate
}

func (a embedsAPI) routes(r chi.Router) {
	r.Get("/embed/settings", httpx.JSON(a.settings))
	r.Put("/embed/settings", httpx.JSON(a.update))
	r.Post("/embed/origins", httpx.JSON(a.addOrigin))
	r.Delete("/embed/origins/{id}", httpx.JSON(a.removeOrigin))
	r.Post("/embed/sessions", httpx.JSON(a.mint))
	r.Post("/designers/{kind}/initialize", httpx.JSON(a.initialize))
	r.Post("/embed/exchange", httpx.JSON(a.exchange))
	r.Post("/embed/refresh", httpx.JSON(a.refresh))
}

type embedOriginWire struct {
	ID        int64  `json:"id"`
	Origin    string `json:"origin"`
	CreatedAt string `json:"created_at"`
}

func embedOriginToWire(o embeds.Origin) embedOriginWire {
	return embedOriginWire{o.ID, o.Origin, wire.Stamp(o.CreatedAt)}
}

type embedSettingsReply struct {
	Origins       []embedOriginWire `json:"origins"`
	PlainContract bool              `json:"plain_contract"`
	SampleHosts   *string           `json:"sample_hosts"`
}

func (a embedsAPI) reply(s embeds.Settings, err error) (embedSettingsReply, error) {
	if err != nil {
		return embedSettingsReply{}, err
	}
	out := embedSettingsReply{Origins: make([]embedOriginWire, len(s.Origins)), PlainContract: s.PlainContract}
	if a.sampleHosts != "" {
		out.SampleHosts = &a.sampleHosts
	}
	for i, o := range s.Origins {
		out.Origins[i] = embedOriginToWire(o)
	}
	return out, nil
}

func (a embedsAPI) settings(r *http.Request, _ httpx.None) (embedSettingsReply, error) {
	return a.reply(a.embeds.Settings(r.Context(), access.From(r.Context())))
}

type embedSettingsIn struct {
	PlainContract *httpx.Bool `json:"plain_contract"`
}

func (a embedsAPI) update(r *http.Request, in embedSettingsIn) (embedSettingsReply, error) {
	by := access.From(r.Context())
	if in.PlainContract == nil {
		return a.reply(a.embeds.Settings(r.Context(), by))
	}
	return a.reply(a.embeds.AllowPlainContract(r.Context(), by, bool(*in.PlainContract)))
}

type embedOriginIn struct {
	Origin httpx.Text `json:"origin"`
}

type embedOriginReply struct {
	Origin embedOriginWire `json:"origin"`
}

func (a embedsAPI) addOrigin(r *http.Request, in embedOriginIn) (embedOriginReply, error) {
	o, err := a.embeds.AddOrigin(r.Context(), access.From(r.Context()), string(in.Origin))
	if err != nil {
		return embedOriginReply{}, err
	}
	return embedOriginReply{embedOriginToWire(o)}, nil
}

func (a embedsAPI) removeOrigin(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.embeds.RemoveOrigin(r.Context(), access.From(r.Context()), int64(in.ID)))
}

// inDepartment returns the actor, or departments.ErrNotFound if the body names another department.
func inDepartment(r *http.Request, wanted httpx.Int) (access.Actor, error) {
	by := access.From(r.Context())
	if wanted != 0 && int64(wanted) != by.DepartmentID && by.DepartmentID != 0 {
		return by, departments.ErrNotFound
	}
	return by, nil
}

type embedSessionIn struct {
	DepartmentID  httpx.Int    `json:"department_id"`
	DesignID      httpx.Int    `json:"design_id"`
	Kind          httpx.Text   `json:"kind"`
	AllowedOrigin httpx.Text   `json:"allowed_origin"`
	Scopes        []httpx.Text `json:"scopes" validate:"max=20"`
	Locale        httpx.Text   `json:"locale"`
	UserRef       httpx.Text   `json:"user_ref"`
	TTL           httpx.Int    `json:"ttl"`
}

type embedSessionReply struct {
	Code      string `json:"code"`
	URL       string `json:"url"`
	ExpiresAt string `json:"expires_at"`
}

func (a embedsAPI) mint(r *http.Request, in embedSessionIn) (embedSessionReply, error) {
	by, err := inDepartment(r, in.DepartmentID)
	if err != nil {
		return embedSessionReply{}, err
	}
	request := embeds.Request{
		DesignID: int64(in.DesignID), Kind: string(in.Kind), AllowedOrigin: string(in.AllowedOrigin), Locale: string(in.Locale),
		UserRef: string(in.UserRef), TTL: int64(in.TTL),
	}
	for _, scope := range in.Scopes {
		request.Scopes = append(request.Scopes, string(scope))
	}
	g, err := a.embeds.Code(r.Context(), by, request)
	if err != nil {
		return embedSessionReply{}, err
	}
	return embedSessionReply{
		Code: g.Secret, ExpiresAt: wire.Stamp(g.ExpiresAt),
		URL: a.links.DesignMaker(g.Secret, by.DepartmentID, g.DesignID, g.Kind, request.Locale),
	}, nil
}

type initializeIn struct {
	Kind         string    `json:"kind"`
	DepartmentID httpx.Int `json:"department_id"`
	DesignID     httpx.Int `json:"design_id"`
}

type initializeReply struct {
	Token    string `json:"token"`
	DesignID *int64 `json:"design_id"`
}

func (a embedsAPI) initialize(r *http.Request, in initializeIn) (initializeReply, error) {
	by, err := inDepartment(r, in.DepartmentID)
	if err != nil {
		return initializeReply{}, err
	}
	g, err := a.embeds.Token(r.Context(), by, in.Kind, int64(in.DesignID))
	if err != nil {
		return initializeReply{}, err
	}
	return initializeReply{Token: g.Secret, DesignID: wire.IDOrNull(g.DesignID)}, nil
}

type exchangeIn struct {
	Code         string     `json:"code" validate:"max=4000"`
	Token        string     `json:"token" validate:"max=4000"`
	DepartmentID httpx.Int  `json:"department_id"`
	DesignID     httpx.Int  `json:"design_id"`
	ParentOrigin httpx.Text `json:"parent_origin" validate:"max=300"`
}

type openedReply struct {
	DepartmentID  int64    `json:"department_id"`
	DesignID      *int64   `json:"design_id"`
	Kind          string   `json:"kind"`
	Scopes        []string `json:"scopes"`
	Locale        string   `json:"locale"`
	ParentOrigins []string `json:"parent_origins"`
	SignedIn      bool     `json:"signed_in"`
	RefreshToken  string   `json:"refresh_token"`
	ExpiresAt     string   `json:"expires_at"`
	bearer        string
}

// Headers sets the bearer token in the Authorization header, as signing in does.
func (o openedReply) Headers(h http.Header) { h.Set("Authorization", o.bearer) }

func openedToWire(o embeds.Opened, err error) (openedReply, error) {
	if err != nil {
		return openedReply{}, err
	}
	return openedReply{
		DepartmentID: o.DepartmentID, DesignID: wire.IDOrNull(o.DesignID), Kind: o.Kind, Scopes: o.Scopes, Locale: o.Locale,
		ParentOrigins: o.ParentOrigins, SignedIn: o.SignedIn, RefreshToken: o.Refresh, ExpiresAt: wire.Stamp(o.ExpiresAt), bearer: o.Bearer,
	}, nil
}

// exchange accepts the secret from the design maker's URL: one of our codes or tokens, or a long-lived authorization.
func (a embedsAPI) exchange(r *http.Request, in exchangeIn) (openedReply, error) {
	secret := in.Code
	if secret == "" {
		secret = in.Token
	}
	if secret == "" {
		return openedReply{}, errs.Field("code", "required")
	}
	request := embeds.Exchange{
		Secret: secret, DepartmentID: int64(in.DepartmentID), DesignID: int64(in.DesignID), ParentOrigin: string(in.ParentOrigin),
	}
	if embeds.IsOwnSecret(secret) {
		return openedToWire(a.embeds.Open(r.Context(), access.From(r.Context()), request))
	}
	by, err := a.authenticate(r.Context(), secret, request.DepartmentID)
	if errs.KindOf(err) == errs.Unauthorized {
		err = embeds.ErrOver
	}
	if err != nil {
		return openedReply{}, err
	}
	return openedToWire(a.embeds.OpenPlain(r.Context(), by, request))
}

type refreshIn struct {
	RefreshToken string `json:"refresh_token" validate:"required,max=200"`
}

func (a embedsAPI) refresh(r *http.Request, in refreshIn) (openedReply, error) {
	return openedToWire(a.embeds.Refresh(r.Context(), access.From(r.Context()), in.RefreshToken))
}
