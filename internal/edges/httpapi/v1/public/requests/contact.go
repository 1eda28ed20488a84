package requests

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/contact"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

type contactIn struct {
	Name       httpx.Text `json:"name"`
	Email      httpx.Text `json:"email"`
	Message    httpx.Text `json:"message"`
	Credential string     `json:"credential" validate:"max=255"`
	Key        string     `json:"key" validate:"max=255"`
	Captcha    string     `json:"captcha_response" validate:"max=5000"`
}

// contact sends a message to the issuer of a credential or to support. The client must be allowed to see the credential.
func (a api) contact(r *http.Request, in contactIn) (doneReply, error) {
	m := contact.Message{Name: string(in.Name), Email: string(in.Email), Text: string(in.Message), Captcha: in.Captcha}
	if in.Credential != "" {
		c, err := a.Recipients.ReadPublic(r.Context(), recipients.From(r.Context()), in.Credential, in.Key)
		if err != nil {
			return doneReply{}, err
		}
		m.DepartmentID, m.Link = c.DepartmentID, a.Links.Credential(c.UUID.String(), "")
	}
	return doneReply{true}, a.Contact.Send(r.Context(), access.From(r.Context()), m)
}
