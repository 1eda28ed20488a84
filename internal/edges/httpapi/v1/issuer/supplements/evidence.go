package supplements

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/supplements/evidence"
)

// evidenceAPI serves the evidence of credentials.
type evidenceAPI struct {
	evidence *evidence.Service
	groups   wire.GroupRefs
	wire     wire.EvidenceWire
	site     wire.SiteLinks
	texts    httpx.Messages
}

func (a evidenceAPI) routes(r chi.Router) {
	const items, item = "/credentials/{id}/evidence_items", "/credentials/{id}/evidence_items/{evidence_item_id}"
	r.Get(items, httpx.JSON(a.list))
	r.Post(items, httpx.JSON(a.create))
	r.Get(item, httpx.JSON(a.read))
	r.Put(item, httpx.JSON(a.update))
	r.Delete(item, httpx.JSON(a.delete))
	r.Get("/evidence_items", httpx.JSON(a.submissions))
	r.Post("/evidence_items/decide", httpx.JSON(a.decide))
}

type evidenceRef struct {
	Ref string    `json:"id" validate:"max=255"`
	ID  httpx.Int `json:"evidence_item_id"`
}

type evidenceIn struct {
	evidenceRef
	Item wire.EvidenceInput `json:"evidence_item"`
}

func (a evidenceAPI) list(r *http.Request, in wire.RefIn) (wire.EvidenceItemsReply, error) {
	items, err := a.evidence.List(r.Context(), access.From(r.Context()), in.ID)
	return a.wire.Items(r.Context(), items, err)
}

func (a evidenceAPI) create(r *http.Request, in evidenceIn) (wire.EvidenceReply, error) {
	return a.write(r, in, func(by access.Actor, input evidence.Input) (evidence.Item, error) {
		return a.evidence.Add(r.Context(), by, in.Ref, input)
	})
}

func (a evidenceAPI) read(r *http.Request, in evidenceRef) (wire.EvidenceReply, error) {
	i, err := a.evidence.Read(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID))
	return a.wire.Reply(r.Context(), i, err)
}

func (a evidenceAPI) update(r *http.Request, in evidenceIn) (wire.EvidenceReply, error) {
	return a.write(r, in, func(by access.Actor, input evidence.Input) (evidence.Item, error) {
		return a.evidence.Change(r.Context(), by, in.Ref, int64(in.ID), input)
	})
}

// write resolves the link of an evidence item and returns the result of change.
func (a evidenceAPI) write(r *http.Request, in evidenceIn, change func(access.Actor, evidence.Input) (evidence.Item, error)) (wire.EvidenceReply, error) {
	var warnings []errs.Warning
	if err := a.site.Complete(r, "url", in.Item.URL, &warnings); err != nil {
		return wire.EvidenceReply{}, err
	}
	input, err := in.Item.Domain(a.wire)
	if err != nil {
		return wire.EvidenceReply{}, err
	}
	i, err := change(access.From(r.Context()), input)
	reply, err := a.wire.Reply(r.Context(), i, err)
	if err == nil {
		reply.Warned = wire.Warn(r, a.texts, warnings)
	}
	return reply, err
}

func (a evidenceAPI) delete(r *http.Request, in evidenceRef) (wire.EvidenceReply, error) {
	i, err := a.evidence.Remove(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID))
	return a.wire.Reply(r.Context(), i, err)
}

type submissionsIn struct {
	State    httpx.Text     `json:"state"`
	GroupID  httpx.Ref      `json:"group_id"`
	Category httpx.Text     `json:"category"`
	Query    httpx.Text     `json:"query"`
	Sort     string         `json:"sort"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

func (a evidenceAPI) submissions(r *http.Request, in submissionsIn) (submissionsReply, error) {
	group, err := a.groups.Filter(r, in.GroupID)
	if err != nil {
		return submissionsReply{}, err
	}
	found, err := a.evidence.Submissions(r.Context(), access.From(r.Context()), evidence.Query{
		State: evidence.State(in.State), GroupID: group, Category: string(in.Category), Term: string(in.Query), Sort: in.Sort,
		Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	if err != nil {
		return submissionsReply{}, err
	}
	out := submissionsReply{Items: make([]wire.SubmissionOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for n, i := range found.Items {
		if out.Items[n], err = a.wire.Submission(r.Context(), i); err != nil {
			return submissionsReply{}, err
		}
	}
	return out, nil
}

type decideIn struct {
	IDs      []httpx.Int `json:"ids" validate:"max=1000"`
	Decision string      `json:"decision" validate:"required,oneof=accept reject"`
	Reason   httpx.Text  `json:"reason"`
}

func (a evidenceAPI) decide(r *http.Request, in decideIn) (decidedReply, error) {
	d := evidence.Decision{Accept: in.Decision == "accept", Reason: string(in.Reason), IDs: make([]int64, len(in.IDs))}
	for n, id := range in.IDs {
		d.IDs[n] = int64(id)
	}
	done, err := a.evidence.Decide(r.Context(), access.From(r.Context()), d)
	return decidedReply(done), err
}

type submissionsReply struct {
	Items []wire.SubmissionOut `json:"evidence_items"`
	Meta  wire.Meta            `json:"meta"`
}

type decidedReply struct {
	Changed   int `json:"changed_count"`
	Unchanged int `json:"unchanged_count"`
}
