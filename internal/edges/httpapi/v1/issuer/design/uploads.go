package design

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// uploadsAPI serves upload policies, with which browsers upload files to the bucket.
type uploadsAPI struct {
	uploads *uploads.Service
}

func (a uploadsAPI) routes(r chi.Router) {
	r.Post("/upload_policies/{preset}", httpx.JSON(a.policy))
}

func (a uploadsAPI) policy(r *http.Request, in wire.UploadIn) (wire.UploadPolicyReply, error) {
	p, err := a.uploads.Policy(r.Context(), access.From(r.Context()), in.Domain())
	if err != nil {
		return wire.UploadPolicyReply{}, err
	}
	return wire.PolicyReply(p), nil
}
