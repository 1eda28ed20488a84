package sso

import (
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/sso"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// maxResponse is the maximum size of a posted response, in bytes. The form encodes it once more.
const maxResponse = 512 << 10

type samlOut struct {
	MetadataURL    string           `json:"metadata_url"`
	SignInURL      string           `json:"sign_in_url"`
	Certificates   []certificateOut `json:"certificates"`
	EmailAttribute string           `json:"email_attribute"`
	NameAttribute  string           `json:"name_attribute"`
	ReadAt         string           `json:"read_at"`
	Problem        string           `json:"problem"`
	OwnMetadataURL string           `json:"own_metadata_url"`
	OwnKeys        []certificateOut `json:"own_certificates"`
}

type certificateOut struct {
	Subject     string `json:"subject"`
	Fingerprint string `json:"fingerprint"`
	NotAfter    string `json:"not_after"`
	PEM         string `json:"pem"`
}

func samlToWire(c sso.Connection) *samlOut {
	if c.SAML == nil {
		return nil
	}
	return &samlOut{
		MetadataURL: c.SAML.MetadataURL, SignInURL: c.SAML.SignInURL, Certificates: certificates(c.SAML.ProviderCertificates()),
		EmailAttribute: c.SAML.EmailAttribute, NameAttribute: c.SAML.NameAttribute, ReadAt: wire.Stamp(c.SAML.ReadAt), Problem: c.SAML.Problem,
		OwnMetadataURL: c.ClientID, OwnKeys: certificates(c.SAML.OwnCertificates()),
	}
}

func certificates(all []sso.Certificate) []certificateOut {
	out := make([]certificateOut, len(all))
	for i, c := range all {
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
		out[i] = certificateOut{c.Subject, c.Fingerprint, wire.Stamp(c.NotAfter), string(text)}
	}
	return out
}

func (a api) addKey(r *http.Request, in wire.IDIn) (connectionReply, error) {
	return connectionAnswer(a.sso.AddKey(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a api) useNextKey(r *http.Request, in wire.IDIn) (connectionReply, error) {
	return connectionAnswer(a.sso.UseNextKey(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a api) metadata(w http.ResponseWriter, r *http.Request) {
	id, _ := uuid.Parse(chi.URLParam(r, "uuid")) // no connection has the zero one
	data, err := a.sso.Metadata(r.Context(), id)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/samlmetadata+xml")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) //nolint:gosec // XML that we wrote ourselves, with a type that browsers do not show
}

// receive takes what a provider lets the browser post. The request comes from another site, so our cookie is not with it: the browser goes on
// to a page of ours that sees it. Somebody who starts at the provider goes there once more, with a request of ours.
func (a api) receive(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "uuid"))
	if err != nil {
		httpx.Fail(w, r, sso.ErrNotFound)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxResponse)
	if err := r.ParseForm(); err != nil {
		a.fail(w, r, sso.ErrFlow.Wrap(err))
		return
	}
	at := "/v1/sso/saml/" + id.String()
	ticket, err := a.sso.Receive(r.Context(), access.From(r.Context()), id, r.PostForm.Get("RelayState"), r.PostForm.Get("SAMLResponse"))
	switch {
	case errors.Is(err, sso.ErrUnsolicited):
		at += "/start"
	case err != nil:
		a.fail(w, r, err)
		return
	default:
		at += "/return?" + url.Values{"ticket": {ticket}}.Encode()
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, at, http.StatusSeeOther) //nolint:gosec // a path of ours with a UUID and a ticket that we made
}

func (a api) returns(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(chi.URLParam(r, "uuid"))
	if err != nil {
		httpx.Fail(w, r, sso.ErrNotFound)
		return
	}
	arrived, err := a.sso.Return(r.Context(), access.From(r.Context()), id, browser(r), r.URL.Query().Get("ticket"))
	a.arrived(w, r, arrived, err)
}
