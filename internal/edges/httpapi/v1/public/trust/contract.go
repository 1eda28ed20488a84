package trust

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/platform/httpx"
)

// MountV2 adds the public version 2 routes to r, which is mounted at /v2.
func MountV2(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/credentials/{id}/blockchain_data", httpx.JSON(a.chainDataV2))
}

type chainIn struct {
	ID  string `json:"id" validate:"max=255"`
	Key string `json:"key" validate:"max=255"`
}

// chainData contains the signed credential in the format that clients expect for blockchain credentials. Laurel does not use a
// blockchain, so there is never a receipt.
type chainData struct {
	Credential json.RawMessage `json:"credential_json_data"`
	Receipt    *struct{}       `json:"receipt"`
}

type chainReply struct {
	Data chainData `json:"data"`
}

func (a api) chainData(r *http.Request, in chainIn) (chainReply, error) {
	c, err := a.Credentials.ReadPublic(r.Context(), in.ID, in.Key)
	if err != nil {
		return chainReply{}, err
	}
	signed, err := a.Badges.Signed(r.Context(), c)
	return chainReply{chainData{Credential: signed}}, err
}

type chainReplyV2 struct {
	Data struct {
		chainData
		Chain *string `json:"chain"`
	} `json:"data"`
}

func (a api) chainDataV2(r *http.Request, in chainIn) (chainReplyV2, error) {
	reply, err := a.chainData(r, in)
	var out chainReplyV2
	out.Data.chainData = reply.Data
	return out, err
}
