package issuer

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/design/embeds"
	"laurel/internal/edges/httpapi/v1/issuer/accounts"
	"laurel/internal/edges/openapi"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

const goodPassword = "correct horse battery"

// people is a server with an owner and a viewer in one department, a stranger in another, and every kind of token.
type people struct {
	pool       *pgxpool.Pool
	router     chi.Router
	contract   *openapi3.T
	now        *clock.Fake
	proof      *captcha.ProofOfWork
	identity   *identity.Service
	tokens     map[string]string
	department int64
	foreign    int64
	link       url.Values // of the latest mail
}

// EnqueueTx remembers what the latest link carries.
func (p *people) EnqueueTx(_ context.Context, _ pgx.Tx, m identity.AccountMail) error {
	if link, err := url.Parse(m.Params["link"]); err == nil && link.RawQuery != "" {
		p.link = link.Query()
	}
	return nil
}

func newPeople(t *testing.T) *people {
	t.Helper()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	contract, err := openapi.Documents()
	if err != nil {
		t.Fatal(err)
	}
	keyring, err := secrets.NewKeyring(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	log := audit.New(now)
	p := &people{pool: pool, contract: contract["/v1"], now: now, proof: captcha.NewProofOfWork(pool, now, []byte("secret"), 0), tokens: map[string]string{}}
	deps := departments.New(pool, now, log, noLogos)
	keys := apikeys.New(pool, now, log)
	p.identity = identity.New(identity.Deps{
		Pool: pool, Clock: now, Audit: log, Departments: deps, Organizations: organizations.New(pool, now, log, deps), Passwords: secrets.QuickPasswords(), Keyring: keyring,
		Throttle: throttle.New(pool, now), Captcha: p.proof, Mail: p, Origin: "https://laurel.example", Languages: []string{"ar", "de", "en"},
	})
	p.router = chi.NewRouter()
	p.router.Use(httpx.Identify(nil, func(string) string { return "en" }), Authenticate(Deps{Identity: p.identity, APIKeys: keys, Embeds: embeds.New(pool, now, log)}))
	accounts.Mount(p.router, accounts.Deps{
		Identity: p.identity, Captcha: p.proof, Departments: deps, APIKeys: keys, Features: features.New(features.Settings{}), Groups: noGroups{}, Version: "1.2.3",
	})
	p.populate(t, keys)
	return p
}

func (p *people) populate(t *testing.T, keys *apikeys.Service) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	join := func(name string) access.Actor {
		must(p.identity.CreateAccount(ctx, access.Actor{}, identity.CreateAccount{
			Email: name + "@example.org", Name: name, Password: goodPassword, Captcha: p.solved(),
		}))
		_, err := p.identity.VerifyEmail(ctx, access.Actor{}, p.link.Get("token"))
		must(err)
		in, err := p.identity.SignIn(ctx, access.Actor{}, identity.SignIn{Email: name + "@example.org", Password: goodPassword})
		must(err)
		p.tokens[name] = in.Token
		by, err := p.identity.Resolve(ctx, access.Actor{}, in.Token, 0)
		must(err)
		return by
	}
	owner, stranger, viewer := join("owner"), join("stranger"), join("viewer")
	p.department, p.foreign = owner.DepartmentID, stranger.DepartmentID
	_, err := p.identity.Invite(ctx, owner, identity.Invite{Email: "viewer@example.org", Name: "viewer", Role: access.Viewer})
	must(err)
	_, err = p.identity.AcceptInvitation(ctx, viewer, p.link.Get("token"))
	must(err)
	for _, kind := range []apikeys.Access{apikeys.Write, apikeys.Read} {
		_, secret, err := keys.Create(ctx, owner, apikeys.Create{Name: string(kind), Access: kind})
		must(err)
		p.tokens[string(kind)] = "Token token=" + secret
	}
	writer, err := keys.Authenticate(ctx, p.tokens["write"], "192.0.2.1")
	must(err)
	sso, err := p.identity.MintSSO(ctx, writer, "owner@example.org")
	must(err)
	bound, err := p.identity.SignInSSO(ctx, access.Actor{}, identity.SSO{Key: sso.Key, Object: "issuer"})
	must(err)
	p.tokens["bound"] = bound.Token
	p.tokens["wrong"] = secrets.NewToken("laurel_session_")
}

func (p *people) solved() string {
	c := p.proof.Challenge()
	data, _ := json.Marshal(map[string]any{"challenge": c.Challenge, "salt": c.Salt, "expires_at": c.ExpiresAt, "signature": c.Signature})
	return base64.StdEncoding.EncodeToString(data)
}

// call is one request. {own} and {foreign} in path and body become department ids.
type call struct {
	as     string // whose token; "" for nobody
	in     string // the department-id header
	method string
	path   string
	body   string
}

func (p *people) do(t *testing.T, c call) *httptest.ResponseRecorder {
	t.Helper()
	p.now.Advance(3 * time.Second) // so that no test meets a throttle by accident
	fill := strings.NewReplacer("{own}", fmt.Sprint(p.department), "{foreign}", fmt.Sprint(p.foreign)).Replace
	r := httptest.NewRequest(c.method, fill(c.path), strings.NewReader(fill(c.body)))
	if c.as != "" {
		r.Header.Set("Authorization", p.tokens[c.as])
	}
	if c.in != "" {
		r.Header.Set("department-id", fill(c.in))
	}
	w := httptest.NewRecorder()
	p.router.ServeHTTP(w, r)
	p.obeysContract(t, r, w)
	return w
}

func (p *people) obeysContract(t *testing.T, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	match := chi.NewRouteContext()
	if !p.router.Match(match, r.Method, r.URL.Path) {
		t.Fatalf("no route for %s %s", r.Method, r.URL.Path)
	}
	op := p.contract.Paths.Find(match.RoutePattern()).GetOperation(r.Method)
	response := op.Responses.Status(w.Code)
	if response == nil {
		response = op.Responses.Default()
	}
	var body any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%s %s: %v in %s", r.Method, r.URL.Path, err, w.Body)
	}
	if err := response.Value.Content["application/json"].Schema.Value.VisitJSON(body); err != nil {
		t.Errorf("%s %s answers %s: %v", r.Method, r.URL.Path, w.Body, err)
	}
}

// refusal reads code and fields of an answer.
func refusal(t *testing.T, w *httptest.ResponseRecorder) (code string, fields map[string]any) {
	t.Helper()
	var body struct {
		Code   string `json:"code"`
		Errors any    `json:"errors"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatal(err)
	}
	fields, _ = body.Errors.(map[string]any)
	return body.Code, fields
}

// noLogos knows no upload.
func noLogos(context.Context, access.Actor, string) (string, error) {
	return "", errs.New(errs.Invalid, "upload.foreign")
}

// noGroups has no groups and creates no design.
type noGroups struct{}

func (noGroups) DefaultDesign(context.Context, access.Actor) (int64, error) { return 0, nil }

func (noGroups) Search(context.Context, access.Actor, groups.Query) (page.Page[groups.Group], error) {
	return page.Page[groups.Group]{}, nil
}
