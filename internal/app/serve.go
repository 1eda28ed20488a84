package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"laurel/internal/accounts/audit"
	"laurel/internal/edges/httpapi"
	"laurel/internal/edges/httpapi/v1/issuer"
	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/v1/public/wallets"
	"laurel/internal/edges/httpapi/v1/recipient"
	"laurel/internal/edges/openapi"
	"laurel/internal/edges/workers"
	"laurel/internal/messaging/bounces"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/monitor"
	"laurel/internal/reach/webhooks"
	"laurel/internal/trust/verification"
)

// readiness is the state of this process for /readyz and the metrics.
type readiness struct {
	watch    func() *doctor.Watch
	stopping atomic.Bool
}

// Ready returns the state of all parts and of this process. A process that is stopping is not ready, although it still responds.
func (a *App) Ready(ctx context.Context) doctor.Report {
	report := a.readiness.watch().Report(ctx)
	if a.readiness.stopping.Load() {
		report = append(slices.Clone(report), doctor.Result{Name: "process", Needed: true, Finding: doctor.Finding{
			Status: doctor.Fail, Detail: "this process was told to stop", Mend: "ask another process",
		}})
	}
	return report
}

// readyEvery is how long the response of /readyz is cached, because the checks use a browser and a mail server.
const readyEvery = 5 * time.Second

// drain is how long running requests and jobs may take after the process was told to stop.
const drain = 10 * time.Second

// Handler returns the HTTP handler of the whole product. It registers its metrics with registry.
func (a *App) Handler(registry prometheus.Registerer) http.Handler {
	requests := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "laurel_http_request_seconds", Help: "Duration of requests.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 8),
	}, []string{"route", "method", "status"})
	registry.MustRegister(requests)
	var handler http.Handler
	inside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) })
	verify := verification.NewService(Verifier(a.Config, a.Clock, inside), a.Throttle, a.Config.HTTP.AddressRate > 0)
	d := httpapi.Deps{
		Log: a.Log, Texts: a.Texts, Web: a.library, Version: a.Version, TrustedProxies: a.Config.HTTP.TrustedProxies,
		StoreOrigin: a.storeOrigin(), CaptchaOrigin: a.captchaOrigin(), Support: a.Config.Mail.Support, InternalHosts: a.Config.HTTP.InternalHosts,
		Observe: func(route, method string, status int, took time.Duration) {
			requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
		},
		AddressRate: a.Config.HTTP.AddressRate,
		Ready:       a.Ready,
		Issuer: issuer.Deps{
			Version:  a.Version,
			Identity: a.Access, APIKeys: a.APIKeys, Audit: audit.NewReader(a.Pool), AuditChain: a.AuditChain, Filters: a.Filters, Team: a.Team, Organizations: a.Organizations, Administrators: a.Administrators, SSO: a.SSO, Provisioning: a.Provisioning, Collections: a.Collections, Features: a.Features, Departments: a.Departments, Captcha: a.Captcha,
			Attributes: a.Attributes, Uploads: a.Uploads, Fonts: a.Fonts, Designs: a.Designs, Embeds: a.Embeds, Groups: a.Groups,
			Credentials: a.Credentials, Search: a.Search, Authoring: a.Authoring, Lifecycle: a.Lifecycle, Publishing: a.Publishing, Operations: a.Operations, Bulk: a.Bulk, Approvals: a.Approvals, Outbox: a.Outbox, Senders: a.Senders, Templates: a.Templates, Schedules: a.Schedules, Documents: a.Documents, Downloads: a.Downloads, Imports: a.Imports, Proofs: a.Proofs,
			Objects: a.Objects, Badges: a.Badges, Verify: verify, Recipients: a.Recipients,
			Exports: a.Exports, Evidence: a.Evidence, References: a.References, Claims: a.Claims, People: a.People, Prerequisites: a.Prerequisites, Webhooks: a.Webhooks,
			Analytics: a.Analytics, Home: a.Home, Moves: a.Moves, Insights: a.Insights, Reports: a.Reports, Idempotency: a.Idempotency, Meter: a.Meter, KeyRate: a.Config.HTTP.KeyRate, Links: a.Links, Texts: a.Texts, Languages: a.Texts.Languages(),
		},
		Public: public.Deps{
			Clock: a.Clock, Claims: a.Claims, Contact: a.Contact, Outbox: a.Outbox, Bounces: a.Bounces, People: a.People, Collections: a.Collections, Shared: a.OwnCollections, Printed: a.Printed, Profiles: a.Profiles, Credentials: a.Credentials, Recipients: a.Recipients, NameChanges: a.NameChanges, Departments: a.Departments, Groups: a.Groups, Documents: a.Documents,
			Evidence: a.Evidence, References: a.References, Badges: a.Badges, Analytics: a.Analytics, Verify: verify, Texts: a.Texts, Links: a.Links,
			Sender: cmp.Or(a.Config.Mail.Support, a.Config.Mail.Address()), Files: a.Objects,
		},
	}
	own := profile.Deps{Profiles: a.Profiles, Collections: a.OwnCollections, Badges: a.Badges, Clock: a.Clock, Links: a.Links}
	d.Recipient = recipient.Deps{Profile: own, Printed: a.Printed, Downloads: a.Downloads, Evidence: a.Evidence, References: a.References, Uploads: a.Uploads, Recipients: a.Recipients, Passkeys: a.Passkeys, Collections: a.OwnCollections, Imports: a.Imported.With(verify), NameChanges: a.NameChanges, Badges: a.Badges, Wallets: a.Wallets, Passes: a.Passes, Analytics: a.Analytics, Clock: a.Clock, Links: a.Links, Texts: a.Texts}
	d.Wallets = wallets.Deps{Wallets: a.Wallets, Passes: a.Passes, Analytics: a.Analytics, Log: a.Log}
	d.Issuer.Payments, d.Issuer.InvoicePDFs = a.Payments, a.InvoicePDFs
	if a.Config.Billing {
		d.Issuer.Pricing, d.Issuer.Billing = a.Billing, a.Billing
	}
	d.Issuer.NameChanges = a.NameChanges
	if a.Captcha == captcha.Verifier(a.ProofOfWork) {
		d.Pass = a.ProofOfWork.Pass
	}
	if a.Config.Dev {
		d.Dev, d.DemoHost = a.Outbox, a.demoHost
		d.Issuer.SampleHosts = a.Links.Base() + "/dev/embed"
	}
	handler = httpapi.New(d)
	return handler
}

// Verifier returns the verification service. URLs of the installation itself are requested through inside if it is set.
func Verifier(cfg config.Config, c clock.Clock, inside http.Handler) *verification.Verifier {
	return verification.New(verification.Deps{
		Clock: c, Links: links.New(cfg.HTTP.Origin()), Registries: cfg.Verify.Registries,
		Fetch: fetch.New(fetch.Options{Own: cfg.HTTP.PublicURL, Inside: inside, Allow: cfg.Verify.Allow}),
	})
}

// webhookQueue is the queue of webhook deliveries, which are rows of a table instead of jobs.
const webhookQueue = "webhook"

// Background is a process's share of the background work.
type Background struct {
	jobs   *jobs.Pool     // nil: it works no jobs
	follow *jobs.Loop     // with jobs: makes some of what requests have issued
	pump   *webhooks.Pump // nil: it sends no webhooks
	beat   *monitor.Heartbeat
}

// followPause is the longest time between issuing on request and writing the email.
const followPause = 200 * time.Millisecond

// Workers starts to run the jobs of the named queues, and records this process and its queues. A process without queues only serves.
func (a *App) Workers(ctx context.Context, queues []string) (*Background, error) {
	w := &Background{}
	if named := slices.DeleteFunc(slices.Clone(queues), isWebhooks); len(named) > 0 {
		var err error
		w.jobs, err = jobs.Start(ctx, a.Pool, workers.Register(workers.Deps{
			Queue:      a.Queue,
			Publishing: a.Publishing, Operations: a.Operations, Bulk: a.Bulk, Badges: a.Badges, Documents: a.Documents, Downloads: a.Downloads, Imports: a.Imports, Outbox: a.Outbox, Senders: a.Senders, Bounces: a.Bounces, Lifecycle: a.Lifecycle, Recipients: a.Recipients, Passkeys: a.Passkeys, Profiles: a.Profiles, Wallets: a.Wallets, Passes: a.Passes, Pictures: a.Pictures, Imported: a.Imported, NameChanges: a.NameChanges, Identity: a.Access, SSO: a.SSO, Uploads: a.Uploads, Embeds: a.Embeds,
			Exports: a.Exports, Evidence: a.Evidence, Kept: a.Kept, Claims: a.Claims, People: a.People, Events: a.Events, Prerequisites: a.Prerequisites, Schedules: a.Schedules, Reports: a.Reports, Webhooks: a.Webhooks, Analytics: a.Analytics,
			Payments: a.Payments, Throttle: a.Throttle, Idempotency: a.Idempotency, APIKeys: a.APIKeys, AuditChain: a.AuditChain, Collector: a.collector, Log: a.Log, ProofOfWork: a.ProofOfWork,
		}), named, workers.Periodic, a.Log)
		if err != nil {
			return nil, err
		}
		w.follow = jobs.Repeat(ctx, followPause, a.Log, a.Publishing.FollowUp)
	}
	if slices.ContainsFunc(queues, isWebhooks) {
		w.pump = a.Webhooks.Start(ctx)
	}
	var err error
	if w.beat, err = a.Monitor.Start(ctx, a.Version, queues); err != nil {
		return nil, errors.Join(err, w.Stop(ctx))
	}
	return w, nil
}

func isWebhooks(queue string) bool { return queue == webhookQueue }

// Stop lets running work finish until ctx ends. Interrupted work runs again later.
func (w *Background) Stop(ctx context.Context) error {
	var err error
	if w.beat != nil {
		w.beat.Stop(ctx)
	}
	if w.pump != nil {
		err = errors.Join(err, w.pump.Stop(ctx))
	}
	if w.jobs != nil {
		w.follow.Stop()
		err = errors.Join(err, w.jobs.Stop(ctx))
	}
	return err
}

// AllQueues lists all queues of the product.
func AllQueues() []string { return []string{jobs.Default, jobs.Mail, jobs.Render, webhookQueue} }

// Run serves requests, runs jobs, or both, until ctx ends. Then it stops accepting requests and lets running work finish. It calls
// ready with the address once it listens. With an empty listen it serves nothing.
func (a *App) Run(ctx context.Context, listen string, queues []string, ready func(addr string)) error {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		&measures{app: a, report: a.Ready})
	var servers []*http.Server
	failed := make(chan error, 2)
	start := func(address string, h http.Handler) (string, error) {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return "", fmt.Errorf("listen on %s: %w", address, err)
		}
		server := &http.Server{
			Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 90 * time.Second,
			IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		}
		servers = append(servers, server)
		go func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				failed <- err
			}
		}()
		return listener.Addr().String(), nil
	}
	if listen != "" { // the contract is parsed now and not while the first request waits
		if _, err := openapi.Calls(); err != nil {
			return err
		}
	}
	working, err := a.Workers(ctx, queues)
	if err != nil {
		return err
	}
	var intake *bounces.Listener
	if at := a.Config.Mail.BounceListen; at != nil && listen != "" {
		if intake, err = a.Bounces.Listen(ctx, at, a.Config.Mail.BounceDomain); err == nil {
			a.Log.InfoContext(ctx, "bounces are taken in", "address", intake.Addr())
		}
	}
	if address := a.Config.HTTP.PrivateListen; address != "" && err == nil {
		if address, err = start(address, a.private(registry)); err == nil {
			a.Log.InfoContext(ctx, "health and metrics are served", "address", address)
		}
	}
	address := ""
	if listen != "" && err == nil {
		address, err = start(listen, a.Handler(registry))
	}
	if err == nil {
		ready(address)
		select {
		case <-ctx.Done():
			a.leave(ctx, listen)
		case err = <-failed:
		}
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	for _, server := range servers {
		err = errors.Join(err, server.Shutdown(stopCtx))
	}
	if intake != nil {
		err = errors.Join(err, intake.Stop(stopCtx))
	}
	return errors.Join(err, working.Stop(stopCtx))
}

// leave waits between being told to stop and no longer accepting requests. Meanwhile readiness fails, so that load balancers send
// requests elsewhere, and late requests are still answered.
func (a *App) leave(ctx context.Context, listen string) {
	a.readiness.stopping.Store(true)
	if listen == "" || a.Config.HTTP.StopDelay == 0 {
		return
	}
	a.Log.InfoContext(ctx, "told to stop; answering until load balancers have noticed", "for", a.Config.HTTP.StopDelay.String())
	time.Sleep(a.Config.HTTP.StopDelay)
}

// private serves health, metrics and profiles to operators. Processes that only run jobs have no other address.
func (a *App) private(registry *prometheus.Registry) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", httpapi.Healthz)
	mux.HandleFunc("/readyz", httpapi.Readyz(a.Ready))
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// storeOrigin returns scheme and host of the file store as browsers reach it.
func (a *App) storeOrigin() string { return origin(a.Objects.BucketURL("")) }

// captchaOrigin returns scheme and host of the configured captcha service, or "".
func (a *App) captchaOrigin() string {
	if a.Config.Captcha.Secret == "" {
		return ""
	}
	return origin(a.Config.Captcha.URL)
}

func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s://%s", u.Scheme, u.Host)
}
