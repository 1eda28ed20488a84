// Package visits records what visitors do with credentials and the pages that they open.
package visits

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/reach/analytics"
	"laurel/internal/recipients/recipients"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Analytics  *analytics.Service
	Recipients *recipients.Service
	// Seen records the view of a credential that a page showed without reading it from the API.
	Seen func(r *http.Request, c credentials.Credential)
}

type api struct{ Deps }

// Mount adds the routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Post("/frontend/log_frontend_analytics", httpx.JSON(a.pageView))
	r.Post("/analytics/track_link", httpx.JSON(a.linkClick))
}

// Note records an engagement with a credential, by its owner or by somebody else who is not of the issuer. Requests that are not counted are
// ignored.
func (d Deps) Note(r *http.Request, c credentials.Credential, owner bool, how credentials.Engagement, what analytics.EventType) {
	if !wire.Counted(r) {
		return
	}
	client := clientOf(r)
	visit := analytics.Visit{CredentialID: c.ID, Type: what, Actor: analytics.Other, IP: client.IP, UserAgent: client.UserAgent}
	if owner {
		visit.Actor = analytics.Owner
		if how == credentials.PageViewed {
			how = credentials.PageOpened
		}
	}
	d.Analytics.Engaged(c.ID, how)
	d.Analytics.Record(visit)
}

// NoteEmbed records that a picture of a credential was shown on the page of another site.
func (d Deps) NoteEmbed(r *http.Request, c credentials.Credential) {
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" || r.Header.Get("Sec-Fetch-Dest") != "image" || !wire.Counted(r) {
		return
	}
	client := clientOf(r)
	d.Analytics.Record(analytics.Visit{CredentialID: c.ID, Type: analytics.EmbedViewed, Actor: analytics.Other, IP: client.IP, UserAgent: client.UserAgent})
}

func clientOf(r *http.Request) analytics.Client {
	return analytics.Client{IP: httpx.ClientIP(r.Context()), UserAgent: r.UserAgent()}
}

type pageViewIn struct {
	Domain   string         `json:"domain" validate:"max=255"`
	Env      string         `json:"env" validate:"max=50"`
	Property string         `json:"property" validate:"max=255"`
	Path     string         `json:"path" validate:"max=2048"`
	Data     map[string]any `json:"data"`
	// Credential is what the page showed without reading it from the API, which counts views otherwise.
	Credential *viewedIn `json:"credential"`
}

type viewedIn struct {
	Ref string `json:"ref" validate:"required,max=255"`
	Key string `json:"key" validate:"max=255"`
}

type doneReply struct {
	Success bool `json:"success"`
}

func (a api) pageView(r *http.Request, in pageViewIn) (doneReply, error) {
	if in.Credential != nil {
		// One that cannot be read was not shown either.
		if c, err := a.Recipients.ReadPublic(r.Context(), recipients.From(r.Context()), in.Credential.Ref, in.Credential.Key); err == nil {
			a.Seen(r, c)
		}
	}
	if !wire.Counted(r) {
		return doneReply{true}, nil
	}
	err := a.Analytics.View(r.Context(), access.From(r.Context()).DepartmentID, analytics.PageView{
		Domain: in.Domain, Env: in.Env, Property: in.Property, Path: in.Path, Data: in.Data, Client: clientOf(r),
	})
	return doneReply{true}, err
}

type linkClickIn struct {
	From string `json:"from" validate:"max=2048"`
	To   string `json:"to" validate:"required,max=2048"`
	HTML string `json:"html"`
	AAD  string `json:"aad" validate:"max=255"`
}

func (a api) linkClick(r *http.Request, in linkClickIn) (doneReply, error) {
	if !wire.Counted(r) {
		return doneReply{true}, nil
	}
	err := a.Analytics.Click(r.Context(), access.From(r.Context()).DepartmentID, analytics.LinkClick{
		From: in.From, To: in.To, HTML: in.HTML, AAD: in.AAD, Client: clientOf(r),
	})
	return doneReply{true}, err
}
