package supplements

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/supplements/references"
)

// referencesAPI serves references: statements of others about recipients.
type referencesAPI struct {
	references *references.Service
	site       wire.SiteLinks
	texts      httpx.Messages
}

func (a referencesAPI) routes(r chi.Router) {
	const all, one = "/credentials/{id}/references", "/credentials/{id}/references/{reference_id}"
	r.Get(all, httpx.JSON(a.list))
	r.Post(all, httpx.JSON(a.create))
	r.Post(all+"/request", httpx.JSON(a.request))
	r.Get(one, httpx.JSON(a.read))
	r.Put(one, httpx.JSON(a.update))
	r.Delete(one, httpx.JSON(a.delete))
	r.Post(one+"/decide", httpx.JSON(a.decide))
	r.Post(one+"/resend", httpx.JSON(a.resend))
}

type referenceRef struct {
	Ref string    `json:"id" validate:"max=255"`
	ID  httpx.Int `json:"reference_id"`
}

type referenceIn struct {
	referenceRef
	Reference wire.ReferenceInput `json:"reference"`
}

func (a referencesAPI) list(r *http.Request, in wire.RefIn) (wire.ReferencesReply, error) {
	all, err := a.references.List(r.Context(), access.From(r.Context()), in.ID)
	return wire.ReferencesOf(all, err)
}

func (a referencesAPI) create(r *http.Request, in referenceIn) (wire.ReferenceReply, error) {
	return a.write(r, in, func(by access.Actor, input references.Input) (references.Reference, error) {
		return a.references.Add(r.Context(), by, in.Ref, input)
	})
}

func (a referencesAPI) read(r *http.Request, in referenceRef) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.references.Read(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

func (a referencesAPI) update(r *http.Request, in referenceIn) (wire.ReferenceReply, error) {
	return a.write(r, in, func(by access.Actor, input references.Input) (references.Reference, error) {
		return a.references.Change(r.Context(), by, in.Ref, int64(in.ID), input)
	})
}

// write resolves the links of a reference and returns the result of change.
func (a referencesAPI) write(r *http.Request, in referenceIn, change func(access.Actor, references.Input) (references.Reference, error)) (wire.ReferenceReply, error) {
	var warnings []errs.Warning
	if err := a.site.Referee(r, "referee", &in.Reference.Referee, &warnings); err != nil {
		return wire.ReferenceReply{}, err
	}
	reply, err := wire.ReferenceOf(change(access.From(r.Context()), in.Reference.Domain()))
	if err == nil {
		reply.Warned = wire.Warn(r, a.texts, warnings)
	}
	return reply, err
}

func (a referencesAPI) delete(r *http.Request, in referenceRef) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.references.Remove(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

type referenceRequestIn struct {
	Ref       string                `json:"id" validate:"max=255"`
	Reference wire.ReferenceRequest `json:"reference"`
}

func (a referencesAPI) request(r *http.Request, in referenceRequestIn) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.references.Ask(r.Context(), access.From(r.Context()), in.Ref, in.Reference.Domain()))
}

func (a referencesAPI) resend(r *http.Request, in referenceRef) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.references.Resend(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

type referenceDecideIn struct {
	referenceRef
	wire.ReferenceDecision
}

func (a referencesAPI) decide(r *http.Request, in referenceDecideIn) (wire.ReferenceReply, error) {
	return wire.ReferenceOf(a.references.Decide(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID), in.Domain()))
}
