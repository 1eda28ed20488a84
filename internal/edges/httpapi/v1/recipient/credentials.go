package recipient

import (
	"net/http"
	"strconv"
	"strings"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/recipients"
)

type listIn struct {
	Search      string         `json:"search" validate:"max=200"`
	State       httpx.Text     `json:"state" validate:"max=200"`
	IssuerID    httpx.Text     `json:"issuer_id" validate:"max=2000"`
	Kind        httpx.Text     `json:"kind"`
	Skill       httpx.Text     `json:"skill" validate:"max=1000"`
	StartDate   httpx.Text     `json:"start_date"`
	EndDate     httpx.Text     `json:"end_date"`
	ExpiresFrom httpx.Text     `json:"expires_from"`
	ExpiresTo   httpx.Text     `json:"expires_to"`
	Sort        string         `json:"sort"`
	Page        httpx.PageSize `json:"page"`
	PageSize    httpx.PageSize `json:"page_size"`
}

func (in listIn) domain() credentialsearch.OwnQuery {
	out := credentialsearch.OwnQuery{
		Search: in.Search, Kind: string(in.Kind), Skill: string(in.Skill), StartDate: string(in.StartDate), EndDate: string(in.EndDate),
		ExpiresFrom: string(in.ExpiresFrom), ExpiresTo: string(in.ExpiresTo), Sort: in.Sort, Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	}
	for _, state := range parts(in.State) {
		out.States = append(out.States, credentials.State(state))
	}
	for _, id := range parts(in.IssuerID) {
		n, _ := strconv.ParseInt(id, 10, 64) // what is no number is nobody's
		out.Issuers = append(out.Issuers, n)
	}
	return out
}

// parts splits a comma-separated list.
func parts(text httpx.Text) (out []string) {
	for part := range strings.SplitSeq(string(text), ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

type listReply struct {
	Credentials []public.Credential `json:"credentials"`
	Meta        httpx.Meta          `json:"meta"`
}

func (a api) list(r *http.Request, in listIn) (listReply, error) {
	found, err := a.Recipients.List(r.Context(), recipients.From(r.Context()), in.domain())
	if err != nil {
		return listReply{}, err
	}
	out := listReply{Credentials: make([]public.Credential, len(found.Items)), Meta: httpx.MetaOf(found)}
	for i, c := range found.Items {
		out.Credentials[i] = a.view(c)
	}
	return out, nil
}

type issuerChoice struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type choicesReply struct {
	Issuers []issuerChoice `json:"issuers"`
	Skills  []string       `json:"skills"`
}

func (a api) choices(r *http.Request, _ httpx.None) (choicesReply, error) {
	found, err := a.Recipients.Choices(r.Context(), recipients.From(r.Context()))
	if err != nil {
		return choicesReply{}, err
	}
	out := choicesReply{Issuers: make([]issuerChoice, len(found.Issuers)), Skills: append([]string{}, found.Skills...)}
	for i, issuer := range found.Issuers {
		out.Issuers[i] = issuerChoice(issuer)
	}
	return out, nil
}
