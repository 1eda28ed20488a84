package trust

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

// domainAPI serves the instructions for confirming the department's domain, and whether it is confirmed.
type domainAPI struct {
	departments  *departments.Service
	badges       *badges.Service
	verification *verification.Service
}

func (a domainAPI) routes(r chi.Router) { r.Get("/issuer/domain", httpx.JSON(a.read)) }

type domainReply struct {
	Domain domainWire `json:"domain"`
}

type domainWire struct {
	Name      *string     `json:"name"`
	Issuer    string      `json:"issuer"`
	State     *string     `json:"state"`
	Method    *string     `json:"method"`
	CheckedAt *string     `json:"checked_at"`
	Record    *recordWire `json:"record"`
	File      *fileWire   `json:"file"`
}

type recordWire struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Value string `json:"value"`
}

type fileWire struct {
	URL     string `json:"url"`
	Content string `json:"content"`
}

func (a domainAPI) read(r *http.Request, _ httpx.None) (domainReply, error) {
	ctx := r.Context()
	by := access.From(ctx)
	did, _ := a.badges.Identifier(by.DepartmentID)
	out := domainReply{domainWire{Issuer: did}}
	department, err := a.departments.Read(ctx, by, 0)
	if err != nil {
		return out, err
	}
	name := verification.DomainOf(department.URL)
	if err := by.Require(access.ManageSigningKeys); err != nil || name == "" {
		return out, err
	}
	content, err := a.badges.DomainLinkage(ctx, by, "https://"+name)
	if err != nil {
		return out, err
	}
	record, value := verification.DomainRecord(name, did)
	out.Domain.Name, out.Domain.Record = &name, &recordWire{"TXT", record, value}
	out.Domain.File = &fileWire{verification.DomainFile(name), string(content)}
	if found := a.verification.Domain(ctx, did, department.URL); found != nil {
		state, method, at := string(found.State), string(found.Method), wire.Stamp(found.CheckedAt)
		out.Domain.State, out.Domain.CheckedAt = &state, &at
		if method != "" {
			out.Domain.Method = &method
		}
	}
	return out, nil
}
