package recipient

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/reach/passes"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/oid4vci"
)

func (a api) walletOfferRoutes(r chi.Router) {
	r.Post("/recipient/credentials/{ref}/wallet_offer", httpx.JSON(a.offerToWallet))
	r.Get("/recipient/wallet_offers/{id}", httpx.JSON(a.walletOffer))
	r.Post("/recipient/credentials/{ref}/wallet_pass", httpx.JSON(a.addWalletPass))
}

type walletOfferOut struct {
	ID           string  `json:"id"`
	State        string  `json:"state"`
	OfferURI     string  `json:"offer_uri"` // for a QR code, and to open a wallet on the device
	OfferURL     string  `json:"offer_url"`
	TxCode       *string `json:"tx_code"` // null but in the response that makes the offer
	AttemptsLeft int     `json:"attempts_left"`
	ExpiresAt    string  `json:"expires_at"`
}

type walletOfferReply struct {
	WalletOffer walletOfferOut `json:"wallet_offer"`
}

func walletOfferToWire(o oid4vci.Offer, err error) (walletOfferReply, error) {
	out := walletOfferOut{o.ID.String(), string(o.State), o.URI, o.Link, nil, o.TriesLeft, wire.Stamp(o.ExpiresAt)}
	if o.TxCode != "" {
		out.TxCode = &o.TxCode
	}
	return walletOfferReply{out}, err
}

func (a api) offerToWallet(r *http.Request, in refIn) (walletOfferReply, error) {
	return walletOfferToWire(a.Wallets.Offer(r.Context(), recipients.From(r.Context()), in.Ref))
}

type walletOfferRef struct {
	ID string `json:"id" validate:"max=64"`
}

func (a api) walletOffer(r *http.Request, in walletOfferRef) (walletOfferReply, error) {
	id, err := uuid.Parse(in.ID)
	if err != nil {
		return walletOfferReply{}, oid4vci.ErrNotFound
	}
	return walletOfferToWire(a.Wallets.Read(r.Context(), recipients.From(r.Context()), id))
}

type walletPassIn struct {
	refIn
	Platform passes.Platform `json:"platform" validate:"required,oneof=apple google"`
}

type walletPassOut struct {
	Platform  passes.Platform `json:"platform"`
	URL       string          `json:"url"`
	ExpiresAt string          `json:"expires_at"`
}

type walletPassReply struct {
	WalletPass walletPassOut `json:"wallet_pass"`
}

func (a api) addWalletPass(r *http.Request, in walletPassIn) (walletPassReply, error) {
	link, err := a.Passes.Add(r.Context(), recipients.From(r.Context()), in.Ref, in.Platform)
	return walletPassReply{walletPassOut{link.Platform, link.URL, wire.Stamp(link.ExpiresAt)}}, err
}
