package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clamd"
	"laurel/internal/platform/config"
	"laurel/internal/platform/embedded"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
)

// parts are the database and the store, configured or embedded.
type parts struct {
	databaseURL   string // of who owns the tables
	private       bool   // the database is the embedded one
	store         objects.Config
	secretKeys    [][]byte
	generatedKeys bool
	stops         []func(context.Context) error
}

// bucket is the bucket of the embedded store.
const bucket = "laurel"

func startParts(ctx context.Context, cfg config.Config, log *slog.Logger) (_ *parts, err error) {
	p := &parts{databaseURL: cfg.Database.URL, private: cfg.Database.Embedded(), secretKeys: cfg.SecretKeys}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.stop(context.WithoutCancel(ctx)))
		}
	}()
	p.store = objects.Config{
		Endpoint: cfg.Store.Endpoint, Region: cfg.Store.Region, Bucket: cfg.Store.Bucket, AccessKey: cfg.Store.AccessKey,
		SecretKey: cfg.Store.SecretKey, PublicURL: cfg.Store.PublicURL, FilesURL: cfg.HTTP.Origin() + "/files",
	}
	if len(p.secretKeys) == 0 || cfg.Store.Embedded() {
		keys, err := embedded.LoadKeys(cfg.DataDir)
		if err != nil {
			return nil, err
		}
		if len(p.secretKeys) == 0 {
			p.secretKeys, p.generatedKeys = [][]byte{keys.Secret}, true
			if keys.NewlyCreated {
				log.WarnContext(ctx, "made secret keys in the data folder; production sets LAUREL_SECRET_KEY instead")
			}
		}
		p.store.AccessKey, p.store.SecretKey = or(p.store.AccessKey, keys.S3Access), or(p.store.SecretKey, keys.S3Secret)
	}
	if cfg.Database.Embedded() {
		var stop func(context.Context) error
		if p.databaseURL, stop, err = embedded.StartPostgres(ctx, cfg.DataDir, log); err != nil {
			return nil, fmt.Errorf("start the private database: %w", err)
		}
		p.stops = append(p.stops, stop)
	}
	if cfg.Store.Embedded() {
		endpoint, stop, err := embedded.StartS3(ctx, cfg.DataDir, p.store.AccessKey, p.store.SecretKey, log)
		if err != nil {
			return nil, fmt.Errorf("start the private file store: %w", err)
		}
		p.stops = append(p.stops, stop)
		p.store.Endpoint, p.store.Bucket, p.store.Region = endpoint, bucket, "us-east-1"
	}
	return p, nil
}

// open creates the pool. It signs in to the embedded database as the role itself, because the owner of the tables is a superuser there.
func (p *parts) open(ctx context.Context, d pg.Deadlines) (*pgxpool.Pool, error) {
	address := p.databaseURL
	if p.private {
		var err error
		if address, err = embedded.Login(ctx, address, pg.Role); err != nil {
			return nil, err
		}
	}
	return pg.OpenWithin(ctx, address, d)
}

// stop stops the embedded services in reverse order.
func (p *parts) stop(ctx context.Context) error {
	var all []error
	for i := len(p.stops) - 1; i >= 0; i-- {
		all = append(all, p.stops[i](ctx))
	}
	p.stops = nil
	return errors.Join(all...)
}

// smtp returns the configured mail server, or nil if emails are only stored.
func smtp(cfg config.Config) (outbox.Transport, error) {
	if cfg.Mail.SMTP == nil {
		return nil, nil //nolint:nilnil // no server is a way to run, not a fault
	}
	server, err := mailer.NewSMTP(cfg.Mail.SMTP, cfg.HTTP.PublicURL.Hostname())
	if err != nil {
		return nil, fmt.Errorf("prepare mail: %w", err)
	}
	return server, nil
}

// scanner returns the malware scanner, or nil if none is configured.
func scanner(cfg config.Config) evidence.Scanner {
	if cfg.Clamd == nil {
		return nil
	}
	return clamd.New(cfg.Clamd)
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// resolver asks the DNS server at an address, or the system's if it is empty.
func resolver(at string) *net.Resolver {
	if at == "" {
		return net.DefaultResolver
	}
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, at)
	}}
}
