package issuer

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/access"
	"laurel/internal/apikeys"
	"laurel/internal/httpx"
)

// apiKeysAPI serves the keys of the current department.
type apiKeysAPI struct {
	keys *apikeys.Service
}

func (a apiKeysAPI) routes(r chi.Router) {
	r.Get("/issuer/api_keys", httpx.JSON(a.list))
	r.Post("/issuer/api_keys", httpx.JSON(a.create))
	r.Delete("/issuer/api_keys/{id}", httpx.JSON(a.revoke))
}

type apiKeyWire struct {
	ID         int64          `json:"id"`
	Name       string         `json:"name"`
	Masked     string         `json:"masked"`
	Access     apikeys.Access `json:"access"`
	CreatedAt  string         `json:"created_at"`
	LastUsedAt *string        `json:"last_used_at"`
}

func apiKeyToWire(k apikeys.Key) apiKeyWire {
	out := apiKeyWire{ID: k.ID, Name: k.Name, Masked: k.Masked, Access: k.Access, CreatedAt: stamp(k.CreatedAt)}
	if k.LastUsedAt != nil {
		used := stamp(*k.LastUsedAt)
		out.LastUsedAt = &used
	}
	return out
}

type apiKeysReply struct {
	APIKeys []apiKeyWire `json:"api_keys"`
}

func (a apiKeysAPI) list(r *http.Request, _ httpx.None) (apiKeysReply, error) {
	keys, err := a.keys.List(r.Context(), access.From(r.Context()))
	if err != nil {
		return apiKeysReply{}, err
	}
	out := apiKeysReply{APIKeys: []apiKeyWire{}}
	for _, k := range keys {
		out.APIKeys = append(out.APIKeys, apiKeyToWire(k))
	}
	return out, nil
}

type apiKeyIn struct {
	APIKey struct {
		Name   httpx.Text     `json:"name"`
		Access apikeys.Access `json:"access"`
	} `json:"api_key" validate:"required"`
}

type newAPIKeyReply struct {
	APIKey apiKeyWire `json:"api_key"`
	Secret string     `json:"secret"`
}

func (a apiKeysAPI) create(r *http.Request, in apiKeyIn) (newAPIKeyReply, error) {
	key, secret, err := a.keys.Create(r.Context(), access.From(r.Context()), apikeys.Create{
		Name: string(in.APIKey.Name), Access: in.APIKey.Access,
	})
	if err != nil {
		return newAPIKeyReply{}, err
	}
	return newAPIKeyReply{APIKey: apiKeyToWire(key), Secret: secret}, nil
}

func (a apiKeysAPI) revoke(r *http.Request, in idIn) (doneReply, error) {
	return done(a.keys.Revoke(r.Context(), access.From(r.Context()), int64(in.ID)))
}
