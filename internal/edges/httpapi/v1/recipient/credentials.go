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
	Year        httpx.Text     `json:"year" validate:"max=200"`
	StartDate   httpx.Text     `json:"start_date"`
	EndDate     httpx.Text     `json:"end_date"`
	ExpiresFrom httpx.Text     `json:"expires_from"`
	ExpiresTo   httpx.Text     `json:"expires_to"`
	Sort        string         `json:"sort"`
	Cursor      string         `json:"cursor" validate:"max=2000"`
	Facets      httpx.Bool     `json:"facets"`
	Page        httpx.PageSize `json:"page"`
	PageSize    httpx.PageSize `json:"page_size"`
}

func (in listIn) domain() credentialsearch.OwnQuery {
	out := credentialsearch.OwnQuery{
		Search: in.Search, Kind: string(in.Kind), Skill: string(in.Skill), StartDate: string(in.StartDate), EndDate: string(in.EndDate),
		ExpiresFrom: string(in.ExpiresFrom), ExpiresTo: string(in.ExpiresTo), Sort: in.Sort, Cursor: in.Cursor, Facets: bool(in.Facets), Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	}
	for _, state := range parts(in.State) {
		out.States = append(out.States, credentials.State(state))
	}
	for _, id := range parts(in.IssuerID) {
		n, _ := strconv.ParseInt(id, 10, 64) // what is no number is nobody's
		out.Issuers = append(out.Issuers, n)
	}
	for _, year := range parts(in.Year) {
		n, _ := strconv.ParseInt(year, 10, 32) // nothing was issued in the year 0
		out.Years = append(out.Years, int(n))
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
	NextCursor  string              `json:"next_cursor"`
	Facets      *facetsOut          `json:"facets"` // null unless asked for
}

func (a api) list(r *http.Request, in listIn) (listReply, error) {
	found, err := a.Recipients.List(r.Context(), recipients.From(r.Context()), in.domain())
	if err != nil {
		return listReply{}, err
	}
	out := listReply{Credentials: make([]public.Credential, len(found.Items)), Meta: httpx.MetaOf(found.Page), NextCursor: found.Next}
	for i, c := range found.Items {
		out.Credentials[i] = a.view(c)
	}
	if found.Facets != nil {
		out.Facets = facetsOf(*found.Facets)
	}
	return out, nil
}

type issuerFacet struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

type yearFacet struct {
	Year  int   `json:"year"`
	Count int64 `json:"count"`
}

type stateFacet struct {
	State credentials.State `json:"state"`
	Count int64             `json:"count"`
}

type skillFacet struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

type facetsOut struct {
	Issuers []issuerFacet `json:"issuers"`
	Years   []yearFacet   `json:"years"`
	States  []stateFacet  `json:"states"`
	Skills  []skillFacet  `json:"skills"`

	Elsewhere []issuerChoice `json:"elsewhere"`
}

func facetsOf(f credentialsearch.OwnFacets) *facetsOut {
	out := facetsOut{[]issuerFacet{}, []yearFacet{}, []stateFacet{}, []skillFacet{}, []issuerChoice{}}
	for _, one := range f.Issuers {
		out.Issuers = append(out.Issuers, issuerFacet(one))
	}
	for _, one := range f.Years {
		out.Years = append(out.Years, yearFacet(one))
	}
	for _, one := range f.States {
		out.States = append(out.States, stateFacet(one))
	}
	for _, one := range f.Skills {
		out.Skills = append(out.Skills, skillFacet(one))
	}
	for _, one := range f.Elsewhere {
		out.Elsewhere = append(out.Elsewhere, issuerChoice{one.ID, one.Name})
	}
	return &out
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
	found, err := a.Recipients.Facets(r.Context(), recipients.From(r.Context()))
	if err != nil {
		return choicesReply{}, err
	}
	out := choicesReply{Issuers: make([]issuerChoice, len(found.Issuers)), Skills: make([]string, len(found.Skills))}
	for i, issuer := range found.Issuers {
		out.Issuers[i] = issuerChoice{issuer.ID, issuer.Name}
	}
	for i, skill := range found.Skills {
		out.Skills[i] = skill.Name
	}
	return out, nil
}
