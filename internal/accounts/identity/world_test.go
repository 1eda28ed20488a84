package identity_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

const (
	password = "correct horse battery"
	other    = "another fine sentence"
)

// here is where requests come from.
var here = access.Actor{IP: "192.0.2.1", RequestID: "test"}

type world struct {
	*identity.Service
	pool        *pgxpool.Pool
	now         *clock.Fake
	departments *departments.Service
	keys        *apikeys.Service
	proof       *captcha.ProofOfWork
	mailbox     *mailbox
}

// mailbox keeps what would be mailed.
type mailbox struct {
	mu    sync.Mutex
	mails []identity.AccountMail
}

// EnqueueTx takes a mail. The transaction's end is not waited for: no test rolls one back after it.
func (m *mailbox) EnqueueTx(_ context.Context, _ pgx.Tx, mail identity.AccountMail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mails = append(m.mails, mail)
	return nil
}

// kinds lists what was mailed to an address, in order.
func (m *mailbox) kinds(to string) (out []string) {
	for _, mail := range m.mails {
		if mail.To == to {
			out = append(out, mail.Kind)
		}
	}
	return out
}

// token takes the secret out of the latest link.
func (m *mailbox) token(t *testing.T, kind string) string {
	t.Helper()
	for i := len(m.mails) - 1; i >= 0; i-- {
		if m.mails[i].Kind != kind {
			continue
		}
		link, err := url.Parse(m.mails[i].Params["link"])
		if err != nil || link.Host != "laurel.example" || link.Query().Get("token") == "" {
			t.Fatalf("link %q: %v", m.mails[i].Params["link"], err)
		}
		return link.Query().Get("token")
	}
	t.Fatalf("no %s mail", kind)
	return ""
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	log := audit.New(now)
	keyring, err := secrets.NewKeyring(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{
		pool: pool, now: now, mailbox: &mailbox{}, keys: apikeys.New(pool, now, log),
		departments: departments.New(pool, now, log, nil),
		proof:       captcha.NewProofOfWork(pool, now, []byte("secret"), 0),
	}
	w.Service = identity.New(identity.Deps{
		Pool: pool, Clock: now, Audit: log, Departments: w.departments, Organizations: organizations.New(pool, now, log, w.departments), Passwords: secrets.QuickPasswords(), Keyring: keyring,
		Throttle: throttle.New(pool, now), Captcha: w.proof, Mail: w.mailbox, Origin: "https://laurel.example", Languages: []string{"ar", "de", "en"},
	})
	return w
}

// solved answers a captcha of no difficulty.
func (w *world) solved() string {
	c := w.proof.Challenge()
	data, _ := json.Marshal(map[string]any{"challenge": c.Challenge, "salt": c.Salt, "expires_at": c.ExpiresAt, "signature": c.Signature})
	return base64.StdEncoding.EncodeToString(data)
}

// join makes an account and returns its actor and token.
func (w *world) join(t *testing.T, email string) identity.SignedIn {
	t.Helper()
	w.signUp(t, email, password)
	if _, err := w.VerifyEmail(t.Context(), here, w.mailbox.token(t, identity.MailVerify)); err != nil {
		t.Fatal(err)
	}
	in, err := w.signIn(t, email, password)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// joinUnverified makes an account as earlier releases did, before its address is confirmed.
func (w *world) joinUnverified(t *testing.T, email string) identity.SignedIn {
	t.Helper()
	in := w.join(t, email)
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "update users set verified_at = null where id = $1", in.Actor.UserID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func (w *world) signUp(t *testing.T, email, password string) {
	t.Helper()
	if err := w.CreateAccount(t.Context(), here, identity.CreateAccount{Email: email, Name: "Ada", Password: password, Captcha: w.solved()}); err != nil {
		t.Fatal(err)
	}
}

func (w *world) signIn(t *testing.T, email, password string) (identity.SignedIn, error) {
	t.Helper()
	return w.SignIn(t.Context(), here, identity.SignIn{Email: email, Password: password, UserAgent: "test"})
}

// lives reports whether a token still opens a session.
func (w *world) lives(t *testing.T, token string) bool {
	t.Helper()
	_, err := w.Resolve(t.Context(), here, token, 0)
	return err == nil
}

// key makes an API key of the actor's department and returns its actor.
func (w *world) key(t *testing.T, by access.Actor) access.Actor {
	t.Helper()
	by.Unverified = false // only confirmed people make keys
	_, secret, err := w.keys.Create(t.Context(), by, apikeys.Create{Name: "key", Access: apikeys.Write})
	if err != nil {
		t.Fatal(err)
	}
	actor, err := w.keys.Authenticate(t.Context(), secret, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	return actor
}
