package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
)

// apiKeysAPI serves the API keys of the current department.
type apiKeysAPI struct {
	keys *apikeys.Service
}

func (a apiKeysAPI) routes(r chi.Router) {
	r.Get("/issuer/api_keys", httpx.JSON(a.list))
	r.Post("/issuer/api_keys", httpx.JSON(a.create))
	r.Put("/issuer/api_keys/{id}", httpx.JSON(a.update))
	r.Delete("/issuer/api_keys/{id}", httpx.JSON(a.revoke))
	r.Post("/issuer/api_keys/{id}/rotate", httpx.JSON(a.rotate))
	r.Post("/api/generate_token", httpx.JSON(a.rotateOwn))
	r.Get("/issuer/api_keys/{id}/requests", httpx.JSON(a.requests))
}

type apiKeyWire struct {
	ID            int64          `json:"id"`
	Name          string         `json:"name"`
	Mode          string         `json:"mode"`
	Prefix        string         `json:"prefix"`
	Masked        string         `json:"masked"`
	Access        apikeys.Access `json:"access"`
	Scopes        []string       `json:"scopes"`
	GroupIDs      []int64        `json:"group_ids"`
	Addresses     []string       `json:"allowed_addresses"`
	Rate          int            `json:"rate_limit"`
	State         apikeys.State  `json:"state"`
	ExpiresAt     *string        `json:"expires_at"`
	RotatingUntil *string        `json:"rotating_until"`
	CreatedBy     string         `json:"created_by"`
	CreatedAt     string         `json:"created_at"`
	LastUsedAt    *string        `json:"last_used_at"`
	LastUsedIP    string         `json:"last_used_address"`
}

func apiKeyToWire(k apikeys.Key) apiKeyWire {
	return apiKeyWire{
		ID: k.ID, Name: k.Name, Mode: modeOf(k.Test), Prefix: k.Prefix, Masked: k.Masked, Access: k.Access, Scopes: k.Scopes, GroupIDs: k.GroupIDs, Addresses: k.Networks, Rate: k.Rate, State: k.State,
		ExpiresAt: wire.Stamped(k.ExpiresAt), RotatingUntil: wire.Stamped(k.RotatingUntil), CreatedBy: k.CreatedBy, CreatedAt: wire.Stamp(k.CreatedAt),
		LastUsedAt: wire.Stamped(k.LastUsedAt), LastUsedIP: k.LastUsedIP,
	}
}

// The modes of an API key in the API.
const (
	live = "live"
	test = "test"
)

func modeOf(isTest bool) string {
	if isTest {
		return test
	}
	return live
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
		Name      httpx.Text     `json:"name"`
		Mode      string         `json:"mode"`
		Access    apikeys.Access `json:"access"`
		Scopes    []string       `json:"scopes"`
		GroupIDs  []httpx.Int    `json:"group_ids"`
		Addresses []string       `json:"allowed_addresses"`
		Rate      httpx.Int      `json:"rate_limit"`
		ExpiresAt httpx.Text     `json:"expires_at"`
	} `json:"api_key" validate:"required"`
}

type newAPIKeyReply struct {
	APIKey apiKeyWire `json:"api_key"`
	Secret string     `json:"secret"`
}

func (a apiKeysAPI) create(r *http.Request, in apiKeyIn) (newAPIKeyReply, error) {
	k := in.APIKey
	var wrong errs.Fields
	expires := wire.Moment(&wrong, "expires_at", string(k.ExpiresAt))
	if k.Mode != "" && k.Mode != live && k.Mode != test {
		wrong.Add("mode", "not_one_of", "values", live+", "+test)
	}
	if err := wrong.Err(); err != nil {
		return newAPIKeyReply{}, err
	}
	key, secret, err := a.keys.Create(r.Context(), access.From(r.Context()), apikeys.Create{
		Name: string(k.Name), Test: k.Mode == test, Access: k.Access, Scopes: k.Scopes, GroupIDs: numbers(k.GroupIDs), Networks: k.Addresses,
		Rate: int(k.Rate), ExpiresAt: expires,
	})
	if err != nil {
		return newAPIKeyReply{}, err
	}
	return newAPIKeyReply{APIKey: apiKeyToWire(key), Secret: secret}, nil
}

func numbers(ids []httpx.Int) []int64 {
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i] = int64(id)
	}
	return out
}

type apiKeyChangeIn struct {
	ID     httpx.Int `json:"id" validate:"required"`
	APIKey struct {
		Name      *httpx.Text  `json:"name"`
		Scopes    *[]string    `json:"scopes"`
		GroupIDs  *[]httpx.Int `json:"group_ids"`
		Addresses *[]string    `json:"allowed_addresses"`
		Rate      *httpx.Int   `json:"rate_limit"`
		ExpiresAt *httpx.Text  `json:"expires_at"`
	} `json:"api_key"`
}

type apiKeyReply struct {
	APIKey apiKeyWire `json:"api_key"`
}

func (a apiKeysAPI) update(r *http.Request, in apiKeyChangeIn) (apiKeyReply, error) {
	k := in.APIKey
	change := apikeys.Change{Name: (*string)(k.Name), Scopes: k.Scopes, Networks: k.Addresses}
	if k.GroupIDs != nil {
		change.GroupIDs = new(numbers(*k.GroupIDs))
	}
	if k.Rate != nil {
		change.Rate = new(int(*k.Rate))
	}
	if k.ExpiresAt != nil {
		var wrong errs.Fields
		change.ExpiresAt = optional.Set(wire.Moment(&wrong, "expires_at", string(*k.ExpiresAt)))
		if err := wrong.Err(); err != nil {
			return apiKeyReply{}, err
		}
	}
	key, err := a.keys.Change(r.Context(), access.From(r.Context()), int64(in.ID), change)
	return apiKeyReply{apiKeyToWire(key)}, err
}

func (a apiKeysAPI) revoke(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.keys.Revoke(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type rotateIn struct {
	ID        httpx.Int  `json:"id" validate:"required"`
	ExpireNow httpx.Bool `json:"expire_now"`
}

func (a apiKeysAPI) rotate(r *http.Request, in rotateIn) (newAPIKeyReply, error) {
	key, secret, err := a.keys.Rotate(r.Context(), access.From(r.Context()), int64(in.ID), bool(in.ExpireNow))
	if err != nil {
		return newAPIKeyReply{}, err
	}
	return newAPIKeyReply{APIKey: apiKeyToWire(key), Secret: secret}, nil
}

type ownKeyReply struct {
	APIKey string `json:"api_key"`
}

func (a apiKeysAPI) rotateOwn(r *http.Request, in struct {
	ExpireNow httpx.Bool `json:"expire_now"`
}) (ownKeyReply, error) {
	secret, err := a.keys.RotateOwn(r.Context(), access.From(r.Context()), bool(in.ExpireNow))
	return ownKeyReply{secret}, err
}

type requestsIn struct {
	ID       httpx.Int      `json:"id" validate:"required"`
	Method   httpx.Text     `json:"method"`
	Path     httpx.Text     `json:"path"`
	Status   httpx.Int      `json:"status"`
	Since    httpx.Text     `json:"since"`
	Before   httpx.Text     `json:"before"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type requestWire struct {
	ID        int64  `json:"id"`
	Method    string `json:"method"`
	Path      string `json:"path"`
	Status    int    `json:"status"`
	Took      int64  `json:"milliseconds"`
	RequestID string `json:"request_id"`
	Code      string `json:"code"`
	IP        string `json:"address"`
	At        string `json:"at"`
}

type requestsReply struct {
	Requests []requestWire `json:"requests"`
	Meta     wire.Meta     `json:"meta"`
}

func (a apiKeysAPI) requests(r *http.Request, in requestsIn) (requestsReply, error) {
	var wrong errs.Fields
	since, before := wire.Moment(&wrong, "since", string(in.Since)), wire.Moment(&wrong, "before", string(in.Before))
	if err := wrong.Err(); err != nil {
		return requestsReply{}, err
	}
	found, err := a.keys.Requests(r.Context(), access.From(r.Context()), int64(in.ID), apikeys.Search{
		Method: string(in.Method), Path: string(in.Path), Status: int(in.Status), Since: since, Before: before,
		Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	if err != nil {
		return requestsReply{}, err
	}
	out := requestsReply{Requests: []requestWire{}, Meta: wire.MetaOf(found)}
	for _, q := range found.Items {
		out.Requests = append(out.Requests, requestWire{
			ID: q.ID, Method: q.Method, Path: q.Path, Status: q.Status, Took: q.Took.Milliseconds(), RequestID: q.RequestID, Code: q.Code, IP: q.IP, At: wire.Stamp(q.At),
		})
	}
	return out, nil
}
