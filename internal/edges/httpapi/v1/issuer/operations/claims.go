package operations

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/claims"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// claimsAPI serves claim links, with which people request a credential themselves.
type claimsAPI struct {
	claims *claims.Service
	groups wire.GroupRefs
	links  links.Links
}

func (a claimsAPI) routes(r chi.Router) {
	r.Get("/claim_links", httpx.JSON(a.list))
	r.Post("/claim_links", httpx.JSON(a.create))
	r.Get("/claim_links/{id}", httpx.JSON(a.read))
	r.Put("/claim_links/{id}", httpx.JSON(a.update))
	r.Delete("/claim_links/{id}", httpx.JSON(a.delete))
	r.Get("/claim_links/{id}/claims", httpx.JSON(a.asked))
	r.Post("/claim_links/{id}/claims/approve", httpx.JSON(a.approve))
	r.Post("/claim_links/{id}/claims/deny", httpx.JSON(a.deny))
}

type claimLinkOut struct {
	ID             int64      `json:"id"`
	GroupID        int64      `json:"group_id"`
	GroupName      string     `json:"group_name"`
	Name           string     `json:"name"`
	URL            string     `json:"url"`
	OpensAt        *time.Time `json:"opens_at"`
	ClosesAt       *time.Time `json:"closes_at"`
	Quota          *int       `json:"quota"`
	TakenCount     int        `json:"taken_count"`
	WaitingCount   int        `json:"waiting_count"`
	IssuedCount    int        `json:"issued_count"`
	AllowedDomains []string   `json:"allowed_domains"`
	NeedsApproval  bool       `json:"needs_approval"`
	State          string     `json:"state"`
	CreatedAt      time.Time  `json:"created_at"`
	UpdatedAt      time.Time  `json:"updated_at"`
}

func (a claimsAPI) wire(l claims.Link) claimLinkOut {
	return claimLinkOut{
		ID: l.ID, GroupID: l.GroupID, GroupName: l.GroupName, Name: l.Name, URL: a.links.Claim(l.Token), OpensAt: l.OpensAt, ClosesAt: l.ClosesAt,
		Quota: l.Quota, TakenCount: l.TakenCount, WaitingCount: l.WaitingCount, IssuedCount: l.IssuedCount, AllowedDomains: l.AllowedDomains,
		NeedsApproval: l.NeedsApproval, State: string(l.State), CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}
}

type claimLinkReply struct {
	ClaimLink claimLinkOut `json:"claim_link"`
}

func (a claimsAPI) reply(l claims.Link, err error) (claimLinkReply, error) {
	return claimLinkReply{a.wire(l)}, err
}

type claimLinkIn struct {
	ID        httpx.Int `json:"id"`
	ClaimLink struct {
		GroupID        httpx.Ref        `json:"group_id"`
		Name           httpx.Text       `json:"name"`
		OpensAt        string           `json:"opens_at" validate:"max=50"`
		ClosesAt       string           `json:"closes_at" validate:"max=50"`
		Quota          *httpx.Int       `json:"quota"`
		AllowedDomains []httpx.Text     `json:"allowed_domains" validate:"max=1000"`
		NeedsApproval  httpx.Bool       `json:"needs_approval"`
		State          claims.LinkState `json:"state"`
	} `json:"claim_link"`
}

func (a claimsAPI) input(r *http.Request, in claimLinkIn) (claims.Input, error) {
	l := in.ClaimLink
	group, err := a.groups.ID(r, l.GroupID)
	if err != nil {
		return claims.Input{}, err
	}
	var wrong errs.Fields
	out := claims.Input{
		GroupID: group, Name: string(l.Name), OpensAt: wire.Moment(&wrong, "opens_at", l.OpensAt), ClosesAt: wire.Moment(&wrong, "closes_at", l.ClosesAt),
		NeedsApproval: bool(l.NeedsApproval), State: l.State,
	}
	if l.Quota != nil {
		quota := int(*l.Quota)
		out.Quota = &quota
	}
	for _, d := range l.AllowedDomains {
		out.AllowedDomains = append(out.AllowedDomains, string(d))
	}
	return out, wrong.Err()
}

func (a claimsAPI) create(r *http.Request, in claimLinkIn) (claimLinkReply, error) {
	link, err := a.input(r, in)
	if err != nil {
		return claimLinkReply{}, err
	}
	return a.reply(a.claims.Create(r.Context(), access.From(r.Context()), link))
}

func (a claimsAPI) update(r *http.Request, in claimLinkIn) (claimLinkReply, error) {
	link, err := a.input(r, in)
	if err != nil {
		return claimLinkReply{}, err
	}
	return a.reply(a.claims.Update(r.Context(), access.From(r.Context()), int64(in.ID), link))
}

func (a claimsAPI) read(r *http.Request, in wire.IDIn) (claimLinkReply, error) {
	return a.reply(a.claims.Read(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a claimsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.DoneReply{Success: true}, a.claims.Delete(r.Context(), access.From(r.Context()), int64(in.ID))
}

type claimLinksIn struct {
	GroupID  httpx.Ref      `json:"group_id"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type claimLinksReply struct {
	ClaimLinks []claimLinkOut `json:"claim_links"`
	Meta       wire.Meta      `json:"meta"`
}

func (a claimsAPI) list(r *http.Request, in claimLinksIn) (claimLinksReply, error) {
	group, err := a.groups.Filter(r, in.GroupID)
	if err != nil {
		return claimLinksReply{}, err
	}
	found, err := a.claims.List(r.Context(), access.From(r.Context()), group, page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return claimLinksReply{}, err
	}
	out := claimLinksReply{ClaimLinks: make([]claimLinkOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, l := range found.Items {
		out.ClaimLinks[i] = a.wire(l)
	}
	return out, nil
}

type claimsIn struct {
	ID       httpx.Int      `json:"id" validate:"required"`
	State    string         `json:"state" validate:"omitempty,oneof=waiting issued denied"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type claimOut struct {
	ID            int64      `json:"id"`
	Name          string     `json:"name"`
	Email         string     `json:"email"`
	State         string     `json:"state"`
	CredentialID  *int64     `json:"credential_id"`
	CredentialURL string     `json:"credential_url"`
	CreatedAt     time.Time  `json:"created_at"`
	DecidedAt     *time.Time `json:"decided_at"`
}

type claimsReply struct {
	Claims []claimOut `json:"claims"`
	Meta   wire.Meta  `json:"meta"`
}

func (a claimsAPI) asked(r *http.Request, in claimsIn) (claimsReply, error) {
	found, err := a.claims.Claims(r.Context(), access.From(r.Context()), int64(in.ID), claims.State(in.State),
		page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return claimsReply{}, err
	}
	out := claimsReply{Claims: make([]claimOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, c := range found.Items {
		out.Claims[i] = claimOut{ID: c.ID, Name: c.Name, Email: c.Email, State: string(c.Standing), CreatedAt: c.CreatedAt, DecidedAt: c.DecidedAt}
		if c.CredentialID != 0 {
			out.Claims[i].CredentialID = &found.Items[i].CredentialID
		}
		if c.CredentialUUID != nil {
			out.Claims[i].CredentialURL = a.links.Credential(c.CredentialUUID.String(), "")
		}
	}
	return out, nil
}

type claimDecisionIn struct {
	ID       httpx.Int   `json:"id" validate:"required"`
	ClaimIDs []httpx.Int `json:"claim_ids"`
}

func (in claimDecisionIn) ids() []int64 {
	ids := make([]int64, len(in.ClaimIDs))
	for i, id := range in.ClaimIDs {
		ids[i] = int64(id)
	}
	return ids
}

type claimDecisionReply struct {
	ChangedCount   int `json:"changed_count"`
	UnchangedCount int `json:"unchanged_count"`
	HasOneCount    int `json:"has_one_count"`
}

func (a claimsAPI) approve(r *http.Request, in claimDecisionIn) (claimDecisionReply, error) {
	d, err := a.claims.Approve(r.Context(), access.From(r.Context()), int64(in.ID), in.ids())
	return claimDecisionReply{d.Changed, d.Unchanged, d.HasOne}, err
}

func (a claimsAPI) deny(r *http.Request, in claimDecisionIn) (claimDecisionReply, error) {
	d, err := a.claims.Deny(r.Context(), access.From(r.Context()), int64(in.ID), in.ids())
	return claimDecisionReply{d.Changed, d.Unchanged, d.HasOne}, err
}
