// Package account serves the accounts of recipients: signing in, addresses, passkeys, sessions, and which emails they receive.
package account

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/passkeys"
	"laurel/internal/recipients/recipients"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Recipients *recipients.Service
	Passkeys   *passkeys.Service
}

type api struct{ Deps }

type doneReply struct {
	Success bool `json:"success"`
}

// Mount adds the routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Group(func(r chi.Router) {
		r.Use(SignedIn)
		a.ownRoutes(r)
	})
	r.Post("/recipient/codes", httpx.JSON(a.ask(recipients.ToSignIn)))
	r.Post("/recipient/retrieve", httpx.JSON(a.ask(recipients.ToRetrieve)))
	r.Post("/recipient/forget_password", httpx.JSON(a.ask(recipients.ToSetPassword)))
	r.Post("/recipient/reset_password", httpx.JSON(a.resetPassword))
	r.Post("/recipient/sign_in", httpx.JSON(a.signInOwn))
	r.Post("/recipient/passkey_sign_in", httpx.JSON(a.signInWithPasskey))
	r.Post("/recipient/passkey_sign_in/options", httpx.JSON(a.passkeySignInOptions))
}

// SignedIn rejects visitors without a recipient's session, before anything else of their request is examined.
func SignedIn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := recipients.From(r.Context()).SignedIn(); err != nil {
			httpx.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownRoutes adds the routes that need a session.
func (a api) ownRoutes(r chi.Router) {
	a.addressRoutes(r)
	a.passkeyRoutes(r)
	a.notificationRoutes(r)
	r.Delete("/recipient/sign_out", httpx.JSON(a.signOut))
	r.Delete("/recipient/session", httpx.JSON(a.signOut))
	r.Get("/recipient/whoami", httpx.JSON(a.session))
	r.Get("/recipient/session", httpx.JSON(a.session))
	r.Get("/recipient/account", httpx.JSON(a.account))
	r.Put("/recipient/account", httpx.JSON(a.updateAccount))
	r.Delete("/recipient/account", httpx.JSON(a.deleteAccount))
	r.Get("/recipient/sign_in_links", httpx.JSON(a.issuerLinks))
	r.Delete("/recipient/sign_in_links/{id}", httpx.JSON(a.endIssuerLink))
	r.Get("/recipient/sessions", httpx.JSON(a.sessions))
	r.Delete("/recipient/sessions", httpx.JSON(a.endOtherSessions))
	r.Delete("/recipient/sessions/{id}", httpx.JSON(a.endSession))
}
