package issuer

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/supplements/references"
)

// referencesAPI serves what others say of recipients.
type referencesAPI struct {
	references *references.Service
	site       siteLinks
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
	Reference ReferenceInput `json:"reference"`
}

// ReferenceInput speaks the API's words: the description is what the referee says.
type ReferenceInput struct {
	Description  *httpx.Text  `json:"description"`
	Relationship *httpx.Text  `json:"relationship"`
	Referee      refereeInput `json:"referee"`
	Position     *httpx.Int   `json:"position"`
	Approve      *httpx.Bool  `json:"approve"`
}

type refereeInput struct {
	Name        *httpx.Text `json:"name"`
	Email       *httpx.Text `json:"email"`
	Title       *httpx.Text `json:"title"`
	URL         *httpx.Text `json:"url"`
	Avatar      *httpx.Text `json:"avatar"`
	AvatarImage *httpx.Text `json:"avatar_image_url"` // what some clients call the avatar
}

// Domain is the input in the product's words.
func (in ReferenceInput) Domain() references.Input {
	out := references.Input{
		Text: optionalText(in.Description), Relationship: optionalText(in.Relationship), Name: optionalText(in.Referee.Name),
		Email: optionalText(in.Referee.Email), Title: optionalText(in.Referee.Title), URL: optionalText(in.Referee.URL),
		Avatar: optionalText(in.Referee.Avatar), Approve: optionalBool(in.Approve),
	}
	if !out.Avatar.Given {
		out.Avatar = optionalText(in.Referee.AvatarImage)
	}
	if in.Position != nil {
		out.Position = optional.Set(int(*in.Position))
	}
	return out
}

func referenceInputs(all []ReferenceInput) []references.Input {
	out := make([]references.Input, len(all))
	for n, in := range all {
		out[n] = in.Domain()
	}
	return out
}

func (a referencesAPI) list(r *http.Request, in refIn) (ReferencesReply, error) {
	all, err := a.references.List(r.Context(), access.From(r.Context()), in.ID)
	return ReferencesOf(all, err)
}

func (a referencesAPI) create(r *http.Request, in referenceIn) (ReferenceReply, error) {
	return a.write(r, in, func(by access.Actor, input references.Input) (references.Reference, error) {
		return a.references.Add(r.Context(), by, in.Ref, input)
	})
}

func (a referencesAPI) read(r *http.Request, in referenceRef) (ReferenceReply, error) {
	return ReferenceOf(a.references.Read(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

func (a referencesAPI) update(r *http.Request, in referenceIn) (ReferenceReply, error) {
	return a.write(r, in, func(by access.Actor, input references.Input) (references.Reference, error) {
		return a.references.Change(r.Context(), by, in.Ref, int64(in.ID), input)
	})
}

// write completes the links of a reference and answers with what change makes of it.
func (a referencesAPI) write(r *http.Request, in referenceIn, change func(access.Actor, references.Input) (references.Reference, error)) (ReferenceReply, error) {
	var warnings []errs.Warning
	if err := a.site.referee(r, "referee", &in.Reference.Referee, &warnings); err != nil {
		return ReferenceReply{}, err
	}
	reply, err := ReferenceOf(change(access.From(r.Context()), in.Reference.Domain()))
	if err == nil {
		reply.warned = warn(r, a.texts, warnings)
	}
	return reply, err
}

func (a referencesAPI) delete(r *http.Request, in referenceRef) (ReferenceReply, error) {
	return ReferenceOf(a.references.Remove(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

type referenceRequestIn struct {
	Ref       string           `json:"id" validate:"max=255"`
	Reference ReferenceRequest `json:"reference"`
}

// ReferenceRequest asks somebody for a reference.
type ReferenceRequest struct {
	Referee struct {
		Name  httpx.Text `json:"name"`
		Email httpx.Text `json:"email"`
		Title httpx.Text `json:"title"`
	} `json:"referee"`
	Relationship httpx.Text `json:"relationship"`
	Message      httpx.Text `json:"message"`
}

// Domain is the request in the product's words.
func (in ReferenceRequest) Domain() references.Request {
	return references.Request{
		Name: string(in.Referee.Name), Email: string(in.Referee.Email), Title: string(in.Referee.Title),
		Relationship: string(in.Relationship), Message: string(in.Message),
	}
}

func (a referencesAPI) request(r *http.Request, in referenceRequestIn) (ReferenceReply, error) {
	return ReferenceOf(a.references.Ask(r.Context(), access.From(r.Context()), in.Ref, in.Reference.Domain()))
}

func (a referencesAPI) resend(r *http.Request, in referenceRef) (ReferenceReply, error) {
	return ReferenceOf(a.references.Resend(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID)))
}

type referenceDecideIn struct {
	referenceRef
	ReferenceDecision
}

// ReferenceDecision says whether a reference is shown.
type ReferenceDecision struct {
	Decision string     `json:"decision" validate:"required,oneof=approve reject"`
	Reason   httpx.Text `json:"reason"`
}

// Domain is the decision in the product's words.
func (in ReferenceDecision) Domain() references.Decision {
	return references.Decision{Approve: in.Decision == "approve", Reason: string(in.Reason)}
}

func (a referencesAPI) decide(r *http.Request, in referenceDecideIn) (ReferenceReply, error) {
	return ReferenceOf(a.references.Decide(r.Context(), access.From(r.Context()), in.Ref, int64(in.ID), in.Domain()))
}
