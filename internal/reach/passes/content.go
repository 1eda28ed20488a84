package passes

import (
	"context"
	"strings"
	"time"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/reach/passes/internal/db"
)

// status is what a pass says about its credential.
type status string

const (
	valid     status = "valid"
	expired   status = "expired"
	suspended status = "suspended"
	revoked   status = "revoked"
	replaced  status = "replaced"  // by a renewal
	withdrawn status = "withdrawn" // deleted, no longer the owner's, or turned back to unfinished: nothing else is shown
)

// content is what passes of both platforms show.
type content struct {
	Status      status
	Title       string
	Recipient   string
	Issuer      string
	Logo        string
	Description string
	Ref         string // the short ID
	Link        string
	IssuedOn    string // YYYY-MM-DD
	ExpiresOn   string // "": never
	Ends        time.Time
	Private     bool

	credential credentials.Credential
}

func statusOf(c credentials.Credential) status {
	switch {
	case c.State == credentials.Revoked:
		return revoked
	case c.SupersededAt != nil:
		return replaced
	case c.State == credentials.Published:
		return valid
	case c.State == credentials.Expired:
		return expired
	case c.State == credentials.Suspended:
		return suspended
	}
	return withdrawn
}

// readOwn returns the credential of a pass as its owner may see it now. It returns credentials.ErrNotFound or another error of the kinds
// errs.NotFound and errs.Gone if they may see it no more, or if the credential or their account is gone.
func (s *Service) readOwn(ctx context.Context, row db.PassReadRow) (credentials.Credential, error) {
	if row.Credential == nil || len(row.Emails) == 0 {
		return credentials.Credential{}, credentials.ErrNotFound
	}
	return s.Credentials.ReadOwn(ctx, credentials.Owner{Emails: row.Emails}, row.Credential.String())
}

// content returns what a pass shows now.
func (s *Service) content(ctx context.Context, row db.PassReadRow) (content, error) {
	c, err := s.readOwn(ctx, row)
	kind := errs.KindOf(err)
	if err != nil && kind != errs.NotFound && kind != errs.Gone {
		return content{}, err
	}
	if err != nil || statusOf(c) == withdrawn {
		issuer, err := s.Departments.ReadPublic(ctx, row.WalletPass.DepartmentID)
		return content{Status: withdrawn, Issuer: or(issuer.Name, s.Links.Host()), Logo: issuer.Logo}, err
	}
	key := ""
	if c.Private && row.WalletPass.WithKey {
		key = c.PrivateKey
	}
	out := content{
		Status: statusOf(c), Title: c.Name(), Recipient: c.Recipient.Name, Issuer: or(c.Issuer.Name, s.Links.Host()), Logo: c.Issuer.Logo,
		Description: strings.TrimSpace(c.Description()), Ref: c.EncodedID, Link: s.Links.Credential(c.EncodedID, key),
		IssuedOn: c.IssuedOn.Format(time.DateOnly), Private: c.Private, credential: c,
	}
	if end, ok := c.End(); ok {
		out.Ends, out.ExpiresOn = end, c.ExpiredOn.Format(time.DateOnly)
	}
	return out, nil
}

func or(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}
