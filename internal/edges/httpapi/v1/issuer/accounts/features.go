package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/features"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// featuresAPI serves the list of the department's features.
type featuresAPI struct {
	features *features.Service
}

func (a featuresAPI) routes(r chi.Router) {
	r.Get("/issuer/organizations/get_flipper_features", httpx.JSON(a.all))
}

type featuresReply struct {
	Features map[features.Name]bool `json:"features"`
}

func (a featuresAPI) all(r *http.Request, in wire.IDIn) (featuresReply, error) {
	all, err := a.features.All(access.From(r.Context()), int64(in.ID))
	return featuresReply{Features: all}, err
}
