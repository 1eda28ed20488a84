// Package bounces takes in what mail servers and providers report about emails: that they arrived, came back, or were called spam.
package bounces

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net/url"

	"github.com/google/uuid"

	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/mailer"
)

// MostBytes is the size of a report at most, in bytes.
const MostBytes = 1 << 20

// Deps are the dependencies of the service.
type Deps struct {
	Clock   clock.Clock
	Outbox  *outbox.Service
	Senders *senders.Service
	Fetch   func(ctx context.Context, url string) ([]byte, error) // a public document
	Dial    mailer.Dial                                           // connects to the mailboxes of departments
	Roots   *x509.CertPool                                        // certificate authorities that mailboxes may use; nil: the system's
	Log     *slog.Logger

	Installation *url.URL // the installation's mailbox, imaps://user:password@host/FOLDER; nil: none
}

// Service takes reports in.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// Call takes a call of a department's webhook. It returns senders.ErrNoHook, ErrSignature or ErrCall. What a call says about emails of
// others, or that are gone, has no effect.
func (s *Service) Call(ctx context.Context, id uuid.UUID, call Call) error {
	hook, err := s.Senders.Hook(ctx, id)
	if err != nil {
		return err
	}
	var found []outbox.Report
	if hook.Provider == senders.SES {
		found, err = s.ses(ctx, hook.Secret, call)
	} else {
		found, err = s.reports(hook, call)
	}
	if err != nil {
		return err
	}
	for _, one := range found {
		one.DepartmentID = hook.DepartmentID
		if _, err := s.Outbox.Report(ctx, one); err != nil {
			return err
		}
	}
	return nil
}
