// Package browser manages headless Chrome: it finds the binary, runs it without network access, keeps loaded tabs, and lends each
// to one job at a time.
package browser

import (
	"errors"
	"log/slog"
	"runtime"
	"time"
)

// The reserved hosts that a page may request. All other requests fail.
const (
	// PageHost serves Options.Assets.
	PageHost = "print.invalid"
	// ImageHost serves the images that Tab.SetImages set for the running job.
	ImageHost = "assets.invalid"
)

// Errors of this package wrap one of these, are a *ScriptError, or are the error of the caller's context.
var (
	// ErrNotFound means that no supported Chrome is installed.
	ErrNotFound = errors.New("no Chrome found")
	// ErrUnavailable means that Chrome does not start; it is retried with backoff.
	ErrUnavailable = errors.New("browser unavailable")
	// ErrNoSandbox means that neither a sandbox nor a network namespace is available and Options.AllowNoSandbox is off.
	ErrNoSandbox = errors.New("no sandbox for the browser")
	// ErrBusy means that the queue is full: try again later.
	ErrBusy = errors.New("browser busy")
	// ErrClosed means that the pool is closed.
	ErrClosed = errors.New("browser pool closed")
	// ErrCrashed means that the tab or the browser crashed in both attempts of a job.
	ErrCrashed = errors.New("browser tab crashed")
	// ErrTimeout means that one attempt exceeded Options.JobTimeout.
	ErrTimeout = errors.New("browser tab timed out")
)

// ScriptError is a JavaScript exception or a rejected promise.
type ScriptError struct {
	Message string
}

func (e *ScriptError) Error() string { return "script: " + e.Message }

// Asset is the response to a request of a page.
type Asset struct {
	ContentType string
	Body        []byte
}

// Options configure a Pool. Zero values mean the defaults named here.
type Options struct {
	// Path is the Chrome binary; empty: the first that Find knows.
	Path string
	// Assets answers https://print.invalid<path>. It must be safe to call
	// from several goroutines.
	Assets func(path string) (Asset, bool)
	// Page is the path that each tab loads once.
	Page string
	// Ready is a JavaScript expression that is true once the page can work.
	Ready string

	Tabs       int           // default: number of cores; one more is kept for interactive jobs
	MaxQueue   int           // jobs that may wait for a tab; default 256
	JobTimeout time.Duration // of one attempt; default 15 s
	// StartTimeout is the limit to start Chrome and to load a page; default 30 s.
	StartTimeout time.Duration
	// HungTimeout is how long a browser may take to say that it lives while somebody waits for it; default 5 s. One that hangs is
	// killed, and its jobs run again in another.
	HungTimeout time.Duration

	TabPrints     int // a tab is replaced after so many prints; default 2,000
	BrowserPrints int // a browser is replaced after so many prints; default 20,000

	// AllowNoSandbox lets Chrome run without a sandbox where the system also
	// refuses the empty network: only for machines with nothing else on them.
	AllowNoSandbox bool
	// TempDir is where profiles live for a while; default: the system's.
	TempDir string
	Log     *slog.Logger
}

func (o Options) withDefaults() Options {
	orInt(&o.Tabs, runtime.NumCPU())
	orInt(&o.MaxQueue, 256)
	orInt(&o.TabPrints, 2_000)
	orInt(&o.BrowserPrints, 20_000)
	if o.JobTimeout <= 0 {
		o.JobTimeout = 15 * time.Second
	}
	if o.StartTimeout <= 0 {
		o.StartTimeout = 30 * time.Second
	}
	if o.HungTimeout <= 0 {
		o.HungTimeout = 5 * time.Second
	}
	if o.Ready == "" {
		o.Ready = "true"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func orInt(value *int, fallback int) {
	if *value <= 0 {
		*value = fallback
	}
}
