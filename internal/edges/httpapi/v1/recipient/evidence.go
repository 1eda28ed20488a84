package recipient

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

func (a api) evidenceRoutes(r chi.Router) {
	const items, item = "/recipient/credentials/{ref}/evidence_items", "/recipient/credentials/{ref}/evidence_items/{evidence_item_id}"
	r.Get(items, httpx.JSON(a.evidence))
	r.Post(items, httpx.JSON(a.addEvidence))
	r.Put(item, httpx.JSON(a.changeEvidence))
	r.Delete(item, httpx.JSON(a.removeEvidence))
	r.Post("/recipient/credentials/{ref}/upload_policy", httpx.JSON(a.uploadPolicy))
}

// wire returns the converter for evidence. Recipients get the same format as issuers.
func (a api) wire() wire.EvidenceWire {
	return wire.EvidenceWire{Evidence: a.Evidence, Uploads: a.Uploads, Links: a.Links}
}

type evidenceRef struct {
	Ref string    `json:"ref" validate:"max=255"`
	ID  httpx.Int `json:"evidence_item_id"`
}

type evidenceIn struct {
	evidenceRef
	Item evidenceInput `json:"evidence_item"`
}

type evidenceInput struct {
	wire.EvidenceInput
	Draft httpx.Bool `json:"draft"`
}

func (a api) evidence(r *http.Request, in refIn) (wire.EvidenceItemsReply, error) {
	items, err := a.Evidence.OwnList(r.Context(), recipients.From(r.Context()), in.Ref)
	return a.wire().Items(r.Context(), items, err)
}

func (a api) addEvidence(r *http.Request, in evidenceIn) (wire.EvidenceReply, error) {
	input, err := in.Item.Domain(a.wire())
	if err != nil {
		return wire.EvidenceReply{}, err
	}
	input.Draft = bool(in.Item.Draft)
	i, err := a.Evidence.OwnAdd(r.Context(), recipients.From(r.Context()), in.Ref, input)
	return a.wire().Reply(r.Context(), i, err)
}

func (a api) changeEvidence(r *http.Request, in evidenceIn) (wire.EvidenceReply, error) {
	input, err := in.Item.Domain(a.wire())
	if err != nil {
		return wire.EvidenceReply{}, err
	}
	input.Draft = bool(in.Item.Draft)
	i, err := a.Evidence.OwnChange(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID), input)
	return a.wire().Reply(r.Context(), i, err)
}

func (a api) removeEvidence(r *http.Request, in evidenceRef) (wire.EvidenceReply, error) {
	i, err := a.Evidence.OwnRemove(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID))
	return a.wire().Reply(r.Context(), i, err)
}

type policyIn struct {
	Ref string `json:"ref" validate:"max=255"`
	wire.UploadIn
}

func (a api) uploadPolicy(r *http.Request, in policyIn) (wire.UploadPolicyReply, error) {
	p, err := a.Evidence.OwnPolicy(r.Context(), recipients.From(r.Context()), in.Ref, in.Domain())
	if err != nil {
		return wire.UploadPolicyReply{}, err
	}
	return wire.PolicyReply(p), nil
}
