// Package recipient serves the recipients of credentials. They sign in with their own links and send their token in a separate header,
// so that a user who is both issuer and recipient has two separate sessions.
package recipient

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/design/uploads"
	"laurel/internal/documents/collectionpdf"
	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/v1/recipient/account"
	"laurel/internal/edges/httpapi/v1/recipient/imports"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/downloads"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/passes"
	"laurel/internal/recipients/collections"
	"laurel/internal/recipients/passkeys"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/imported"
	"laurel/internal/trust/oid4vci"
)

// Deps are the dependencies of the recipients' routes.
type Deps struct {
	Recipients  *recipients.Service
	Passkeys    *passkeys.Service
	Collections *collections.Service
	Profile     profile.Deps
	Printed     *collectionpdf.Service
	Imports     *imported.Service
	Evidence    *evidence.Service
	References  *references.Service
	Uploads     *uploads.Service
	NameChanges *namechanges.Service
	Downloads   *downloads.Service
	Badges      *badges.Service
	Wallets     *oid4vci.Service
	Passes      *passes.Service
	Analytics   *analytics.Service
	Clock       clock.Clock
	Links       links.Links
	Texts       *i18n.Bundle
}

// Mount adds the recipients' routes to r, which is mounted at /v1 behind Authenticate.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Post("/recipient/session", httpx.JSON(a.signIn))
	r.Post("/recipient/links", httpx.JSON(a.sendLink))
	account.Mount(r, d.account())
	r.Group(func(r chi.Router) {
		r.Use(account.SignedIn)
		a.ownRoutes(r)
	})
}

// ownRoutes adds the routes that need a session.
func (a api) ownRoutes(r chi.Router) {
	r.Post("/recipient/account/export", a.exportAccount)
	profile.Mount(r, a.Profile)
	r.Get("/recipient/credentials", httpx.JSON(a.list))
	r.Get("/recipient/credential_filters", httpx.JSON(a.choices))
	r.Get("/recipient/credentials/{ref}", httpx.JSON(a.read))
	r.Get("/recipient/credentials/{ref}/learner_record", a.learnerRecord)
	r.Put("/recipient/credentials/{ref}/privacy", httpx.JSON(a.setPrivate))
	r.Post("/recipient/archive", a.archive)
	a.collectionRoutes(r)
	a.walletOfferRoutes(r)
	imports.Mount(r, a.imports())
	a.evidenceRoutes(r)
	a.referenceRoutes(r)
	a.nameChangeRoutes(r)
}

type api struct{ Deps }

func (d Deps) account() account.Deps {
	return account.Deps{Recipients: d.Recipients, Passkeys: d.Passkeys}
}
func (d Deps) imports() imports.Deps { return imports.Deps{Imports: d.Imports, Texts: d.Texts} }

// Header contains a recipient's token. No cookie is used, which prevents cross-site request forgery.
const Header = "Recipient-Authorization"

// Authenticate adds the recipient to the context. It does not reject requests: without a valid token there is no recipient, and
// endpoints that need one respond with 401.
func Authenticate(people *recipients.Service) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			by, err := resolve(r.Context(), people, r.Header.Get(Header))
			if err != nil {
				httpx.Fail(w, r, err)
				return
			}
			next.ServeHTTP(w, r.WithContext(recipients.With(r.Context(), by)))
		})
	}
}

func resolve(ctx context.Context, people *recipients.Service, header string) (by recipients.Actor, err error) {
	token := strings.TrimSpace(header)
	if scheme, rest, found := strings.Cut(token, " "); found && strings.EqualFold(scheme, "Bearer") {
		token = strings.TrimSpace(rest)
	}
	if token != "" {
		by, err = people.Resolve(ctx, token)
		if errs.KindOf(err) == errs.Unauthorized {
			by, err = recipients.Actor{}, nil
		}
	}
	by.IP, by.RequestID = httpx.ClientIP(ctx), httpx.RequestID(ctx)
	return by, err
}

type signedInReply struct {
	account.SessionReply
	Secret     string            `json:"secret"`
	Credential public.Credential `json:"credential"`
	RedirectTo *string           `json:"redirect_to"` // null: to the credential
}

type tokenIn struct {
	Token string `json:"token" validate:"required,max=200"`
}

func (a api) signIn(r *http.Request, in tokenIn) (signedInReply, error) {
	signedIn, err := a.Recipients.Open(r.Context(), recipients.From(r.Context()), in.Token, r.UserAgent())
	if err != nil {
		return signedInReply{}, err
	}
	out := signedInReply{account.SessionOf(signedIn.Actor), signedIn.Token, a.view(signedIn.Credential), nil}
	if signedIn.RedirectTo != "" {
		out.RedirectTo = &signedIn.RedirectTo
	}
	return out, nil
}

type doneReply struct {
	Success bool `json:"success"`
}

func (a api) sendLink(r *http.Request, in tokenIn) (doneReply, error) {
	return doneReply{true}, a.Recipients.SendAgain(r.Context(), recipients.From(r.Context()), in.Token)
}

type refIn struct {
	Ref string `json:"ref" validate:"max=255"`
}

// ownCredential is the public view of a credential with all evidence that its recipient may see.
type ownCredential struct {
	public.Credential
	EvidenceItems     []wire.EvidenceOut `json:"evidence_items"`
	AcceptsEvidence   bool               `json:"accepts_evidence"` // from its recipient
	AcceptsReferences bool               `json:"accepts_references"`
	ViewCount         int                `json:"view_count"` // by others than the recipient and the issuer
	VerificationCount int                `json:"verification_count"`
	WalletPasses      []passes.Platform  `json:"wallet_passes"`
}

type credentialReply struct {
	Credential ownCredential `json:"credential"`
}

func (a api) read(r *http.Request, in refIn) (credentialReply, error) {
	by := recipients.From(r.Context())
	c, err := a.Recipients.Read(r.Context(), by, in.Ref)
	if err != nil {
		return credentialReply{}, err
	}
	var said []references.Reference
	var counts analytics.Counts
	shown, err := a.Evidence.Visible(r.Context(), c, c.PrivateKey, func(d pg.DB) (err error) {
		said, err = a.References.ShownTx(r.Context(), d, c)
		return err
	}, func(d pg.DB) (err error) {
		counts, err = a.Analytics.CountsTx(r.Context(), d, c.DepartmentID, c.ID)
		return err
	})
	if err != nil {
		return credentialReply{}, err
	}
	items, err := a.Evidence.OwnList(r.Context(), by, in.Ref)
	all, err := a.wire().Items(r.Context(), items, err)
	return credentialReply{ownCredential{
		Credential: a.view(c).Proven(c, shown, c.PrivateKey, a.Links).Vouched(said), EvidenceItems: all.Items, AcceptsEvidence: c.AllowEvidence,
		AcceptsReferences: c.AllowReferences, ViewCount: counts.Views, VerificationCount: counts.Verifications,
		WalletPasses: a.Passes.Platforms(),
	}}, err
}

type privacyIn struct {
	Ref     string      `json:"ref" validate:"max=255"`
	Private *httpx.Bool `json:"private" validate:"required"`
}

type privacyReply struct {
	Private bool   `json:"private"`
	URL     string `json:"url"`
}

func (a api) setPrivate(r *http.Request, in privacyIn) (privacyReply, error) {
	c, err := a.Recipients.SetPrivate(r.Context(), recipients.From(r.Context()), in.Ref, bool(*in.Private))
	return privacyReply{c.Private, a.Links.Credential(c.UUID.String(), c.Key())}, err
}

func (a api) view(c credentials.Credential) public.Credential {
	return public.View(c, a.Links, a.Badges.TokenAddress(c), public.Owner, a.Clock.Now())
}
