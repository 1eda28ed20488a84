// Package contact sends messages of the contact form to an issuer or to the support of the installation.
package contact

import (
	"cmp"
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// ErrNobody means that neither the department nor the installation has a contact address.
var ErrNobody = errs.New(errs.Conflict, "contact.nobody")

const maxMessage = 5000

// The form is public, so each network and each mailbox has a rate limit.
var (
	perNetwork = throttle.Rule{Name: "contact.network", Limit: 10, Window: time.Hour}
	perMailbox = throttle.Rule{Name: "contact.mailbox", Limit: 60, Window: time.Hour}
)

// Message is a message of the contact form.
type Message struct {
	Name    string
	Email   string
	Text    string
	Captcha string
	// DepartmentID is the issuer addressed; 0 is the support of the installation.
	DepartmentID int64
	Link         string // the page that it is about; may be ""
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Departments *departments.Service
	Senders     *senders.Service
	Outbox      *outbox.Service
	Throttle    *throttle.Limiter
	Captcha     captcha.Verifier
	Support     string // address of the support; "" where there is none
}

// Service sends messages.
type Service struct{ Deps }

// New returns a Service.
func New(d Deps) *Service { return &Service{d} }

// Send mails a message to the contact address of a department, to its support contact if it has none, or to the installation's support,
// with the writer as Reply-To. It
// returns field errors, a failed captcha, throttle.ErrTooMany, departments.ErrNotFound or ErrNobody.
func (s *Service) Send(ctx context.Context, from access.Actor, m Message) error {
	if err := s.Throttle.Allow(ctx, perNetwork, throttle.Network(from.IP)); err != nil {
		return err
	}
	m, err := m.checked()
	if err != nil {
		return err
	}
	to, language := s.Support, i18n.Fallback
	if m.DepartmentID != 0 {
		d, err := s.Departments.ReadPublic(ctx, m.DepartmentID)
		if err != nil {
			return err
		}
		support, err := s.supportOf(ctx, m.DepartmentID)
		if err != nil {
			return err
		}
		if own := cmp.Or(d.ContactEmail, support); own != "" {
			to, language = own, d.Language
		}
	}
	if to == "" {
		return ErrNobody
	}
	if err := s.Captcha.Verify(ctx, m.Captcha, from.IP); err != nil {
		return err
	}
	if err := s.Throttle.Allow(ctx, perMailbox, strings.ToLower(to)); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		err := s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
			Kind: "contact", To: to, Language: language, DedupeKey: "contact:" + uuid.NewString(),
			Params: map[string]string{"name": m.Name, "email": m.Email, "message": m.Text, "link": m.Link},
			Sender: outbox.Sender{ReplyTo: m.Email},
		}})
		if err != nil {
			return fmt.Errorf("write message: %w", err)
		}
		return nil
	})
}

// supportOf returns the address of a department's support contact, or "".
func (s *Service) supportOf(ctx context.Context, departmentID int64) (address string, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		settings, err := s.Senders.ReadTx(ctx, tx, departmentID)
		address = settings.Support.Email
		return err
	})
	return address, err
}

// checked returns the normalised message, or field errors.
func (m Message) checked() (Message, error) {
	var wrong errs.Fields
	m.Name, m.Email, m.Text = i18n.OneLine(m.Name), strings.TrimSpace(m.Email), strings.TrimSpace(m.Text)
	for _, f := range []struct {
		name, value string
		most        int
	}{{"name", m.Name, 255}, {"email", m.Email, 320}, {"message", m.Text, maxMessage}} {
		switch {
		case f.value == "":
			wrong.Add(f.name, "required")
		case utf8.RuneCountInString(f.value) > f.most:
			wrong.Add(f.name, "too_long", "max", f.most)
		case f.name == "email" && !isAddress(f.value):
			wrong.Add(f.name, "invalid_email")
		}
	}
	return m, wrong.Err()
}

// isAddress reports whether text is a bare email address without name or comment.
func isAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text
}
