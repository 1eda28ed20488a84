package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/claims/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// The limits per network are high, because everybody in a lecture hall shares one network. The captcha is what makes claims in bulk
// expensive.
var (
	perNetwork = throttle.Rule{Name: "claim.network", Limit: 600, Window: 10 * time.Minute}
	// strangersPerNetwork applies to links without allowed domains.
	strangersPerNetwork = throttle.Rule{Name: "claim.strangers", Limit: 100, Window: time.Hour}
	perEmail            = throttle.Rule{Name: "claim.email", Limit: 3, Window: 5 * time.Minute}
	confirmNetwork      = throttle.Rule{Name: "claim.confirm", Limit: 600, Window: 10 * time.Minute}
)

// SecretLifetime is how long the link in a confirmation email is valid.
const SecretLifetime = 24 * time.Hour

const secretPrefix = "laurel_claims_"

// Kinds of emails. Each has its texts under "mail".
const (
	mailConfirm = "claim_confirm"
	mailHasOne  = "claim_issued_before"
	mailWaiting = "claim_waiting"
	mailDenied  = "claim_denied"
)

// Request is what a visitor submits to claim a credential.
type Request struct {
	Name     string
	Email    string
	Language string
	Captcha  string
}

// ReadPublic returns what the public page of a claim link shows. It returns ErrNotFound.
func (s *Service) ReadPublic(ctx context.Context, token string) (Public, error) {
	var p Public
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.q.ClaimLinkPublic(ctx, tx, token)
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("find claim link: %w", err)
		}
		p = Public{
			Link: linkOf(row.ClaimLink), CourseName: row.CourseName, CourseDescription: row.CourseDescription, IssuerName: row.IssuerName,
			IssuerLogo: row.IssuerLogo, DesignVersion: row.DesignVersion,
		}
		p.Refusal = p.Link.refusal(s.Clock.Now())
		if p.Refusal == nil && (row.GroupState == "archived" || row.DesignVersion == nil) {
			p.Refusal = ErrClosed // nothing can be issued from such a group
		}
		return nil
	})
	return p, err
}

// Ask emails a confirmation link to the address and returns what the asking browser keeps: whoever confirms with both is the reader of the
// email. Its result is the same whether or not the address has claimed before; only the email says so. It returns field errors, an error if the captcha fails, and the link's error if the link does not accept claims now.
func (s *Service) Ask(ctx context.Context, from access.Actor, token string, in Request) (request string, _ error) {
	if err := s.Throttle.Allow(ctx, perNetwork, throttle.Network(from.IP)); err != nil {
		return "", err
	}
	p, err := s.ReadPublic(ctx, token)
	if err != nil {
		return "", err
	}
	if p.Refusal != nil {
		return "", p.Refusal
	}
	if in, err = in.checked(p.Link); err != nil {
		return "", err
	}
	if err := s.Captcha.Verify(ctx, in.Captcha, from.IP); err != nil {
		return "", err
	}
	if err := s.mayMail(ctx, from, p.Link, token, in.Email); err != nil {
		return "", err
	}
	secret := secrets.NewToken(secretPrefix)
	now := s.Clock.Now()
	return s.request(secret), pg.InDepartment(ctx, s.Pool, p.Link.departmentID, func(tx pgx.Tx) error {
		c, err := s.q.ClaimAsk(ctx, tx, db.ClaimAskParams{
			DepartmentID: p.Link.departmentID, ClaimLinkID: p.Link.ID, Name: in.Name, Email: in.Email, Language: in.Language,
			SecretHash: secrets.HashToken(secret), SecretExpiresAt: now.Add(SecretLifetime), Now: now,
		})
		if err != nil {
			return fmt.Errorf("note claim: %w", err)
		}
		err = s.Audit.RecordTx(ctx, tx, visitor(from, p.Link), audit.Event{Action: "claim.asked", ObjectKind: "claim", ObjectID: c.ID})
		if err != nil {
			return err
		}
		return s.answerTx(ctx, tx, p, c, secret)
	})
}

// mayMail limits how many emails a link can send to arbitrary addresses. The limit per network for strangers applies only to links
// without allowed domains: with them, a whole lecture hall may claim at once from one network.
func (s *Service) mayMail(ctx context.Context, from access.Actor, l Link, token, email string) error {
	if len(l.AllowedDomains) == 0 {
		if err := s.Throttle.Allow(ctx, strangersPerNetwork, throttle.Network(from.IP)); err != nil {
			return err
		}
	}
	if err := s.Throttle.Allow(ctx, perEmail, token, strings.ToLower(email)); err != nil {
		return err
	}
	return s.Throttle.AllowMail(ctx, "claim", email, l.departmentID)
}

// checked returns the normalized input, or an error with all invalid fields.
func (in Request) checked(l Link) (Request, error) {
	var wrong errs.Fields
	in.Name, in.Email = i18n.OneLine(in.Name), strings.TrimSpace(in.Email)
	switch {
	case in.Name == "":
		wrong.Add("name", "required")
	case utf8.RuneCountInString(in.Name) > 255:
		wrong.Add("name", "too_long", "max", 255)
	}
	switch {
	case in.Email == "":
		wrong.Add("email", "required")
	case utf8.RuneCountInString(in.Email) > 320:
		wrong.Add("email", "too_long", "max", 320)
	case !credentials.ValidEmail(in.Email):
		wrong.Add("email", "invalid_email")
	case !l.admits(in.Email):
		wrong.Add("email", "claim.wrong_domain", "domains", strings.Join(l.AllowedDomains, ", "))
	}
	if !i18n.Known(in.Language) {
		in.Language = "en"
	}
	return in, wrong.Err()
}

// answerTx emails the state of a claim to its address.
func (s *Service) answerTx(ctx context.Context, tx pgx.Tx, p Public, c db.Claim, secret string) error {
	m := letter{kind: mailConfirm, once: fmt.Sprintf("%x", secrets.HashToken(secret)[:12]), link: s.Links.Page("/claim/" + p.Link.Token + "?code=" + secret)}
	// Read for every claim, so that an address with a credential takes no longer than one without.
	got, err := s.q.ClaimCredential(ctx, tx, db.ClaimCredentialParams{DepartmentID: c.DepartmentID, ID: pg.OrZero(c.CredentialID)})
	if err != nil && !pg.NoRows(err) {
		return fmt.Errorf("read what was issued: %w", err)
	}
	switch State(c.State) {
	case Unconfirmed:
	case Waiting:
		m.kind, m.link = mailWaiting, ""
	case Denied:
		m.kind, m.link = mailDenied, ""
	case Issued:
		m.kind, m.link = mailHasOne, ""
		if c.CredentialID != nil {
			if err != nil {
				return fmt.Errorf("read what was issued: %w", err)
			}
			key := ""
			if got.Private {
				key = s.Credentials.OpenKey(got.Uuid, got.PrivateKey)
			}
			m.link = s.Links.Credential(got.Uuid.String(), key)
		}
	}
	return s.mailTx(ctx, tx, p.CourseName, p.IssuerName, c, m)
}

// letter is an email about a claim. once is part of its deduplication key.
type letter struct{ kind, once, link string }

func (s *Service) mailTx(ctx context.Context, tx pgx.Tx, course, issuer string, c db.Claim, m letter) error {
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: m.kind, To: c.Email, Language: c.Language, DepartmentID: c.DepartmentID, DedupeKey: fmt.Sprintf("%s:%d:%s", m.kind, c.ID, m.once),
		Params: map[string]string{"name": c.Name, "course": course, "issuer": issuer, "link": m.link},
	}})
}

// Confirmed is the result of confirming a claim.
type Confirmed struct {
	Standing State
	URL      string // of the credential, when it is issued
	Picture  string // of its certificate
	Proved   bool   // the browser that asked confirmed it, so it belongs to the reader of the email
	Name     string
	Email    string
	Language string
}

const requestPrefix = "laurel_claimed_"

// request is what the browser that asks for a claim keeps. It is derived from the secret of the email, so nothing is stored.
func (s *Service) request(secret string) string {
	return requestOf(s.Keyring.MACs(requestContext + secret)[0])
}

const requestContext = "request of a claim:"

func requestOf(sum []byte) string { return secrets.TokenOf(requestPrefix, [32]byte(sum)) }

// asked reports whether request came with the claim whose email has the secret.
func (s *Service) asked(secret, request string) bool {
	return request != "" && slices.ContainsFunc(s.Keyring.MACs(requestContext+secret), func(sum []byte) bool { return secrets.Equal(requestOf(sum), request) })
}

// Confirm redeems the secret of a confirmation email: it takes a place and issues the credential, or leaves the claim waiting for
// approval. request is what Ask returned, or "" in another browser. It is idempotent. It returns ErrSecret, ErrHasOne, or the link's error if the link does not accept claims now.
func (s *Service) Confirm(ctx context.Context, from access.Actor, secret, request string) (Confirmed, error) {
	if err := s.Throttle.Allow(ctx, confirmNetwork, throttle.Network(from.IP)); err != nil {
		return Confirmed{}, err
	}
	var found db.ClaimBySecretRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.ClaimBySecret(ctx, tx, secrets.HashToken(secret))
		return err
	})
	if pg.NoRows(err) {
		return Confirmed{}, ErrSecret
	}
	if err != nil {
		return Confirmed{}, fmt.Errorf("find claim: %w", err)
	}
	var out Confirmed
	err = pg.InDepartment(ctx, s.Pool, found.Claim.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.confirmTx(ctx, tx, from, linkOf(found.ClaimLink), found.Claim.ID)
		return err
	})
	c := found.Claim
	out.Proved = err == nil && s.Clock.Now().Before(c.SecretExpiresAt) && s.asked(secret, request)
	out.Name, out.Email, out.Language = c.Name, c.Email, c.Language
	return out, err
}

// confirmTx locks the link last, when the credential is written: a lecture hall that confirms at once waits only for the places to be
// counted, and a link without places turns people away without a lock.
func (s *Service) confirmTx(ctx context.Context, tx pgx.Tx, from access.Actor, l Link, claimID int64) (Confirmed, error) {
	c, err := s.q.ClaimLock(ctx, tx, db.ClaimLockParams{DepartmentID: l.departmentID, ID: claimID})
	if err != nil {
		return Confirmed{}, fmt.Errorf("lock claim: %w", err)
	}
	now := s.Clock.Now()
	switch {
	case State(c.State) != Unconfirmed:
		return s.confirmedTx(ctx, tx, c)
	case !now.Before(c.SecretExpiresAt):
		return Confirmed{}, ErrSecret
	}
	if err := l.refusal(now); err != nil {
		return Confirmed{}, err
	}
	settle := db.ClaimSettleParams{State: string(Waiting), Now: &now, DepartmentID: c.DepartmentID, ID: c.ID}
	if !l.NeedsApproval {
		id, err := s.issueTx(ctx, tx, visitor(from, l), l, c)
		if err != nil {
			return Confirmed{}, err
		}
		settle.State, settle.CredentialID = string(Issued), &id
	}
	if err := s.q.ClaimSettle(ctx, tx, settle); err != nil {
		return Confirmed{}, fmt.Errorf("settle claim: %w", err)
	}
	err = s.Audit.RecordTx(ctx, tx, visitor(from, l), audit.Event{Action: "claim.confirmed", ObjectKind: "claim", ObjectID: c.ID})
	if err != nil {
		return Confirmed{}, err
	}
	c.State, c.CredentialID = settle.State, settle.CredentialID
	out, err := s.confirmedTx(ctx, tx, c)
	if err != nil {
		return Confirmed{}, err
	}
	return out, s.takePlaceTx(ctx, tx, l, now)
}

// takePlaceTx counts a claim of the link, whose settings or places may have changed since it was read.
func (s *Service) takePlaceTx(ctx context.Context, tx pgx.Tx, read Link, now time.Time) error {
	l, err := s.lockTx(ctx, tx, read.departmentID, read.ID)
	if errors.Is(err, ErrNotFound) {
		return ErrSecret // the link was deleted since
	}
	if err != nil {
		return err
	}
	if err := l.refusal(now); err != nil {
		return err
	}
	if err := s.q.ClaimLinkTake(ctx, tx, db.ClaimLinkTakeParams{Places: 1, DepartmentID: l.departmentID, ID: l.ID}); err != nil {
		return fmt.Errorf("take a place: %w", err)
	}
	return nil
}

func (s *Service) confirmedTx(ctx context.Context, tx pgx.Tx, c db.Claim) (Confirmed, error) {
	out := Confirmed{Standing: State(c.State)}
	if c.CredentialID == nil {
		return out, nil
	}
	got, err := s.q.ClaimCredential(ctx, tx, db.ClaimCredentialParams{DepartmentID: c.DepartmentID, ID: *c.CredentialID})
	if err != nil {
		return out, fmt.Errorf("read what was issued: %w", err)
	}
	key := ""
	if got.Private {
		key = s.Credentials.OpenKey(got.Uuid, got.PrivateKey)
	}
	out.URL, out.Picture = s.Links.Credential(got.Uuid.String(), key), s.Links.CertificatePicture(got.Uuid.String(), key)
	return out, nil
}

// issueTx issues the credential of a claim and sends its email.
func (s *Service) issueTx(ctx context.Context, tx pgx.Tx, by access.Actor, l Link, c db.Claim) (int64, error) {
	made, err := s.Publishing.IssueTx(ctx, tx, by, credentials.Input{
		GroupID: l.GroupID, RecipientName: optional.Set(c.Name), RecipientEmail: optional.Set(c.Email), Source: "claim",
		KeepExisting: true, // who asks with a link does not change what was issued
	})
	var wrong *errs.Error
	switch {
	case errors.Is(err, credentials.ErrGroupArchived), errors.Is(err, credentials.ErrGroupWithoutDesign):
		return 0, ErrClosed
	case errors.As(err, &wrong) && wrong.Kind == errs.Invalid:
		return 0, ErrHasOne // name and address were checked: what is left is that there is one already
	}
	return made.ID, err
}

// visitor returns the actor for credentials issued through a link: the product, with the visitor's IP address.
func visitor(from access.Actor, l Link) access.Actor {
	by := access.Claims.In(l.departmentID)
	by.IP, by.RequestID = from.IP, from.RequestID
	return by
}

// DeleteExpired deletes expired unconfirmed claims and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var n int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		n, err = s.q.ClaimDeleteExpired(ctx, tx, s.Clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete unconfirmed claims: %w", err)
	}
	return n, nil
}
