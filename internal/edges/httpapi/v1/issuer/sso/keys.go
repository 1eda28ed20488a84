package sso

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

type keyOut struct {
	ID         int64   `json:"id"`
	Masked     string  `json:"masked"`
	CreatedAt  string  `json:"created_at"`
	LastUsedAt *string `json:"last_used_at"`
}

func keyToWire(k provisioning.Key) keyOut {
	return keyOut{k.ID, k.Masked, wire.Stamp(k.CreatedAt), wire.Stamped(k.LastUsedAt)}
}

type keysReply struct {
	URL  string   `json:"url"`
	Keys []keyOut `json:"scim_keys"`
}

func (a api) keys(r *http.Request, in wire.IDIn) (keysReply, error) {
	found, err := a.provisioning.Keys(r.Context(), access.From(r.Context()), int64(in.ID))
	out := keysReply{a.provisioning.Base(), make([]keyOut, len(found))}
	for i, k := range found {
		out.Keys[i] = keyToWire(k)
	}
	return out, err
}

type keyReply struct {
	Key    keyOut `json:"scim_key"`
	Secret string `json:"secret"`
}

func (a api) createKey(r *http.Request, in wire.IDIn) (keyReply, error) {
	k, secret, err := a.provisioning.CreateKey(r.Context(), access.From(r.Context()), int64(in.ID))
	return keyReply{keyToWire(k), secret}, err
}

type keyIn struct {
	ID    httpx.Int `json:"id"`
	KeyID httpx.Int `json:"key_id"`
}

func (a api) revokeKey(r *http.Request, in keyIn) (httpx.None, error) {
	return httpx.None{}, a.provisioning.RevokeKey(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.KeyID))
}
