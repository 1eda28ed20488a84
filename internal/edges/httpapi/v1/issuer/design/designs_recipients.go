package design

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/httpx"
)

// recipientsAPI serves the recipients of a group with their merged tag values, for a preview in the design.
type recipientsAPI struct {
	credentials *credentials.Service
	search      *credentialsearch.Service
	lifecycle   *lifecycle.Service
	documents   *documents.Service
}

func (a recipientsAPI) routes(r chi.Router) {
	r.Get("/issuer/groups/{id}/recipients", httpx.JSON(a.list))
	r.Post("/credentials/publish_check", httpx.JSON(a.publishCheck))
}

type recipientsIn struct {
	ID     httpx.Int      `json:"id" validate:"required"`
	After  httpx.Int      `json:"after" validate:"min=0"`
	Before httpx.Int      `json:"before" validate:"min=0"`
	Limit  httpx.PageSize `json:"limit"`
}

type mergedOut struct {
	CredentialID int64                      `json:"credential_id"`
	Name         string                     `json:"name"`
	State        credentials.State          `json:"state"`
	Values       map[string]rendering.Value `json:"values"`
}

type recipientsReply struct {
	Recipients []mergedOut `json:"recipients"`
	Earlier    int         `json:"earlier"`
	TotalCount int         `json:"total_count"`
	LongestID  *int64      `json:"longest_id"`
	ShortestID *int64      `json:"shortest_id"`
}

func (a recipientsAPI) list(r *http.Request, in recipientsIn) (recipientsReply, error) {
	by := access.From(r.Context())
	found, err := a.credentials.ReadGroupPage(r.Context(), by, int64(in.ID), credentials.PageCursor{
		After: int64(in.After), Before: int64(in.Before), Limit: int(in.Limit),
	})
	if err != nil {
		return recipientsReply{}, err
	}
	merged, err := a.documents.Merged(r.Context(), by, found.Items)
	if err != nil {
		return recipientsReply{}, err
	}
	out := recipientsReply{
		Recipients: make([]mergedOut, len(merged)), Earlier: found.Earlier, TotalCount: found.Total,
		LongestID: wire.IDOrNull(found.Longest), ShortestID: wire.IDOrNull(found.Shortest),
	}
	for i, c := range found.Items {
		out.Recipients[i] = mergedOut{c.ID, c.Recipient.Name, c.State, merged[i]}
	}
	return out, nil
}
