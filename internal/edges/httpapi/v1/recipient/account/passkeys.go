package account

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/passkeys"
	"laurel/internal/recipients/recipients"
)

func (a api) passkeyRoutes(r chi.Router) {
	r.Get("/recipient/passkeys", httpx.JSON(a.passkeys))
	r.Post("/recipient/passkeys", httpx.JSON(a.registerPasskey))
	r.Post("/recipient/passkeys/options", httpx.JSON(a.passkeyOptions))
	r.Put("/recipient/passkeys/{id}", httpx.JSON(a.renamePasskey))
	r.Delete("/recipient/passkeys/{id}", httpx.JSON(a.removePasskey))
}

type passkeyOut struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name"`
	BackedUp   bool       `json:"backed_up"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

type passkeysReply struct {
	Passkeys []passkeyOut `json:"passkeys"`
}

type passkeyReply struct {
	Passkey passkeyOut `json:"passkey"`
}

func passkeyToWire(p passkeys.Passkey) passkeyOut {
	out := passkeyOut{p.ID, p.Name, p.BackedUp, p.CreatedAt.UTC(), nil}
	if p.LastUsedAt != nil {
		out.LastUsedAt = new(p.LastUsedAt.UTC())
	}
	return out
}

func (a api) passkeys(r *http.Request, _ httpx.None) (passkeysReply, error) {
	all, err := a.Passkeys.List(r.Context(), recipients.From(r.Context()))
	out := passkeysReply{make([]passkeyOut, len(all))}
	for i, p := range all {
		out.Passkeys[i] = passkeyToWire(p)
	}
	return out, err
}

// optionsReply has the options of the WebAuthn API, in its own JSON form.
type optionsReply struct {
	PublicKey json.RawMessage `json:"public_key"`
}

type passkeyOptionsIn struct {
	CurrentPassword string `json:"current_password" validate:"max=5000"`
}

func (a api) passkeyOptions(r *http.Request, in passkeyOptionsIn) (optionsReply, error) {
	options, err := a.Passkeys.BeginRegistration(r.Context(), recipients.From(r.Context()), in.CurrentPassword)
	return optionsReply{options}, err
}

type passkeyIn struct {
	Name       httpx.Text      `json:"name" validate:"max=1000"`
	Credential json.RawMessage `json:"credential" validate:"required,max=65536"`
}

func (a api) registerPasskey(r *http.Request, in passkeyIn) (passkeyReply, error) {
	p, err := a.Passkeys.Register(r.Context(), recipients.From(r.Context()), string(in.Name), in.Credential)
	return passkeyReply{passkeyToWire(p)}, err
}

type passkeyNameIn struct {
	ID   httpx.Int  `json:"id"`
	Name httpx.Text `json:"name" validate:"max=1000"`
}

func (a api) renamePasskey(r *http.Request, in passkeyNameIn) (passkeyReply, error) {
	p, err := a.Passkeys.Rename(r.Context(), recipients.From(r.Context()), int64(in.ID), string(in.Name))
	return passkeyReply{passkeyToWire(p)}, err
}

type ownPasskeyIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) removePasskey(r *http.Request, in ownPasskeyIn) (doneReply, error) {
	return doneReply{true}, a.Passkeys.Remove(r.Context(), recipients.From(r.Context()), int64(in.ID))
}

func (a api) passkeySignInOptions(r *http.Request, _ httpx.None) (optionsReply, error) {
	options, err := a.Passkeys.BeginSignIn(r.Context(), recipients.From(r.Context()))
	return optionsReply{options}, err
}

type passkeySignInIn struct {
	Credential json.RawMessage `json:"credential" validate:"required,max=65536"`
}

func (a api) signInWithPasskey(r *http.Request, in passkeySignInIn) (openedReply, error) {
	return opened(a.Passkeys.SignIn(r.Context(), recipients.From(r.Context()), in.Credential, r.UserAgent()))
}
