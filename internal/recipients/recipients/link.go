package recipients

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

var (
	linksPerIssuer  = throttle.Rule{Name: "recipient.link", Limit: 60, Window: time.Minute}
	openPerAddress  = throttle.Rule{Name: "recipient.open", Limit: 30, Window: time.Minute}
	againPerAddress = throttle.Rule{Name: "recipient.again.address", Limit: 10, Window: 10 * time.Minute}
	againPerLink    = throttle.Rule{Name: "recipient.again.link", Limit: 3, Window: time.Hour}
	mailsPerPerson  = throttle.Rule{Name: "recipient.again.person", Limit: 3, Window: time.Hour}
)

// MailLink is the kind of mail with a link that a recipient requested.
const MailLink = "recipient_link"

// Link returns a one-time sign-in link for the recipient of a credential, for the issuer to pass on. It returns
// credentials.ErrNotFound, or credentials.ErrNotPublished when there is nothing to show yet.
func (s *Service) Link(ctx context.Context, by access.Actor, ref string) (Link, error) {
	return s.link(ctx, by, ref, opening{})
}

func (s *Service) link(ctx context.Context, by access.Actor, ref string, to opening) (Link, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return Link{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Link{}, err
	}
	if !c.State.Issued() {
		return Link{}, credentials.ErrNotPublished
	}
	if err := s.Throttle.Allow(ctx, linksPerIssuer, fmt.Sprint(by.UserID, by.APIKeyID)); err != nil {
		return Link{}, err
	}
	to.level, to.by, to.groups = Limited, by.UserID, by.Groups.IDs()
	var r db.Recipient
	err = pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) error {
		r, err = s.ensureTx(ctx, tx, c)
		return err
	})
	if err != nil {
		return Link{}, err
	}
	var out Link
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if out, _, err = s.linkTx(ctx, tx, c, r, to); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "credential.recipient_link_made", ObjectKind: "credential", ObjectID: c.ID})
	})
	return out, err
}

// ensureTx returns the recipient of a credential and inserts them if needed. Recipients are visible to system transactions only.
func (s *Service) ensureTx(ctx context.Context, tx pg.DB, c credentials.Credential) (db.Recipient, error) {
	r, err := s.q.RecipientEnsure(ctx, tx, db.RecipientEnsureParams{
		Email: c.Recipient.Email, Name: c.Recipient.Name, Locale: c.RecipientLanguage(), Now: s.Clock.Now(),
	})
	if err != nil {
		return r, fmt.Errorf("find recipient: %w", err)
	}
	return r, nil
}

// opening is what a link grants.
type opening struct {
	level    Level
	by       int64 // who made it; 0: the recipient asked
	redirect string
	framed   bool
	groups   []int64 // the only ones that it shows; none: all
}

func (s *Service) linkTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r db.Recipient, to opening) (Link, int64, error) {
	token, now := secrets.NewToken(linkPrefix), s.Clock.Now()
	p := db.RecipientLinkInsertParams{
		DepartmentID: c.DepartmentID, CredentialID: c.ID, RecipientID: r.ID, TokenHash: secrets.HashToken(token), Level: string(to.level),
		Now: now, ExpiresAt: now.Add(LinkLifetime), RedirectTo: to.redirect, Framed: to.framed, OnlyGroups: append([]int64{}, to.groups...),
	}
	if to.by != 0 {
		p.CreatedBy = &to.by
	}
	id, err := s.q.RecipientLinkInsert(ctx, tx, p)
	if err != nil {
		return Link{}, 0, fmt.Errorf("insert recipient link: %w", err)
	}
	return Link{URL: s.Links.RecipientLink(token), ExpiresAt: p.ExpiresAt.UTC(), token: token, credential: c.UUID.String()}, id, nil
}

// RevokeLinks revokes every link of a credential, ends the sessions they started, and returns their number. It returns
// credentials.ErrNotFound.
func (s *Service) RevokeLinks(ctx context.Context, by access.Actor, ref string) (int, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return 0, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return 0, err
	}
	var n int64
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		n, err = s.q.RecipientLinksRevoke(ctx, tx, db.RecipientLinksRevokeParams{Now: &now, DepartmentID: by.DepartmentID, CredentialID: c.ID})
		if err != nil {
			return fmt.Errorf("revoke recipient links: %w", err)
		}
		err = s.q.RecipientSessionsDeleteByCredential(ctx, tx, db.RecipientSessionsDeleteByCredentialParams{
			DepartmentID: by.DepartmentID, CredentialID: c.ID,
		})
		if err != nil {
			return fmt.Errorf("end recipient sessions: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "credential.recipient_links_revoked", ObjectKind: "credential", ObjectID: c.ID, Details: map[string]any{"count": n},
		})
	})
	return int(n), err
}

// Open signs a recipient in with a one-time link. It returns ErrLink; that of a used or expired link tells where it leads on another site,
// so that its reader can go there after all.
func (s *Service) Open(ctx context.Context, from Actor, token, userAgent string) (SignedIn, error) {
	if err := s.Throttle.Allow(ctx, openPerAddress, throttle.Network(from.IP)); err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, c, err := s.findTx(ctx, tx, token)
		if err != nil {
			return err
		}
		l, now := row.RecipientLink, s.Clock.Now()
		if l.RevokedAt != nil {
			return ErrLink
		}
		if l.UsedAt != nil || !now.Before(l.ExpiresAt) {
			if l.RedirectTo != "" && !strings.HasPrefix(l.RedirectTo, "/") {
				return ErrLink.With("redirect_to", l.RedirectTo)
			}
			return ErrLink
		}
		if err := s.q.RecipientLinkUse(ctx, tx, db.RecipientLinkUseParams{DepartmentID: l.DepartmentID, ID: l.ID, Now: &now}); err != nil {
			return fmt.Errorf("use recipient link: %w", err)
		}
		if out, err = s.openTx(ctx, tx, from, l, row.Recipient, userAgent); err != nil {
			return err
		}
		out.Credential, out.RedirectTo = c, l.RedirectTo
		return nil
	})
	return out, err
}

// findTx returns a link and its credential. It returns ErrLink if the link is unknown, or if its credential was deleted or belongs to
// another address by now.
func (s *Service) findTx(ctx context.Context, tx pgx.Tx, token string) (db.RecipientLinkLockRow, credentials.Credential, error) {
	row, err := s.q.RecipientLinkLock(ctx, tx, secrets.HashToken(token))
	if pg.NoRows(err) {
		return row, credentials.Credential{}, ErrLink
	}
	if err != nil {
		return row, credentials.Credential{}, fmt.Errorf("find recipient link: %w", err)
	}
	l := row.RecipientLink
	owner := credentials.Owner{Emails: []string{row.Recipient.Email}, DepartmentID: l.DepartmentID, Groups: l.OnlyGroups}
	c, err := s.Credentials.ReadOwnTx(ctx, tx, owner, strconv.FormatInt(l.CredentialID, 10))
	if errors.Is(err, credentials.ErrNotFound) {
		return row, c, ErrLink
	}
	return row, c, err
}

// SendAgain emails a new link to the address of an earlier one, even if that one is used, expired or revoked. The response is the same
// for an unknown link.
func (s *Service) SendAgain(ctx context.Context, from Actor, token string) error {
	if err := s.Throttle.Allow(ctx, againPerAddress, throttle.Network(from.IP)); err != nil {
		return err
	}
	// Unknown tokens count too, so that the rate limit does not reveal which tokens exist.
	if err := s.Throttle.Allow(ctx, againPerLink, token); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, c, err := s.findTx(ctx, tx, token)
		if errors.Is(err, ErrLink) {
			return nil
		}
		if err != nil {
			return err
		}
		// An address over its limit gets no more emails, and the caller gets no error.
		if err := s.Throttle.Allow(ctx, mailsPerPerson, row.Recipient.Email); err != nil {
			if errors.Is(err, throttle.ErrTooMany) {
				return nil
			}
			return err
		}
		return s.mailTx(ctx, tx, from, c, row.Recipient)
	})
}

// mailTx creates a link and emails it to the recipient.
func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, from Actor, c credentials.Credential, r db.Recipient) error {
	link, id, err := s.linkTx(ctx, tx, c, r, opening{level: Full})
	if err != nil {
		return err
	}
	by := Actor{RecipientID: r.ID, IP: from.IP, RequestID: from.RequestID}
	err = s.Audit.RecordTx(ctx, tx, by.Recorded(c.DepartmentID), audit.Event{
		Action: "credential.recipient_link_mailed", ObjectKind: "credential", ObjectID: c.ID,
	})
	if err != nil {
		return err
	}
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: MailLink, To: c.Recipient.Email, Language: c.RecipientLanguage(), DepartmentID: c.DepartmentID, CredentialID: c.ID,
		DedupeKey: MailLink + ":" + strconv.FormatInt(id, 10),
		Params:    map[string]string{"name": c.Recipient.Name, "course": c.Name(), "issuer": c.Issuer.Name, "link": link.URL},
	}})
}

// RedirectOf returns where the link of a refused sign-in leads on another site, or "".
func RedirectOf(err error) string {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return ""
	}
	to, _ := refused.Params["redirect_to"].(string)
	return to
}
