package app

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"time"

	"laurel/internal/formats/browser"
	"laurel/internal/platform/clamd"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/installation"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/web"
)

// Checks returns the health checks of everything that Laurel depends on, for /readyz and `laurel doctor`.
func (a *App) Checks() []doctor.Check {
	if err := os.MkdirAll(a.Config.DataDir, 0o711); err != nil { //nolint:gosec // G301: as the embedded parts make it
		a.Log.Warn("make the data folder", "error", err)
	}
	checks := []doctor.Check{
		doctor.Database(func(ctx context.Context) error { return pg.CheckRole(ctx, a.parts.databaseURL) }, a.Pool.Ping, func(ctx context.Context) (uint, uint, error) { return pg.Versions(ctx, a.parts.databaseURL) }),
		doctor.Store(a.Objects.Ping),
		doctor.Mail(a.pingMail()),
		doctor.Delivery(a.unsentMail),
		doctor.Writes(a.Monitor.TryToWrite),
		doctor.Disk([]string{a.Config.DataDir, os.TempDir()}, doctor.FreeSpace),
		doctor.Chrome(a.chrome(), func() (int64, string) {
			stats := a.renderer.Stats()
			return stats.FailedInRow, stats.LastFailure
		}),
		doctor.Fonts(bundledFonts, doctor.SystemLanguages),
		doctor.Addresses(a.Config.HTTP.Origin(), origin(a.Objects.BucketURL("")), config.Local),
		doctor.Keys(a.parts.generatedKeys, a.checkKeys, a.olderKeys),
		a.Monitor.CheckQueues(AllQueues(), webhookQueue),
		a.Monitor.CheckDiscarded(),
		doctor.AuditLog(a.auditBacklog),
	}
	if a.Config.Clamd != nil {
		checks = append(checks, doctor.Scanner(clamd.New(a.Config.Clamd).Ping))
	}
	return append(append(checks, a.passChecks()...), a.paymentCheck())
}

// chrome finds and probes Chrome in the same way as for printing.
func (a *App) chrome() doctor.Browser {
	return doctor.Browser{Find: func() (string, error) { return browser.Find(a.Config.Chrome.Path) }, Probe: browser.Probe}
}

func (a *App) pingMail() func(context.Context) error {
	if a.Config.Mail.SMTP == nil {
		return nil
	}
	return func(ctx context.Context) error {
		server, err := mailer.NewSMTP(a.Config.Mail.SMTP, a.Config.HTTP.PublicURL.Hostname())
		if err != nil {
			return err
		}
		return server.Ping(ctx)
	}
}

func (a *App) unsentMail(ctx context.Context) (doctor.Unsent, error) {
	u, err := a.Outbox.Unsent(ctx)
	return doctor.Unsent{Retrying: u.Retrying, Failed: u.Failed, Uncertain: u.Uncertain, LastError: u.LastError}, err
}

func (a *App) auditBacklog(ctx context.Context) (unsealed, unsent time.Duration, err error) {
	b, err := a.AuditChain.Backlog(ctx)
	if err != nil {
		return 0, 0, err
	}
	since := func(t time.Time) time.Duration {
		if t.IsZero() {
			return 0
		}
		return a.Clock.Now().Sub(t)
	}
	if a.collector != nil {
		unsent = since(b.Unsent)
	}
	return since(b.Unsealed), unsent, nil
}

func bundledFonts() (int, error) {
	names, err := fs.Glob(web.Dist(), "fonts/*.woff2")
	if err != nil {
		return 0, fmt.Errorf("list bundled fonts: %w", err)
	}
	return len(names), nil
}

// checkKeys compares the configured keys with those that encrypted the stored secrets.
func (a *App) checkKeys(ctx context.Context) error {
	keyring, err := secrets.NewKeyring(a.parts.secretKeys...)
	if err != nil {
		return err
	}
	return installation.CheckKeys(ctx, a.Pool, keyring)
}

// Reseal seals all stored secrets with the first of the configured keys, and tells report how far it is.
func (a *App) Reseal(ctx context.Context, report func(installation.Resealed)) error {
	keyring, err := secrets.NewKeyring(a.parts.secretKeys...)
	if err != nil {
		return err
	}
	return installation.Reseal(ctx, a.Pool, keyring, report)
}

// olderKeys lists what is sealed with an older key than the first. With one key, that is nothing.
func (a *App) olderKeys(ctx context.Context) (left []string, err error) {
	keyring, err := secrets.NewKeyring(a.parts.secretKeys...)
	if err != nil || len(a.parts.secretKeys) < 2 {
		return nil, err
	}
	older, err := installation.Older(ctx, a.Pool, keyring)
	for _, one := range older {
		left = append(left, fmt.Sprintf("%d %s", one.Count, one.What))
	}
	return left, err
}
