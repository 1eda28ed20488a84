package browser

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// signal sends one to all processes of a pool's browser.
func signal(t *testing.T, p *Pool, kind string, what syscall.Signal) {
	t.Helper()
	all := processes(t, p.opts.TempDir, kind)
	if len(all) == 0 {
		t.Fatal("no browser runs")
	}
	for _, pid := range all {
		_ = syscall.Kill(pid, what)
	}
}

func nothing(context.Context, *Tab) error { return nil }

// stopper stops the browser before a job runs again.
type stopper struct {
	slog.Handler
	stop func()
}

func (s stopper) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelWarn {
		s.stop()
	}
	return nil
}

func TestBrowserThatDiesAfterItsTabIsReplacedAndTheJobRunsAgain(t *testing.T) {
	t.Parallel()
	var p *Pool
	stopped, dead := make(chan *conn, 1), make(chan struct{})
	stop := func() {
		signal(t, p, "--remote-debugging-pipe", syscall.SIGSTOP)
		stopped <- p.current.process.conn
	}
	p = newPool(t, func(o *Options) { o.Log = slog.New(stopper{slog.NewTextHandler(io.Discard, nil), stop}) })
	go func() {
		defer close(dead)
		c := <-stopped
		eventually(t, "a tab is asked for", func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return len(c.waiting) > 0
		})
		signal(t, p, "--remote-debugging-pipe", syscall.SIGKILL)
	}()
	attempts := 0
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		if attempts++; attempts > 1 {
			return nil
		}
		_, err := call(ctx, tab.session, page.Crash, cdp.Empty{})
		return err
	})
	<-dead
	if attempts != 2 {
		t.Fatalf("%d attempts, want 2", attempts)
	}
}

func TestBrowserThatAnswersNothingIsReplaced(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.TabPrints, o.StartTimeout = 1, 20*time.Second })
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		_, err := tab.PrintPDF(ctx, PDFOptions{})
		return err
	})
	before := profiles(t, p)
	signal(t, p, "", syscall.SIGSTOP)
	mustDo(t, p, nothing)
	if after := profiles(t, p); len(after) != 1 || after[0] == before[0] {
		t.Fatalf("profiles were %v and are %v, want another one", before, after)
	}
}

func TestBrowserThatLoadsNoPageIsReplaced(t *testing.T) {
	t.Parallel()
	var ill atomic.Bool
	ill.Store(true)
	p := newPool(t, func(o *Options) {
		o.Ready = "(() => { if (!window.ready) throw new Error('broken'); return true })()"
		o.Assets = func(path string) (Asset, bool) {
			if asset, found := plainAssets(path); !ill.Load() || path != "/page.js" {
				return asset, found
			}
			return Asset{ContentType: "text/javascript"}, true
		}
	})
	if err := p.Do(t.Context(), Interactive, nothing); !errors.Is(err, ErrUnavailable) {
		t.Fatalf("error = %v, want unavailable", err)
	}
	if left := profiles(t, p); len(left) > 0 {
		t.Fatalf("the browser runs on: %v", left)
	}
	ill.Store(false)
	mustDo(t, p, nothing)
}

// profiles are the locks of the browsers that run.
func profiles(t *testing.T, p *Pool) []string {
	t.Helper()
	all, err := filepath.Glob(p.opts.TempDir + "/" + profilePrefix + "*" + lockSuffix)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAFailedStartOpensNoWallThatStood(t *testing.T) {
	t.Parallel()
	dir := sharedTemp(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	// It cannot start when it is started for the first time after the folder has the file "fault".
	chrome, starts, fault := filepath.Join(dir, "chrome"), filepath.Join(dir, "starts"), filepath.Join(dir, "fault")
	script := "#!/bin/sh\necho \"$*\" >>" + starts + "\nrm " + fault + " 2>/dev/null && exit 1\nexec " + path + " \"$@\"\n"
	if err := os.WriteFile(chrome, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPool(t, func(o *Options) { o.Path, o.AllowNoSandbox = chrome, true })
	mustDo(t, p, nothing)
	before := flagsOf(t, starts)
	if err := os.WriteFile(fault, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	signal(t, p, "--remote-debugging-pipe", syscall.SIGKILL)
	count(t, p)
	all := flagsOf(t, starts)
	if len(all) != len(before)+2 {
		t.Fatalf("%d starts, want one that fails and one that does not", len(all)-len(before))
	}
	for _, flags := range all[len(before):] {
		if flags != before[len(before)-1] {
			t.Errorf("started with %s, before with %s", flags, before[len(before)-1])
		}
	}
}

// flagsOf are the arguments of all starts but for the name of the profile.
func flagsOf(t *testing.T, starts string) []string {
	t.Helper()
	data, err := os.ReadFile(starts)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		for i, word := range words {
			if strings.HasPrefix(word, "--user-data-dir=") {
				words[i] = ""
			}
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}
