package wire

import (
	"strings"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

// RecipientInput describes the recipient of a credential.
type RecipientInput struct {
	Name     *httpx.Text `json:"name"`
	Email    *httpx.Text `json:"email"`
	ID       *httpx.Ref  `json:"id"`
	Phone    *httpx.Text `json:"phone_number"`
	Language *httpx.Text `json:"language"`
	MetaData Given       `json:"meta_data"`
}

// Apply adds the recipient to the input of a credential. It returns field errors.
func (in RecipientInput) Apply(out *credentials.Input) (err error) {
	out.RecipientName, out.RecipientEmail, out.RecipientPhone = OptionalText(in.Name), OptionalText(in.Email), OptionalText(in.Phone)
	out.RecipientID, out.RecipientLanguage = OptionalRef(in.ID), OptionalText(in.Language)
	out.RecipientMeta, err = GivenObject("recipient.meta_data", in.MetaData)
	return err
}

// OptionalRef converts an ID that may be absent.
func OptionalRef(ref *httpx.Ref) optional.Value[string] {
	if ref == nil {
		return optional.Value[string]{}
	}
	return optional.Set(string(*ref))
}

type recipientOut struct {
	Name     string         `json:"name"`
	Email    string         `json:"email"`
	ID       string         `json:"id"`
	Phone    string         `json:"phone_number"`
	Language string         `json:"language,omitempty"` // strict clients of before see nothing new where it is none
	MetaData map[string]any `json:"meta_data"`
}

func recipientOf(c credentials.Credential) recipientOut {
	r := c.Recipient
	return recipientOut{r.Name, strings.ToLower(r.Email), c.RecipientID(), r.Phone, r.Language, OrEmpty(r.MetaData)}
}
