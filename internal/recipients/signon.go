package recipients

import (
	"context"

	"laurel/internal/access"
	"laurel/internal/credentials"
	"laurel/internal/errs"
	"laurel/internal/page"
)

// ErrNoCredential says that nothing was published that a program's words match.
var ErrNoCredential = errs.New(errs.NotFound, "recipient.no_credential")

// SignOn names a recipient by a credential, or by what the issuer knows of them.
type SignOn struct {
	Credential  string // any reference
	RecipientID string
	Email       string
	GroupID     int64
}

// SignOnLink makes a link that signs a recipient in once, to the newest of what was published and matches. It refuses with
// ErrNoCredential, and like Link.
func (s *Service) SignOnLink(ctx context.Context, by access.Actor, who SignOn) (Link, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Link{}, err
	}
	if who.Credential == "" && who.RecipientID == "" && who.Email == "" {
		return Link{}, errs.Field("recipient_email", "required")
	}
	if who.Credential == "" {
		found, err := s.Credentials.Search(ctx, by, credentials.Query{
			GroupID: who.GroupID, Email: who.Email, RecipientID: who.RecipientID, Sort: "-id", Page: page.Request{Size: 1},
			States: []credentials.State{credentials.Published, credentials.Expired, credentials.Suspended, credentials.Revoked},
		})
		if err != nil {
			return Link{}, err
		}
		if len(found.Items) == 0 {
			return Link{}, ErrNoCredential
		}
		who.Credential = found.Items[0].UUID.String()
	}
	link, err := s.Link(ctx, by, who.Credential)
	if kind := errs.KindOf(err); kind == errs.NotFound || kind == errs.Conflict {
		return Link{}, ErrNoCredential
	}
	link.URL = s.Links.SignOn(link.credential, link.token)
	return link, err
}
