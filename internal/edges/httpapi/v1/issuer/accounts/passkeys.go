package accounts

import (
	"encoding/json"
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

type passkeyWire struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name"`
	BackedUp   bool       `json:"backed_up"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

func passkeyToWire(p factors.Passkey) passkeyWire {
	out := passkeyWire{p.ID, p.Name, p.BackedUp, p.CreatedAt.UTC(), nil}
	if p.LastUsedAt != nil {
		out.LastUsedAt = new(p.LastUsedAt.UTC())
	}
	return out
}

// optionsReply has the options of the WebAuthn API, in its own JSON form.
type optionsReply struct {
	PublicKey json.RawMessage `json:"public_key"`
}

func (a mfaAPI) passkeyOptions(r *http.Request, _ httpx.None) (optionsReply, error) {
	options, err := a.identity.BeginPasskey(r.Context(), access.From(r.Context()))
	return optionsReply{options}, err
}

type passkeyIn struct {
	Name       httpx.Text      `json:"name" validate:"max=1000"`
	Credential json.RawMessage `json:"credential" validate:"required,max=65536"`
}

type passkeyReply struct {
	Passkey passkeyWire `json:"passkey"`
}

type addedReply struct {
	passkeyReply
	RecoveryCodes []string `json:"recovery_codes"`
}

func (a mfaAPI) addPasskey(r *http.Request, in passkeyIn) (addedReply, error) {
	p, codes, err := a.identity.AddPasskey(r.Context(), access.From(r.Context()), string(in.Name), in.Credential)
	return addedReply{passkeyReply{passkeyToWire(p)}, listed(codes)}, err
}

type passkeyNameIn struct {
	wire.IDIn
	Name httpx.Text `json:"name" validate:"max=1000"`
}

func (a mfaAPI) renamePasskey(r *http.Request, in passkeyNameIn) (passkeyReply, error) {
	p, err := a.identity.RenamePasskey(r.Context(), access.From(r.Context()), int64(in.ID), string(in.Name))
	return passkeyReply{passkeyToWire(p)}, err
}

func (a mfaAPI) removePasskey(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.identity.RemovePasskey(r.Context(), access.From(r.Context()), int64(in.ID)))
}
