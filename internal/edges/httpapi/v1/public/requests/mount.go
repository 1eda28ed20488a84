// Package requests serves what visitors without an account may ask for: claims, messages to issuers, confirmations and references.
package requests

import (
	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/departments"
	"laurel/internal/messaging/bounces"
	"laurel/internal/messaging/contact"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/people"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Claims      *claims.Service
	Contact     *contact.Service
	NameChanges *namechanges.Service
	Recipients  *recipients.Service
	References  *references.Service
	Outbox      *outbox.Service
	Bounces     *bounces.Service
	People      *people.Service
	Departments *departments.Service
	Links       links.Links
}

type api struct{ Deps }

type doneReply struct {
	Success bool `json:"success"`
}

// Mount adds the routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Post("/email_reports/{uuid}", a.emailReport)
	r.Get("/public/claim_links/{token}", httpx.JSON(a.claimLink))
	r.Post("/public/claim_links/{token}/claims", httpx.JSON(a.claimAsk))
	r.Post("/public/claims/confirm", httpx.JSON(a.claimConfirm))
	r.Post("/public/contact", httpx.JSON(a.contact))
	r.Get("/public/email_choices/{token}", httpx.JSON(a.emailChoice))
	r.Put("/public/email_choices/{token}", httpx.JSON(a.setEmailChoice))
	r.Post("/public/address_changes/confirm", httpx.JSON(a.addressChangeConfirm))
	r.Post("/public/name_changes/confirm", httpx.JSON(a.nameChangeConfirm))
	r.Post("/public/references/open", httpx.JSON(a.referenceOpen))
	r.Post("/public/references/submit", httpx.JSON(a.referenceSubmit))
	r.Post("/public/references/withdraw", httpx.JSON(a.referenceWithdraw))
}
