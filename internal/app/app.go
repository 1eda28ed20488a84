// Package app wires the parts of Laurel together in plain code, top to bottom. It is the only package that imports everything.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/administrators"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/accounts/savedfilters"
	"laurel/internal/accounts/sso"
	"laurel/internal/accounts/starters"
	"laurel/internal/accounts/team"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/embeds"
	"laurel/internal/design/fonts"
	"laurel/internal/design/uploads"
	"laurel/internal/documents/collectionpdf"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/documentstore"
	"laurel/internal/documents/invoicepdf"
	"laurel/internal/documents/rendering"
	"laurel/internal/edges/httpapi/v1/issuer"
	"laurel/internal/formats/browser"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/billing"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/issuing/payments"
	"laurel/internal/messaging/bounces"
	"laurel/internal/messaging/contact"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/messaging/templates"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/imports"
	"laurel/internal/operations/moves"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/people"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/collector"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/idempotency"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/monitor"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/home"
	"laurel/internal/reach/insights"
	"laurel/internal/reach/passes"
	"laurel/internal/reach/reports"
	"laurel/internal/reach/webhooks"
	owncollections "laurel/internal/recipients/collections"
	"laurel/internal/recipients/passkeys"
	"laurel/internal/recipients/profiles"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/supplements/references"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/imported"
	"laurel/internal/trust/oid4vci"
	"laurel/internal/trust/verification"
	"laurel/locales"
	"laurel/web"
)

// App is a complete Laurel, ready to serve requests, to run jobs, or both.
type App struct {
	Config  config.Config
	Version string // of the program; set before it serves
	Log     *slog.Logger
	Clock   clock.Clock
	Pool    *pgxpool.Pool
	Objects *objects.Store
	Texts   *i18n.Bundle
	Links   links.Links

	Access         *identity.Service
	APIKeys        *apikeys.Service
	Filters        *savedfilters.Service
	Team           *team.Service
	Organizations  *organizations.Service
	Administrators *administrators.Service
	SSO            *sso.Service
	Provisioning   *provisioning.Service
	Features       *features.Service
	Departments    *departments.Service
	Attributes     *attributes.Service
	Uploads        *uploads.Service
	Designs        *designs.Service
	Embeds         *embeds.Service
	Groups         *groups.Service
	Collections    *collections.Service
	OwnCollections *owncollections.Service
	Credentials    *credentials.Service
	Search         *credentialsearch.Service
	Authoring      *authoring.Service
	Lifecycle      *lifecycle.Service
	Billing        *billing.Service
	Payments       *payments.Service
	Recipients     *recipients.Service
	Passkeys       *passkeys.Service
	Profiles       *profiles.Service
	Imported       *imported.Service
	Evidence       *evidence.Service
	References     *references.Service
	NameChanges    *namechanges.Service
	Outbox         *outbox.Service
	Senders        *senders.Service
	Templates      *templates.Service
	Bounces        *bounces.Service
	Publishing     *publishing.Service
	Badges         *badges.Service
	AuditChain     *auditchain.Service
	Wallets        *oid4vci.Service
	Passes         *passes.Service
	Pictures       *lifecycle.Pictures
	Documents      *documents.Service
	Printed        *collectionpdf.Service
	InvoicePDFs    *invoicepdf.Service
	Kept           *documentstore.Store
	Fonts          *fonts.Service
	Downloads      *downloads.Service
	Exports        *exports.Service
	Operations     *operations.Service
	Bulk           *bulk.Service
	Approvals      *approvals.Service
	Imports        *imports.Service
	Claims         *claims.Service
	People         *people.Service
	Contact        *contact.Service
	Events         *events.Log
	Moves          *moves.Service
	Prerequisites  *prerequisites.Service
	Schedules      *schedules.Service
	Proofs         *documents.Proofs
	Analytics      *analytics.Service
	Insights       *insights.Service
	Reports        *reports.Service
	Home           *home.Service
	Webhooks       *webhooks.Service
	Throttle       *throttle.Limiter
	Meter          *throttle.Meter
	Idempotency    *idempotency.Keys
	ProofOfWork    *captcha.ProofOfWork
	Captcha        captcha.Verifier
	Monitor        *monitor.Service
	Queue          *jobs.Queue

	readiness readiness

	parts     *parts
	collector collector.Collector // gets the audit log; nil: nobody does
	library   *fonts.Library
	renderer  *rendering.Renderer
	turns     *pg.AdvisoryLocks
}

// proofOfWorkBits is the work a browser has to do before it may create an account: some tenths of a second.
const proofOfWorkBits = 16

// texts are read once for all Apps of a process.
var texts = sync.OnceValues(func() (*i18n.Bundle, error) { return i18n.Load(locales.Files) })

// Open starts the embedded services, migrates the database and creates all services. Call Close when done.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger, opts ...Option) (_ *App, err error) {
	o := optionsOf(opts)
	a := &App{Config: cfg, Log: log, Clock: o.clock, Links: links.New(cfg.HTTP.Origin())}
	a.readiness.watch = sync.OnceValue(func() *doctor.Watch { return doctor.NewWatch(a.Checks(), readyEvery) })
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.WithoutCancel(ctx)))
		}
	}()
	if a.Texts, err = texts(); err != nil {
		return nil, err
	}
	if a.parts, err = startParts(ctx, cfg, log); err != nil {
		return nil, err
	}
	if err := pg.Migrate(ctx, a.parts.databaseURL, log); err != nil {
		return nil, err
	}
	if a.Pool, err = a.parts.open(ctx, o.database); err != nil {
		return nil, err
	}
	if !o.examining {
		if err := a.mayStart(ctx); err != nil {
			return nil, err
		}
	}
	a.parts.store.Deadlines = o.files
	a.Objects = objects.New(a.parts.store)
	a.Links = a.Links.WithBucket(a.Objects.BucketURL(""))
	if err := a.Objects.EnsureBucket(ctx, cfg.HTTP.Origin()); err != nil {
		// Public pages must work while the store is down, so the program starts anyway.
		log.WarnContext(ctx, "the file store is not ready; uploads and pictures will fail until it is", "error", err)
	}
	return a, a.join(o)
}

// mayStart returns an error for settings with which every request, or everything that is signed, would fail.
func (a *App) mayStart(ctx context.Context) error {
	if err := pg.CheckRole(ctx, a.parts.databaseURL); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if err := a.checkKeys(ctx); err != nil {
		return fmt.Errorf("%w: set the key that this database was used with, if need be as an older one behind a comma; `laurel doctor` says more", err)
	}
	return nil
}

// join creates the services, lowest layer first.
func (a *App) join(o options) error {
	queue, err := jobs.NewQueue(a.Pool, a.Log)
	if err != nil {
		return err
	}
	a.Queue = queue
	keyring, err := secrets.NewKeyring(a.parts.secretKeys...)
	if err != nil {
		return err
	}
	transport := o.transport
	if transport == nil {
		if transport, err = smtp(a.Config); err != nil {
			return err
		}
	}
	a.Monitor = monitor.New(a.Pool, a.Log)
	record := audit.New(a.Clock)
	a.Throttle = throttle.New(a.Pool, a.Clock)
	a.Meter = throttle.NewMeter(a.Throttle)
	a.Idempotency = idempotency.New(a.Pool, a.Clock, keyring)
	a.ProofOfWork = captcha.NewProofOfWork(a.Pool, a.Clock, a.parts.secretKeys[0], proofOfWorkBits)
	a.Captcha = a.ProofOfWork
	if c := a.Config.Captcha; c.Secret != "" {
		a.Captcha = captcha.NewSiteVerify(c.URL, c.SiteKey, c.Secret)
	}

	a.Uploads = uploads.New(a.Pool, a.Clock, a.Objects, a.Throttle)
	a.Departments = departments.New(a.Pool, a.Clock, record, uploads.NewLogos(a.Uploads, fetch.New(fetch.Options{Allow: a.Config.Verify.Allow})).Check)
	a.Features = features.New(features.Settings{MalwareScan: a.Config.Clamd != nil, VCJWT: a.Config.Badges.Tokens, Billing: a.Config.Billing})
	a.APIKeys = apikeys.New(a.Pool, a.Clock, record)
	rights := starters.New(a.Clock)
	a.Filters = savedfilters.New(a.Pool, a.Clock, record)
	a.Team = team.New(a.Pool, a.Clock, record)
	a.Organizations = organizations.New(a.Pool, a.Clock, record, a.Departments)
	a.Collections = collections.New(a.Pool, a.Clock, record)
	a.Events = events.New(a.Pool, a.Clock, queue)
	hooks := webhooks.NewRecorder()
	a.Credentials = credentials.New(a.Pool, a.Clock, record, a.Events, keyring)
	a.Designs = designs.New(a.Pool, a.Clock, record, a.Uploads, web.Dist(), a.Credentials, hooks)
	a.Attributes = attributes.New(a.Pool, a.Clock, record, a.Designs)
	a.Search = credentialsearch.New(a.Pool, a.Clock, a.Credentials, a.Attributes)
	a.Authoring = authoring.New(authoring.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Credentials: a.Credentials, Search: a.Search, Attributes: a.Attributes, Images: a.Uploads,
	})
	a.Lifecycle = lifecycle.New(lifecycle.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Events: a.Events, Credentials: a.Credentials, Search: a.Search,
	})
	a.Billing = billing.New(a.Pool, a.Clock, record)
	if a.Config.Billing {
		a.Authoring.WithCredits(a.Billing)
		a.Lifecycle.WithCredits(a.Billing)
	}
	a.Embeds = embeds.New(a.Pool, a.Clock, record)

	host := a.Config.HTTP.PublicURL.Hostname()
	a.Senders = senders.New(senders.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Throttle: a.Throttle, Links: a.Links, Keyring: keyring, Texts: a.Texts, Host: host,
		Dial: fetch.New(fetch.Options{Allow: a.Config.Mail.Allow}).Dial, Roots: o.roots,
		Resolver: resolver(a.Config.Mail.DNS), BounceDomain: a.Config.Mail.BounceDomain,
	})
	a.Templates = templates.New(templates.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Throttle: a.Throttle, Links: a.Links, Texts: a.Texts, Samples: designs.SampleValues,
		Image: uploads.NewLogos(a.Uploads, fetch.New(fetch.Options{Allow: a.Config.Verify.Allow})).Check,
	})
	a.Outbox = outbox.New(outbox.Deps{
		Pool: a.Pool, Clock: a.Clock, Queue: queue, Texts: a.Texts, Transport: transport, From: a.Config.Mail.From, Host: host, Links: a.Links, Sent: a.Lifecycle, Audit: record, Keyring: keyring,
		Senders: a.Senders, Templates: a.Templates, BounceDomain: a.Config.Mail.BounceDomain, Twice: a.Config.Mail.Twice,
	})
	a.Senders.WithOutbox(a.Outbox)
	a.Templates.WithOutbox(a.Outbox)
	a.Bounces = bounces.New(bounces.Deps{
		Clock: a.Clock, Outbox: a.Outbox, Senders: a.Senders, Fetch: o.document(), Dial: a.Senders.Dial, Roots: o.roots, Log: a.Log,
		Installation: a.Config.Mail.BounceMailbox,
	})
	a.Recipients = recipients.New(recipients.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Credentials: a.Credentials, Search: a.Search, Departments: a.Departments, Outbox: a.Outbox, Throttle: a.Throttle, Links: a.Links,
		Queue: queue, Captcha: a.Captcha, Passwords: o.passwords, Keyring: keyring, Privacy: a.Authoring,
		Belongings: []recipients.Belongings{passkeys.Owners{}, owncollections.Owners{}, profiles.Owners{Clock: a.Clock}, imported.Owners{}},
	})
	a.Profiles = profiles.New(profiles.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Search: a.Search, Throttle: a.Throttle, Uploads: a.Uploads, Files: a.Objects,
	})
	a.Passkeys = passkeys.New(passkeys.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Recipients: a.Recipients, Outbox: a.Outbox, Throttle: a.Throttle, Links: a.Links,
	})
	a.Imported = imported.New(imported.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Recipients: a.Recipients, Throttle: a.Throttle, Files: a.Objects,
		Verify: verification.NewService(Verifier(a.Config, a.Clock, nil), a.Throttle, false),
		Fetch:  fetch.New(fetch.Options{Allow: a.Config.Verify.Allow}), Links: a.Links,
	})
	a.OwnCollections = owncollections.New(owncollections.Deps{Pool: a.Pool, Clock: a.Clock, Audit: record, Search: a.Search, Imports: a.Imported})
	a.NameChanges = namechanges.New(namechanges.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: queue, Credentials: a.Credentials, Authoring: a.Authoring, Recipients: a.Recipients, Outbox: a.Outbox,
		Files: a.Objects, Throttle: a.Throttle, Webhooks: hooks, Links: a.Links,
	})
	a.Access = identity.New(identity.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Departments: a.Departments, Organizations: a.Organizations, Passwords: o.passwords, Keyring: keyring,
		Throttle: a.Throttle, Captcha: a.Captcha, Mail: a.Outbox, Languages: a.Texts.Languages(), Origin: a.Links.Base(),
		SessionIdle: a.Config.SessionIdle, SessionLifetime: a.Config.SessionLifetime,
	})
	a.Administrators = administrators.New(a.Pool, a.Organizations, a.Access)
	asked := fetch.New(fetch.Options{Allow: a.Config.SSO.Allow})
	lookup := asked.TXT
	if o.txt != nil {
		lookup = o.txt
	}
	a.SSO = sso.New(sso.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Keyring: keyring, Throttle: a.Throttle, Identity: a.Access, Departments: a.Departments, Team: a.Team,
		Fetch: asked, TXT: lookup, Origin: a.Links.Base(),
	})
	a.Access.WithGate(a.SSO)
	a.Provisioning = provisioning.New(provisioning.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Identity: a.Access, Departments: a.Departments, Team: a.Team, SSO: a.SSO, Origin: a.Links.Base(),
	})
	a.SSO.WithPushed(a.Provisioning)
	added := fonts.In(a.Config.DataDir)
	a.library = fonts.NewLibrary(web.Dist(), a.Objects, added)
	a.renderer = rendering.New(a.library, browser.Options{
		Path: a.Config.Chrome.Path, AllowNoSandbox: a.Config.Chrome.AllowNoSandbox, Log: a.Log,
	})
	a.Fonts = fonts.New(fonts.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Uploads: a.Uploads, Files: a.Objects, Trial: a.renderer, Built: web.Dist(), Added: added,
	})
	a.Groups = groups.New(a.Pool, a.Clock, record, queue, a.Lifecycle, a.Texts, groups.CloneServices{
		Departments: a.Departments, Attributes: a.Attributes, Designs: a.Designs, Fonts: a.Fonts, Templates: a.Templates,
	})
	a.Operations = operations.New(operations.Deps{Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: queue, Starters: rights})
	a.Publishing = publishing.New(publishing.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: queue, Credentials: a.Credentials, Search: a.Search, Authoring: a.Authoring,
		Lifecycle: a.Lifecycle, Groups: a.Groups, Outbox: a.Outbox, Texts: a.Texts, Links: a.Links, Throttle: a.Throttle,
		Operations: a.Operations, Keyring: keyring,
	})
	a.Authoring.WithNotices(a.Publishing)
	a.Lifecycle.WithNotices(a.Publishing)
	kept := files{a.Objects}
	a.turns = pg.NewAdvisoryLocks(a.Pool)
	a.Kept = documentstore.New(a.Pool, a.Clock, kept)
	a.Pictures = lifecycle.NewPictures(a.Pool, a.Clock, a.Uploads)
	printer := rendering.NewCache(a.renderer, a.Kept, a.turns, a.Kept, kept.Missing)
	a.Evidence = evidence.New(evidence.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: queue, Credentials: a.Credentials, Recipients: a.Recipients, Files: a.Uploads,
		Scanner: scanner(a.Config), Webhooks: hooks, Log: a.Log,
	})
	a.References = references.New(references.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Credentials: a.Credentials, Recipients: a.Recipients, Outbox: a.Outbox, Throttle: a.Throttle,
		Links: a.Links,
	})
	a.Badges = badges.New(badges.Deps{
		Pool: a.Pool, Clock: a.Clock, Keyring: keyring, Credentials: a.Credentials, Search: a.Search, Evidence: a.Evidence, Links: a.Links, Audit: record,
		Tokens: a.Config.Badges.Tokens,
	})
	a.AuditChain = auditchain.New(a.Pool, a.Clock, record, a.Badges)
	if to := a.Config.Audit; to.Stream != nil {
		if a.collector, err = collector.New(collector.Options{URL: to.Stream, Token: to.Token, Host: host}); err != nil {
			return err
		}
	}
	a.Wallets = oid4vci.New(oid4vci.Deps{
		Pool: a.Pool, Clock: a.Clock, Keyring: keyring, Audit: record, Recipients: a.Recipients, Credentials: a.Credentials, Departments: a.Departments,
		Badges: a.Badges, Throttle: a.Throttle, Texts: a.Texts, Links: a.Links,
	})
	a.Documents = documents.New(documents.Deps{
		Pool: a.Pool, Clock: a.Clock, Credentials: a.Credentials, Designs: a.Designs, Attributes: a.Attributes, Files: kept, Fonts: a.Fonts,
		Printer: printer, Badges: a.Badges, Links: a.Links,
	})
	a.Printed = collectionpdf.New(collectionpdf.Deps{
		Clock: a.Clock, Collections: a.OwnCollections, Imports: a.Imported, Documents: a.Documents, Renderer: a.renderer, Throttle: a.Throttle,
		Texts: a.Texts, Links: a.Links,
	})
	a.Passes = passes.New(a.passDeps(passes.Deps{
		Pool: a.Pool, Clock: a.Clock, Queue: queue, Keyring: keyring, Audit: record, Recipients: a.Recipients, Credentials: a.Credentials,
		Departments: a.Departments, Pictures: a.Documents, Files: kept, Throttle: a.Throttle, Texts: a.Texts, Links: a.Links, Log: a.Log,
	}, o.roots))
	a.Proofs = documents.NewProofs(a.Documents, a.Designs, a.Credentials, a.renderer, a.Throttle)
	if a.Config.Billing {
		a.Billing.WithListener(billing.Notices{Clock: a.Clock, Outbox: a.Outbox, Webhooks: hooks, Links: a.Links})
	}
	a.joinOperations(common{queue, keyring, record, hooks, rights})
	a.joinPayments(record, hooks)
	a.Contact = contact.New(contact.Deps{
		Pool: a.Pool, Departments: a.Departments, Senders: a.Senders, Outbox: a.Outbox, Throttle: a.Throttle, Captcha: a.Captcha, Support: a.Config.Mail.Support,
	})
	a.Analytics = analytics.New(a.Pool, a.Clock, record, hooks)
	a.Lifecycle.OnPurge(a.Outbox, a.Kept, a.Pictures, a.Analytics)
	a.Home = home.New(a.Pool, a.Clock)
	a.Insights = insights.New(a.Pool, a.Clock, a.Analytics)
	a.Reports = reports.New(reports.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Queue: queue, Insights: a.Insights, Starters: rights, Outbox: a.Outbox, Texts: a.Texts, Links: a.Links,
	})
	a.Webhooks = webhooks.New(webhooks.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: record, Keyring: keyring, Fetch: fetch.New(fetch.Options{Allow: a.Config.Webhooks.Allow}),
		Outbox: a.Outbox, Links: a.Links, Log: a.Log,
	}, issuer.EventPayloads{Deps: issuer.Deps{
		Credentials: a.Credentials, Evidence: a.Evidence, Uploads: a.Uploads, NameChanges: a.NameChanges, Imports: a.Imports, Designs: a.Designs,
		Links: a.Links, Texts: a.Texts,
	}})
	a.People.OnErase(a.Pictures, record, a.Filters, a.Recipients, a.Outbox, a.Imports, a.Exports, a.Claims, a.Webhooks)
	a.Events.Register(a.Webhooks.Consumer(), a.Prerequisites.Consumer(), a.Passes.Consumer(), a.Analytics.Consumer())
	return nil
}

// Operator is the actor for work on behalf of the installation in a department, as in `laurel demo`.
func Operator(userID, departmentID int64) access.Actor {
	return access.Actor{UserID: userID, DepartmentID: departmentID, Role: access.Administrator, IP: "local", RequestID: "cli"}
}

// Close stops Chrome, closes the pool and stops the embedded services, in this order.
func (a *App) Close(ctx context.Context) (err error) {
	if a.renderer != nil {
		a.renderer.Close()
	}
	if a.turns != nil {
		a.turns.Close()
	}
	if a.APIKeys != nil {
		err = a.APIKeys.WriteNotes(ctx) // the last second of them
	}
	if a.Analytics != nil {
		err = errors.Join(err, a.Analytics.WriteVisits(ctx)) // likewise
	}
	if a.Pool != nil {
		a.Pool.Close()
	}
	if a.parts == nil {
		return err
	}
	return errors.Join(err, a.parts.stop(ctx))
}
