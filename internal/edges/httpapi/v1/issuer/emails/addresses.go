package emails

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/httpx"
)

type addressOut struct {
	ID         int64   `json:"id"`
	Email      string  `json:"email"`
	SentAt     string  `json:"sent_at"`
	VerifiedAt *string `json:"verified_at"`
	InUse      bool    `json:"in_use"`
}

func addressToWire(a senders.Address) addressOut {
	return addressOut{a.ID, a.Email, wire.Stamp(a.SentAt), wire.Stamped(a.VerifiedAt), a.InUse}
}

type addressesReply struct {
	Addresses []addressOut `json:"sender_addresses"`
}

func (a api) addresses(r *http.Request, _ httpx.None) (addressesReply, error) {
	found, err := a.senders.Addresses(r.Context(), access.From(r.Context()))
	if err != nil {
		return addressesReply{}, err
	}
	out := addressesReply{make([]addressOut, len(found))}
	for i, address := range found {
		out.Addresses[i] = addressToWire(address)
	}
	return out, nil
}

type addressReply struct {
	Address addressOut `json:"sender_address"`
}

func addressAnswer(a senders.Address, err error) (addressReply, error) {
	return addressReply{addressToWire(a)}, err
}

type addressIn struct {
	Address struct {
		Email httpx.Text `json:"email"`
	} `json:"sender_address" validate:"required"`
}

func (a api) addAddress(r *http.Request, in addressIn) (addressReply, error) {
	return addressAnswer(a.senders.AddAddress(r.Context(), access.From(r.Context()), string(in.Address.Email)))
}

func (a api) resendLink(r *http.Request, in wire.IDIn) (addressReply, error) {
	return addressAnswer(a.senders.ResendLink(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a api) removeAddress(r *http.Request, in wire.IDIn) (addressReply, error) {
	return addressAnswer(a.senders.RemoveAddress(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type tokenIn struct {
	Token httpx.Text `json:"token"`
}

type confirmedReply struct {
	Email string `json:"email"`
}

// confirm takes the link that was mailed to an address. Whoever opens it need not be signed in.
func (a api) confirm(r *http.Request, in tokenIn) (confirmedReply, error) {
	address, err := a.senders.Confirm(r.Context(), access.From(r.Context()), string(in.Token))
	return confirmedReply{address.Email}, err
}
