package recipients

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

var (
	codesPerNetwork = throttle.Rule{Name: "recipient.code.network", Limit: 60, Window: 10 * time.Minute}
	codesPerAddress = throttle.Rule{Name: "recipient.code.address", Limit: 5, Window: 15 * time.Minute}
	proofPerNetwork = throttle.Rule{Name: "recipient.proof.network", Limit: 60, Window: 10 * time.Minute}
)

// The limits of a code.
const (
	CodeLifetime = 15 * time.Minute
	codeTries    = 5
	codeDigits   = 6
)

// The prefixes of the secrets of a request: what the browser that asked keeps, and what the email's link carries.
const (
	requestPrefix = "laurel_request_"
	signInPrefix  = "laurel_signin_"
)

// Purpose is what a recipient asks an email for.
type Purpose string

// The purposes of an email. Each proves the address in the same way and has its own text and page.
const (
	ToSignIn      Purpose = "sign_in"
	ToSetPassword Purpose = "password"
	ToRetrieve    Purpose = "retrieve" // the email lists the person's credentials

	toAddAddress Purpose = "email" // of a recipient who is signed in: its code is good for them alone
)

// mailKind returns the kind of the email, with its texts under "mail".
func (p Purpose) mailKind() string { return "recipient_" + string(p) }

// page returns the path of the page that the email's link opens.
func (p Purpose) page() string {
	if p == ToSetPassword {
		return "/me/password"
	}
	return "/me/open"
}

// ErrProof means that a code or link is wrong, used or expired, or was tried too often; the error does not say which.
var ErrProof = errs.New(errs.Gone, "recipient.code_over")

// MailProof writes the email of a request in the background, so that asking takes the same time for known and unknown addresses.
type MailProof struct {
	RequestID int64 `json:"request_id"`
}

// Kind implements river.JobArgs.
func (MailProof) Kind() string { return "recipients.mail_proof" }

// ProofRequest is what someone submits to prove an address.
type ProofRequest struct {
	Purpose  Purpose
	Email    string
	Language string
	Captcha  string
}

// Requested is the result of asking for an email. Secret is for the browser that asked: with it, the code alone or the link alone
// signs in.
type Requested struct {
	Secret    string
	ExpiresAt time.Time
}

// RequestProof emails a link and a code to the address if it belongs to a recipient. Its result and its duration are the same for
// every address. It returns field errors, an error if the captcha fails, and throttle.ErrTooMany for too many requests from a network.
func (s *Service) RequestProof(ctx context.Context, from Actor, in ProofRequest) (Requested, error) {
	if err := s.Throttle.Allow(ctx, codesPerNetwork, throttle.Network(from.IP)); err != nil {
		return Requested{}, err
	}
	in.Email = strings.ToLower(strings.TrimSpace(in.Email))
	switch {
	case in.Email == "":
		return Requested{}, errs.Field("email", "required")
	case len(in.Email) > 320 || !credentials.ValidEmail(in.Email):
		return Requested{}, errs.Field("email", "invalid_email")
	}
	if err := s.Captcha.Verify(ctx, in.Captcha, from.IP); err != nil {
		return Requested{}, err
	}
	return s.request(ctx, in, nil)
}

// request stores a request and enqueues its email. An address over its limit silently gets no more emails: an error would reveal that
// others asked for it.
func (s *Service) request(ctx context.Context, in ProofRequest, recipientID *int64) (Requested, error) {
	if !i18n.Known(in.Language) {
		in.Language = "en"
	}
	err := errors.Join(s.Throttle.Allow(ctx, codesPerAddress, in.Email), s.Throttle.AllowMail(ctx, "proof", in.Email, 0))
	silent := errors.Is(err, throttle.ErrTooMany)
	if err != nil && !silent {
		return Requested{}, err
	}
	now := s.Clock.Now()
	out := Requested{Secret: secrets.NewToken(requestPrefix), ExpiresAt: now.Add(CodeLifetime)}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		id, err := s.q.RecipientSignInInsert(ctx, tx, db.RecipientSignInInsertParams{
			Purpose: string(in.Purpose), Email: in.Email, RecipientID: recipientID, Language: in.Language, RequestHash: secrets.HashToken(out.Secret), Now: now,
			ExpiresAt: out.ExpiresAt,
		})
		if err != nil {
			return fmt.Errorf("insert sign-in request: %w", err)
		}
		if silent {
			return nil
		}
		return s.Queue.EnqueueTx(ctx, tx, MailProof{id})
	})
	return out, err
}

// WriteProof writes the email of a request, or nothing if no recipient has the address. It may run any number of times.
func (s *Service) WriteProof(ctx context.Context, job MailProof) error {
	var request db.RecipientSignIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		request, err = s.q.RecipientSignInPending(ctx, tx, db.RecipientSignInPendingParams{ID: job.RequestID, Now: s.Clock.Now()})
		return err
	})
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find sign-in request: %w", err)
	}
	held, err := s.Search.ListOwn(ctx, credentials.Owner{Emails: []string{request.Email}}, credentialsearch.OwnQuery{Page: page.Request{Size: shownInMail}})
	if err != nil {
		return err
	}
	token, code, purpose := secrets.NewToken(signInPrefix), newCode(), Purpose(request.Purpose)
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		r, err := s.addresseeTx(ctx, tx, request, held.Items)
		if err != nil || r.ID == 0 {
			return err
		}
		n, err := s.q.RecipientSignInArm(ctx, tx, db.RecipientSignInArmParams{
			ID: request.ID, TokenHash: secrets.HashToken(token), SealedCode: s.Keyring.Seal([]byte(code), codeContext(request.ID)),
		})
		if err != nil {
			return fmt.Errorf("store sign-in secrets: %w", err)
		}
		if n == 0 {
			return nil // written by another run
		}
		return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
			Kind: purpose.mailKind(), To: request.Email, Language: request.Language, DedupeKey: purpose.mailKind() + ":" + strconv.FormatInt(request.ID, 10),
			Params: map[string]string{"name": r.Name, "code": code, "link": s.proofLink(purpose, token), "list": listed(held.Items)},
		}})
	})
}

// proofLink returns the link of an email, or "" if its code has to be typed where it was asked for.
func (s *Service) proofLink(purpose Purpose, token string) string {
	if purpose == toAddAddress {
		return ""
	}
	return s.Links.Page(purpose.page() + "?token=" + token)
}

// addresseeTx returns to whom the email of a request is written.
func (s *Service) addresseeTx(ctx context.Context, tx pgx.Tx, request db.RecipientSignIn, held []credentials.Credential) (db.Recipient, error) {
	if request.RecipientID == nil {
		return s.holderTx(ctx, tx, request.Email, held)
	}
	r, err := s.q.RecipientByID(ctx, tx, *request.RecipientID)
	if err != nil {
		return r, fmt.Errorf("read recipient: %w", err)
	}
	return r, nil
}

// shownInMail is how many credentials an email lists.
const shownInMail = 20

// holderTx returns the person who has an address, or the zero Recipient if nothing was issued to it.
func (s *Service) holderTx(ctx context.Context, tx pgx.Tx, email string, held []credentials.Credential) (db.Recipient, error) {
	if len(held) > 0 {
		if _, err := s.ensureTx(ctx, tx, held[0]); err != nil {
			return db.Recipient{}, err
		}
	}
	r, err := s.q.RecipientPerson(ctx, tx, email)
	if pg.NoRows(err) {
		return db.Recipient{}, nil
	}
	if err != nil {
		return r, fmt.Errorf("find recipient: %w", err)
	}
	return r, nil
}

func listed(held []credentials.Credential) string {
	lines := make([]string, len(held))
	for i, c := range held {
		lines[i] = i18n.OneLine(c.Name()) + " · " + i18n.OneLine(c.Issuer.Name)
	}
	return strings.Join(lines, "\n")
}

func newCode() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails: the program would end
	return fmt.Sprintf("%0*d", codeDigits, n)
}

func codeContext(id int64) string {
	return "recipient_sign_ins.sealed_code:" + strconv.FormatInt(id, 10)
}

// Proof is what someone presents to prove an address: two of the request's secret, the token of the link and the code.
type Proof struct {
	Request string
	Token   string
	Code    string
}

func (p Proof) tokenHash() []byte {
	if p.Token == "" {
		return nil
	}
	return secrets.HashToken(p.Token)
}

// SignInByProof opens a full session. It returns ErrProof, or a field error for a wrong code that may be tried again.
func (s *Service) SignInByProof(ctx context.Context, from Actor, p Proof, userAgent string) (SignedIn, error) {
	return s.prove(ctx, from, p, userAgent, nil)
}

// prove opens a session with a proof, in the transaction of which also may change the recipient first.
func (s *Service) prove(ctx context.Context, from Actor, p Proof, userAgent string, also func(pgx.Tx, db.Recipient) error) (SignedIn, error) {
	var out SignedIn
	err := s.proven(ctx, from, p, nil, func(tx pgx.Tx, request db.RecipientSignIn) error {
		r, err := s.holderTx(ctx, tx, request.Email, nil)
		if err != nil {
			return err
		}
		if r.ID == 0 {
			return ErrProof // erased since
		}
		if also != nil {
			if err := also(tx, r); err != nil {
				return err
			}
		}
		out, err = s.openOwnTx(ctx, tx, from, r, userAgent, "recipient.signed_in")
		return err
	})
	return out, err
}

// proven checks a proof, uses it up, and runs then in the same transaction. recipientID says who must have made the request; nil means
// that they were not signed in.
func (s *Service) proven(ctx context.Context, from Actor, p Proof, recipientID *int64, then func(pgx.Tx, db.RecipientSignIn) error) error {
	if err := s.Throttle.Allow(ctx, proofPerNetwork, throttle.Network(from.IP)); err != nil {
		return err
	}
	var refused error // by a transaction that commits, because it counts the attempt
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		refused = nil
		request, err := s.q.RecipientSignInLock(ctx, tx, db.RecipientSignInLockParams{
			RequestHash: secrets.HashToken(p.Request), TokenHash: p.tokenHash(), RecipientID: recipientID, Now: s.Clock.Now(),
		})
		if pg.NoRows(err) || err == nil && request.Tries >= codeTries {
			return ErrProof
		}
		if err != nil {
			return fmt.Errorf("find sign-in request: %w", err)
		}
		right, err := s.proves(request, p)
		if err != nil {
			return err
		}
		if !right {
			refused = errs.Field("code", "recipient.code_wrong")
			return s.q.RecipientSignInMiss(ctx, tx, request.ID)
		}
		if err := s.q.RecipientSignInUse(ctx, tx, db.RecipientSignInUseParams{Email: request.Email, Now: new(s.Clock.Now())}); err != nil {
			return fmt.Errorf("use sign-in request: %w", err)
		}
		return then(tx, request)
	})
	if err != nil {
		return err
	}
	return refused
}

// proves reports whether a proof has two of the three secrets. The code or the link alone could be another person's, or a mail
// scanner's.
func (s *Service) proves(request db.RecipientSignIn, p Proof) (bool, error) {
	if p.Token != "" && bytes.Equal(secrets.HashToken(p.Request), request.RequestHash) {
		return true, nil // the request was found by the token
	}
	code, err := s.Keyring.Open(request.SealedCode, codeContext(request.ID))
	if err != nil {
		return false, fmt.Errorf("open code: %w", err)
	}
	return secrets.Equal(string(code), compact(p.Code)), nil
}

// compact returns a code without the spaces that people type between its digits.
func compact(code string) string { return strings.Join(strings.Fields(code), "") }
