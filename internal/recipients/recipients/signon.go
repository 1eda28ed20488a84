package recipients

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/recipients/recipients/internal/db"
)

// ErrNoCredential means that no published credential matches.
var ErrNoCredential = errs.New(errs.NotFound, "recipient.no_credential")

// SignOn identifies a recipient by a credential, or by data that the issuer knows.
type SignOn struct {
	Credential  string // any reference
	RecipientID string
	Email       string
	GroupID     int64
	RedirectTo  string // where the link leads in the end; empty: to the credential
	Wallet      bool   // to all that the recipient holds instead
	Framed      bool   // shown in a page of the department's, without what is around it elsewhere
}

// SignOnLink returns a one-time sign-in link to the newest matching credential. It returns ErrNoCredential, the errors of Link,
// and an error for a target outside this site and the department's own.
func (s *Service) SignOnLink(ctx context.Context, by access.Actor, who SignOn) (Link, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Link{}, err
	}
	if who.Credential == "" && who.RecipientID == "" && who.Email == "" {
		return Link{}, errs.Field("recipient_email", "required")
	}
	to, err := s.destination(ctx, by, who)
	if err != nil {
		return Link{}, err
	}
	if who.Credential == "" {
		found, err := s.Search.Search(ctx, by, credentialsearch.Query{
			GroupID: who.GroupID, Email: who.Email, RecipientID: who.RecipientID, Sort: "-id", Page: page.Request{Size: 1},
			States: []credentials.State{credentials.InProgress, credentials.Published, credentials.Expired, credentials.Suspended, credentials.Revoked},
		})
		if err != nil {
			return Link{}, err
		}
		if len(found.Items) == 0 {
			return Link{}, ErrNoCredential
		}
		who.Credential = found.Items[0].UUID.String()
	}
	link, err := s.link(ctx, by, who.Credential, to)
	if kind := errs.KindOf(err); kind == errs.NotFound || kind == errs.Conflict {
		return Link{}, ErrNoCredential
	}
	link.URL = s.Links.SignOn(link.credential, link.token, who.Framed)
	return link, err
}

// walletPage is the page with the credentials of a signed-in recipient.
const walletPage = "/wallet"

// destination returns where a link leads. In a frame only the credential or the wallet may be shown; other pages must not be framed, to
// prevent clickjacking.
func (s *Service) destination(ctx context.Context, by access.Actor, who SignOn) (opening, error) {
	redirect, err := s.ownPlace(ctx, by, who.RedirectTo)
	if who.Wallet && (redirect == "" || who.Framed) {
		redirect = walletPage
	} else if who.Framed {
		redirect = ""
	}
	return opening{redirect: redirect, framed: who.Framed}, err
}

// FramedBy returns the department whose pages may embed a link in a frame; 0 for none.
func (s *Service) FramedBy(ctx context.Context, token string) (int64, error) {
	if !secrets.TokenShaped(linkPrefix, token) {
		return 0, nil
	}
	var department int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		department, err = s.q.RecipientLinkFramed(ctx, tx, db.RecipientLinkFramedParams{TokenHash: secrets.HashToken(token), Now: s.Clock.Now()})
		return err
	})
	if pg.NoRows(err) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find who may frame a link: %w", err)
	}
	return department, nil
}

// ownPlace validates a redirect target: a URL of this site, which it returns as a path, or of the department's website. Any other
// target would be an open redirect for anybody with an API key.
func (s *Service) ownPlace(ctx context.Context, by access.Actor, address string) (string, error) {
	if address == "" {
		return "", nil
	}
	refused := errs.Field("redirect_to", "recipient.redirect_elsewhere")
	to, err := url.Parse(address)
	if err != nil || to.User != nil || len(address) > longestRedirect || strings.ContainsAny(address, "\\\t\r\n") {
		return "", refused
	}
	d, err := s.Departments.Read(ctx, by, 0)
	if err != nil {
		return "", err
	}
	switch {
	case to.Scheme == "" && to.Host == "" && strings.HasPrefix(to.Path, "/") && !strings.HasPrefix(to.Path, "//"):
		return to.String(), nil
	case origin(to) == s.Links.Base():
		to.Scheme, to.Host = "", ""
		if !strings.HasPrefix(to.Path, "/") || strings.HasPrefix(to.Path, "//") {
			to.Path = "/" + strings.TrimLeft(to.Path, "/")
		}
		return to.String(), nil
	}
	if own, err := url.Parse(d.URL); err == nil && own.Host != "" && strings.EqualFold(own.Host, to.Host) && (to.Scheme == "https" || to.Scheme == own.Scheme) {
		return to.String(), nil
	}
	return "", refused
}

const longestRedirect = 2048

func origin(u *url.URL) string { return u.Scheme + "://" + u.Host }
