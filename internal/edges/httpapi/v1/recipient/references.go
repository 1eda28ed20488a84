package recipient

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

func (a api) referenceRoutes(r chi.Router) {
	const all, one = "/recipient/credentials/{ref}/references", "/recipient/credentials/{ref}/references/{reference_id}"
	r.Get(all, httpx.JSON(a.references))
	r.Post(all, httpx.JSON(a.askReference))
	r.Delete(one, httpx.JSON(a.removeReference))
	r.Post(one+"/decide", httpx.JSON(a.decideReference))
	r.Post(one+"/resend", httpx.JSON(a.resendReference))
}

type referenceRef struct {
	Ref string    `json:"ref" validate:"max=255"`
	ID  httpx.Int `json:"reference_id"`
}

func (a api) references(r *http.Request, in refIn) (wire.ReferencesReply, error) {
	return wire.ReferencesOf(a.References.OwnList(r.Context(), recipients.From(r.Context()), in.Ref))
}

type referenceAskIn struct {
	Ref       string                `json:"ref" validate:"max=255"`
	Reference wire.ReferenceRequest `json:"reference"`
}

func (a api) askReference(r *http.Request, in referenceAskIn) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.References.OwnAsk(r.Context(), recipients.From(r.Context()), in.Ref, in.Reference.Domain()))
}

func (a api) removeReference(r *http.Request, in referenceRef) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.References.OwnRemove(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID)))
}

type referenceDecideIn struct {
	referenceRef
	wire.ReferenceDecision
}

func (a api) decideReference(r *http.Request, in referenceDecideIn) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.References.OwnDecide(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID), in.Domain()))
}

func (a api) resendReference(r *http.Request, in referenceRef) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.References.OwnResend(r.Context(), recipients.From(r.Context()), in.Ref, int64(in.ID)))
}
