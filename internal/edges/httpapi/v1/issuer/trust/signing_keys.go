package trust

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/trust/badges"
)

// signingKeysAPI serves the signing keys of the current department. Changes require the password again.
type signingKeysAPI struct {
	badges *badges.Service
}

func (a signingKeysAPI) routes(r chi.Router) {
	r.Get("/issuer/signing_keys", httpx.JSON(a.list))
	r.Get("/issuer/signing_keys/{name}/usage", httpx.JSON(a.usage))
	r.Post("/issuer/signing_keys/rotate", httpx.JSON(a.rotate))
	r.Post("/issuer/signing_keys/{name}/revoke", httpx.JSON(a.revoke))
}

type signingKeyWire struct {
	Name      string  `json:"name"`
	Algorithm string  `json:"algorithm"`
	State     string  `json:"state"`
	CreatedAt string  `json:"created_at"`
	RetiredAt *string `json:"retired_at"`
	RevokedAt *string `json:"revoked_at"`
	Pending   int64   `json:"pending_count"`
}

func signingKeyToWire(k badges.SigningKey) signingKeyWire {
	return signingKeyWire{
		Name: k.Name, Algorithm: k.Algorithm, State: k.State(), CreatedAt: wire.Stamp(k.CreatedAt), RetiredAt: wire.Stamped(k.RetiredAt),
		RevokedAt: wire.Stamped(k.RevokedAt), Pending: k.Pending,
	}
}

type signingKeysReply struct {
	DID         string           `json:"did"`
	Document    string           `json:"did_document_url"`
	SigningKeys []signingKeyWire `json:"signing_keys"`
}

func (a signingKeysAPI) list(r *http.Request, _ httpx.None) (signingKeysReply, error) {
	by := access.From(r.Context())
	keys, err := a.badges.Keys(r.Context(), by)
	if err != nil {
		return signingKeysReply{}, err
	}
	out := signingKeysReply{SigningKeys: []signingKeyWire{}}
	out.DID, out.Document = a.badges.Identifier(by.DepartmentID)
	for _, k := range keys {
		out.SigningKeys = append(out.SigningKeys, signingKeyToWire(k))
	}
	return out, nil
}

type keyUsageIn struct {
	Name string `json:"name" validate:"max=200"`
}

type keyUsageReply struct {
	Credentials *int64 `json:"credential_count"`
	Capped      bool   `json:"count_is_capped"`
}

func (a signingKeysAPI) usage(r *http.Request, in keyUsageIn) (keyUsageReply, error) {
	found, err := a.badges.Usage(r.Context(), access.From(r.Context()), in.Name)
	return keyUsageReply{Credentials: found.Credentials, Capped: found.Capped}, err
}

type keyChangeIn struct {
	Name string `json:"name" validate:"max=200"`
}

func (a signingKeysAPI) rotate(r *http.Request, _ httpx.None) (signingKeysReply, error) {
	return a.change(r, func(by access.Actor) error { return a.badges.Rotate(r.Context(), by) })
}

func (a signingKeysAPI) revoke(r *http.Request, in keyChangeIn) (signingKeysReply, error) {
	return a.change(r, func(by access.Actor) error { return a.badges.Revoke(r.Context(), by, in.Name) })
}

// change makes a change for a person who proved recently who they are, and returns the updated keys.
func (a signingKeysAPI) change(r *http.Request, do func(by access.Actor) error) (signingKeysReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageSigningKeys); err != nil {
		return signingKeysReply{}, err
	}
	if err := by.RequireProof(); err != nil {
		return signingKeysReply{}, err
	}
	if err := do(by); err != nil {
		return signingKeysReply{}, err
	}
	return a.list(r, httpx.None{})
}
