package wire

import (
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/supplements/references"
)

// ReferenceInput is a reference in the API's terms. The description is the referee's statement.
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

// Domain converts the input.
func (in ReferenceInput) Domain() references.Input {
	out := references.Input{
		Text: OptionalText(in.Description), Relationship: OptionalText(in.Relationship), Name: OptionalText(in.Referee.Name),
		Email: OptionalText(in.Referee.Email), Title: OptionalText(in.Referee.Title), URL: OptionalText(in.Referee.URL),
		Avatar: OptionalText(in.Referee.Avatar), Approve: OptionalBool(in.Approve),
	}
	if !out.Avatar.Given {
		out.Avatar = OptionalText(in.Referee.AvatarImage)
	}
	if in.Position != nil {
		out.Position = optional.Set(int(*in.Position))
	}
	return out
}

// ReferenceInputs converts the references of a new credential.
func ReferenceInputs(all []ReferenceInput) []references.Input {
	out := make([]references.Input, len(all))
	for n, in := range all {
		out[n] = in.Domain()
	}
	return out
}

// ReferenceRequest is a request for a reference.
type ReferenceRequest struct {
	Referee struct {
		Name  httpx.Text `json:"name"`
		Email httpx.Text `json:"email"`
		Title httpx.Text `json:"title"`
	} `json:"referee"`
	Relationship httpx.Text `json:"relationship"`
	Message      httpx.Text `json:"message"`
}

// Domain converts the request.
func (in ReferenceRequest) Domain() references.Request {
	return references.Request{
		Name: string(in.Referee.Name), Email: string(in.Referee.Email), Title: string(in.Referee.Title),
		Relationship: string(in.Relationship), Message: string(in.Message),
	}
}

// ReferenceDecision determines whether a reference is shown.
type ReferenceDecision struct {
	Decision string     `json:"decision" validate:"required,oneof=approve reject"`
	Reason   httpx.Text `json:"reason"`
}

// Domain converts the decision.
func (in ReferenceDecision) Domain() references.Decision {
	return references.Decision{Approve: in.Decision == "approve", Reason: string(in.Reason)}
}
