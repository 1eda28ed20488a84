package credentials

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
)

func (a credentialsAPI) search(r *http.Request, in wire.CredentialQuery) (credentialsReply, error) {
	by := access.From(r.Context())
	if err := in.FindGroup(r, wire.GroupRefs{Groups: a.groups}); err != nil {
		return credentialsReply{}, err
	}
	found, err := a.searcher.Search(r.Context(), by, in.Domain())
	if err != nil {
		return credentialsReply{}, err
	}
	out := credentialsReply{Credentials: make([]wire.CredentialOut, len(found.Items)), Meta: foundMeta{wire.MetaOf(found.Page), found.Capped, found.Next}}
	for i, c := range found.Items {
		out.Credentials[i] = a.wire.Credential(c, by)
	}
	return out, nil
}

type countReply struct {
	Total  int64                       `json:"total_count"`
	States map[credentials.State]int64 `json:"states"`
}

// count returns the number of search results, up to the maximum size of a selection, and the numbers per state.
func (a credentialsAPI) count(r *http.Request, in wire.CredentialQuery) (countReply, error) {
	by := access.From(r.Context())
	if err := in.FindGroup(r, wire.GroupRefs{Groups: a.groups}); err != nil {
		return countReply{}, err
	}
	total, err := a.searcher.Count(r.Context(), by, in.Domain())
	if err != nil {
		return countReply{}, err
	}
	states, err := a.searcher.CountStates(r.Context(), by, in.Domain())
	return countReply{total, states}, err
}
