package issuer

import (
	"encoding/json"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/supplements/evidence"
)

// evidenceAPI serves what proves credentials.
type evidenceAPI struct {
	evidence *evidence.Service
	groups   groupRefs
	wire     EvidenceWire
	site     siteLinks
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
	Item EvidenceInput `json:"evidence_item"`
}

// EvidenceInput speaks the API's words: title and description are one thing, and some clients call the narrative custom insight.
type EvidenceInput struct {
	Title         *httpx.Text `json:"title"`
	Description   *httpx.Text `json:"description"`
	Narrative     *httpx.Text `json:"narrative"`
	CustomInsight *httpx.Text `json:"custom_insight"`
	Category      *httpx.Text `json:"category"`
	URL           *httpx.Text `json:"url"`
	File          *httpx.Text `json:"file"`
	StringObject  given       `json:"string_object"`
	Preview       given       `json:"preview"`
	Position      *httpx.Int  `json:"position"`
	Hidden        *httpx.Bool `json:"hidden"`
	Visibility    *httpx.Text `json:"visibility"`
}

// longestTitle is how much of a description is a title; clients that know no other words write whole stories into it.
const longestTitle = 150

// Domain is the input in the product's words.
func (in EvidenceInput) Domain(w EvidenceWire) (evidence.Input, error) {
	out := evidence.Input{
		Category: optionalText(in.Category), Title: optionalText(in.Title), Narrative: optionalText(in.Narrative),
		Link: optionalText(in.URL), File: optionalText(in.File), Hidden: optionalBool(in.Hidden), Visibility: optionalText(in.Visibility),
	}
	if !out.Title.Given {
		out.Title = optionalText(in.Description)
	}
	if !out.Narrative.Given {
		out.Narrative = optionalText(in.CustomInsight)
	}
	if title := out.Title.Value; utf8.RuneCountInString(title) > longestTitle && !out.Narrative.Given {
		out.Title.Value, out.Narrative = string([]rune(title)[:longestTitle-1])+"…", optional.Set(title)
	}
	if out.File.Value != "" && !w.ours(out.File.Value) && !out.Link.Given { // an address elsewhere is a link
		out.Link, out.File = out.File, optional.Value[string]{}
	}
	if in.Position != nil {
		out.Position = optional.Set(int(*in.Position))
	}
	if preview, err := givenText("preview", in.Preview); err == nil { // some clients say true for "make one"
		out.Preview = preview
	}
	if in.StringObject.raw != nil {
		var value any
		if err := json.Unmarshal(in.StringObject.raw, &value); err != nil {
			return out, errs.Field(evidence.Field, "invalid")
		}
		out.Value = optional.Set(value)
	}
	return out, nil
}

// evidenceInputs are the items of a credential that is yet to be made.
func evidenceInputs(all []EvidenceInput, w EvidenceWire) ([]evidence.Input, error) {
	out := make([]evidence.Input, len(all))
	for n, in := range all {
		var err error
		if out[n], err = in.Domain(w); err != nil {
			return nil, errs.Field("evidence_items."+strconv.Itoa(n)+"."+evidence.Field, "invalid")
		}
	}
	return out, nil
}

func (a evidenceAPI) list(r *http.Request, in refIn) (EvidenceItemsReply, error) {
	items, err := a.evidence.List(r.Context(), access.From(r.Context()), in.ID)
	return a.wire.Items(r.Context(), items, err)
}

func (a evidenceAPI) create(r *http.Request, in evidenceIn) (EvidenceReply, error) {
	return a.write(r, in, func(by access.Actor, input evidence.Input) (evidence.Item, error) {
		return a.evidence.Add(r.Context(), by, in.Ref, input)
	})
}

func (a evidenceAPI) read(r *http.Request, in evidenceRef) (EvidenceReply, error) {
	i, err := a.evidence.Read(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID))
	return a.wire.Reply(r.Context(), i, err)
}

func (a evidenceAPI) update(r *http.Request, in evidenceIn) (EvidenceReply, error) {
	return a.write(r, in, func(by access.Actor, input evidence.Input) (evidence.Item, error) {
		return a.evidence.Change(r.Context(), by, in.Ref, int64(in.ID), input)
	})
}

// write completes the link of an item and answers with what change makes of it.
func (a evidenceAPI) write(r *http.Request, in evidenceIn, change func(access.Actor, evidence.Input) (evidence.Item, error)) (EvidenceReply, error) {
	var warnings []errs.Warning
	if err := a.site.complete(r, "url", in.Item.URL, &warnings); err != nil {
		return EvidenceReply{}, err
	}
	input, err := in.Item.Domain(a.wire)
	if err != nil {
		return EvidenceReply{}, err
	}
	i, err := change(access.From(r.Context()), input)
	reply, err := a.wire.Reply(r.Context(), i, err)
	if err == nil {
		reply.warned = warn(r, a.texts, warnings)
	}
	return reply, err
}

func (a evidenceAPI) delete(r *http.Request, in evidenceRef) (EvidenceReply, error) {
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
	group, err := a.groups.filter(r, in.GroupID)
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
	out := submissionsReply{Items: make([]submissionOut, len(found.Items)), Meta: metaOf(found)}
	for n, i := range found.Items {
		if out.Items[n], err = a.wire.submission(r.Context(), i); err != nil {
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
