package app

import (
	"context"
	"crypto/x509"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Option changes how an App is made, for tests.
type Option func(*options)

type options struct {
	clock     clock.Clock
	transport outbox.Transport
	passwords *secrets.Passwords
	examining bool
	database  pg.Deadlines
	files     objects.Deadlines
	roots     *x509.CertPool
	txt       func(ctx context.Context, name string) ([]string, error)
	fetch     func(ctx context.Context, url string) ([]byte, error)
}

// optionsOf returns the options of a Laurel that serves, changed by opts.
func optionsOf(opts []Option) options {
	o := options{
		clock: clock.System{}, passwords: secrets.NewPasswords(), database: pg.DefaultDeadlines(), files: objects.DefaultDeadlines(),
	}
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// Examining opens a Laurel that could not serve, so that its checks can report why.
func Examining() Option { return func(o *options) { o.examining = true } }

// WithClock uses another clock.
func WithClock(c clock.Clock) Option { return func(o *options) { o.clock = c } }

// WithDeadlines uses other limits on waiting for the database and the file store.
func WithDeadlines(database pg.Deadlines, files objects.Deadlines) Option {
	return func(o *options) { o.database, o.files = database, files }
}

// WithTransport sends emails through t instead of the configured server.
func WithTransport(t outbox.Transport) Option { return func(o *options) { o.transport = t } }

// WithRoots trusts other certificate authorities than the system's for Apple's push service and the mail servers of departments.
func WithRoots(roots *x509.CertPool) Option { return func(o *options) { o.roots = roots } }

// WithTXT looks TXT records up with find.
func WithTXT(find func(ctx context.Context, name string) ([]string, error)) Option {
	return func(o *options) { o.txt = find }
}

// WithPasswords hashes and verifies passwords with p.
func WithPasswords(p *secrets.Passwords) Option { return func(o *options) { o.passwords = p } }

// WithDocuments fetches the certificates that providers sign their calls with by get.
func WithDocuments(get func(ctx context.Context, url string) ([]byte, error)) Option {
	return func(o *options) { o.fetch = get }
}

// document returns how public documents are fetched.
func (o options) document() func(ctx context.Context, url string) ([]byte, error) {
	if o.fetch != nil {
		return o.fetch
	}
	client := fetch.New(fetch.Options{})
	return func(ctx context.Context, url string) ([]byte, error) {
		answer, err := client.Get(ctx, url, "*/*")
		return answer.Body, err
	}
}
