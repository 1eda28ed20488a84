package account

import (
	"net/http"
	"time"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

type issuerLinkOut struct {
	ID        int64      `json:"id"`
	Issuer    string     `json:"issuer"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt time.Time  `json:"expires_at"`
	UsedAt    *time.Time `json:"used_at"`
}

type issuerLinksReply struct {
	Links []issuerLinkOut `json:"links"`
}

func (a api) issuerLinks(r *http.Request, _ httpx.None) (issuerLinksReply, error) {
	all, err := a.Recipients.IssuerLinks(r.Context(), recipients.From(r.Context()))
	out := issuerLinksReply{make([]issuerLinkOut, len(all))}
	for i, l := range all {
		out.Links[i] = issuerLinkOut(l)
	}
	return out, err
}

type linkIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) endIssuerLink(r *http.Request, in linkIn) (doneReply, error) {
	return doneReply{true}, a.Recipients.EndIssuerLink(r.Context(), recipients.From(r.Context()), int64(in.ID))
}
