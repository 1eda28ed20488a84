package public

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/reach/analytics"
	"laurel/internal/recipients/recipients"
)

// noteVisit records an engagement with a credential, except by the issuer's own members and by requests that are not counted.
func (a api) noteVisit(r *http.Request, c credentials.Credential, how credentials.Engagement) {
	who := ViewerOf(r.Context(), c)
	if who == Staff || !wire.Counted(r) {
		return
	}
	if who == Owner && how == credentials.PageViewed {
		how = credentials.PageOpened
	}
	a.Analytics.Engaged(c.ID, how)
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
			a.noteVisit(r, c, credentials.PageViewed)
		}
	}
	err := a.Analytics.View(r.Context(), access.From(r.Context()).DepartmentID, analytics.PageView{
		Domain: in.Domain, Env: in.Env, Property: in.Property, Path: in.Path, Data: in.Data,
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
	err := a.Analytics.Click(r.Context(), access.From(r.Context()).DepartmentID, analytics.LinkClick(in))
	return doneReply{true}, err
}
