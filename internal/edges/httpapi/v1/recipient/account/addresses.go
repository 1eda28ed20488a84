package account

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

func (a api) addressRoutes(r chi.Router) {
	r.Get("/recipient/emails", httpx.JSON(a.addresses))
	r.Post("/recipient/emails", httpx.JSON(a.askAddress))
	r.Put("/recipient/emails/{id}", httpx.JSON(a.makePrimary))
	r.Delete("/recipient/emails/{id}", httpx.JSON(a.removeAddress))
	r.Post("/recipient/merge", httpx.JSON(a.merge))
}

type addressOut struct {
	ID      int64  `json:"id"`
	Email   string `json:"email"`
	Primary bool   `json:"primary"`
}

type addressesReply struct {
	Emails []addressOut `json:"emails"`
}

func addressesToWire(all []recipients.Address, err error) (addressesReply, error) {
	out := addressesReply{make([]addressOut, len(all))}
	for i, each := range all {
		out.Emails[i] = addressOut(each)
	}
	return out, err
}

func (a api) addresses(r *http.Request, _ httpx.None) (addressesReply, error) {
	return addressesToWire(a.Recipients.Addresses(r.Context(), recipients.From(r.Context())))
}

type addressIn struct {
	Email    httpx.Text `json:"email" validate:"max=320"`
	Language string     `json:"language" validate:"max=10"`
}

func (a api) askAddress(r *http.Request, in addressIn) (askedReply, error) {
	got, err := a.Recipients.RequestAddress(r.Context(), recipients.From(r.Context()), string(in.Email), in.Language)
	return askedReply{got.Secret, got.ExpiresAt.UTC()}, err
}

type mergeIn struct {
	Request string     `json:"request" validate:"max=200"`
	Code    httpx.Text `json:"code" validate:"max=20"`
}

func (a api) merge(r *http.Request, in mergeIn) (addressesReply, error) {
	proof := recipients.Proof{Request: in.Request, Code: string(in.Code)}
	return addressesToWire(a.Recipients.Merge(r.Context(), recipients.From(r.Context()), proof))
}

type ownAddressIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) makePrimary(r *http.Request, in ownAddressIn) (addressesReply, error) {
	return addressesToWire(a.Recipients.MakePrimary(r.Context(), recipients.From(r.Context()), int64(in.ID)))
}

func (a api) removeAddress(r *http.Request, in ownAddressIn) (addressesReply, error) {
	return addressesToWire(a.Recipients.RemoveAddress(r.Context(), recipients.From(r.Context()), int64(in.ID)))
}
