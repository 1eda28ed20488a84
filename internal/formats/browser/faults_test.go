package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

func TestCrashedTabIsReplacedAndTheJobRunsAgain(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	attempts := 0
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		attempts++
		if attempts == 1 {
			_, err := call(ctx, tab.session, page.Crash, cdp.Empty{})
			return err
		}
		_, err := tab.PrintPDF(ctx, PDFOptions{})
		return err
	})
	if attempts != 2 {
		t.Fatalf("%d attempts, want 2", attempts)
	}
}

func TestKilledRendererOrBrowserIsReplacedAndTheJobRunsAgain(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]string{
		"renderer": "--type=renderer", "browser": "--remote-debugging-pipe",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, nil)
			attempts := 0
			mustDo(t, p, func(ctx context.Context, tab *Tab) error {
				attempts++
				if attempts == 1 {
					victims := processes(t, p.opts.TempDir, kind)
					if len(victims) == 0 {
						t.Error("no process to kill")
					}
					for _, pid := range victims {
						_ = syscall.Kill(pid, syscall.SIGKILL)
					}
				}
				return tab.Evaluate(ctx, `() => new Promise(resolve => setTimeout(resolve, 200))`, nil)
			})
			if attempts != 2 {
				t.Fatalf("%d attempts, want 2", attempts)
			}
		})
	}
}

// halt stops all processes of the browser without ending them.
func halt(t *testing.T, p *Pool) []int {
	t.Helper()
	all := processes(t, p.opts.TempDir, "")
	if len(all) == 0 {
		t.Error("no process to stop")
	}
	for _, pid := range all {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	return all
}

func TestABrowserThatHangsIsReplacedAndItsJobRunsAgain(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.JobTimeout = time.Hour }) // only that it hangs ends a job
	attempts := 0
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		if attempts++; attempts == 1 {
			halt(t, p)
		}
		_, err := tab.PrintPDF(ctx, PDFOptions{})
		return err
	})
	if attempts != 2 {
		t.Errorf("%d attempts, want 2", attempts)
	}
}

func TestABrowserThatHungBeforeAJobIsReplaced(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.JobTimeout = time.Hour })
	count(t, p)
	before := halt(t, p)
	count(t, p)
	for _, pid := range processes(t, p.opts.TempDir, "") {
		if slices.Contains(before, pid) {
			t.Errorf("process %d is still there", pid)
		}
	}
}

func TestTabThatCrashesAlwaysIsAnError(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	attempts := 0
	err := p.Do(t.Context(), Background, func(ctx context.Context, tab *Tab) error {
		attempts++
		_, err := call(ctx, tab.session, page.Crash, cdp.Empty{})
		return err
	})
	if !errors.Is(err, ErrCrashed) || attempts != 2 {
		t.Fatalf("error = %v after %d attempts", err, attempts)
	}
}

func TestEndlessLoopIsCutAtTheDeadlineAndTheNextJobWorks(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.JobTimeout = 2 * time.Second })
	count(t, p) // the start of the browser takes none of the job's time
	err := p.Do(t.Context(), Background, func(ctx context.Context, tab *Tab) error {
		return tab.Evaluate(ctx, `() => { for (;;) {} }`, nil)
	})
	if !errors.Is(err, ErrTimeout) {
		t.Fatalf("error = %v, want timeout", err)
	}
	if n := count(t, p); n != 0 {
		t.Fatalf("count = %d", n)
	}
}

func TestPageThatCollectsMemoryIsEndedAndTheNextJobWorks(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.JobTimeout = 5 * time.Minute })
	err := p.Do(t.Context(), Background, func(ctx context.Context, tab *Tab) error {
		return tab.Evaluate(ctx, `() => { const all = []; for (;;) all.push(new Array(1e6).fill(0.5)) }`, nil)
	})
	if !errors.Is(err, ErrCrashed) {
		t.Fatalf("error = %v, want a crash long before the machine is full", err)
	}
	if n := count(t, p); n != 0 {
		t.Fatalf("count = %d", n)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	started := make(chan struct{})
	hung := make(chan error)
	go func() {
		hung <- p.Do(t.Context(), Background, func(ctx context.Context, tab *Tab) error {
			close(started)
			return tab.Evaluate(ctx, `() => new Promise(() => {})`, nil)
		})
	}()
	<-started
	p.Close()
	if err := <-hung; !errors.Is(err, ErrClosed) {
		t.Errorf("running job: %v, want closed", err)
	}
	if err := p.Do(t.Context(), Background, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("later job: %v, want closed", err)
	}
	if left := processes(t, p.opts.TempDir, ""); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	if left, _ := filepath.Glob(p.opts.TempDir + "/*"); len(left) > 0 {
		t.Errorf("files left: %v", left)
	}
}

// victimDir names the folder of a test binary that is there to be killed.
const victimDir = "BROWSER_TEST_VICTIM_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimDir); dir != "" {
		p := New(Options{Assets: plainAssets, Page: "/print.html", Tabs: 1, TempDir: dir})
		_ = p.Do(context.Background(), Interactive, func(context.Context, *Tab) error {
			_, _ = os.Stdout.WriteString("!")
			select {}
		})
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestKilledServerLeavesNoProcessAndTheNextOneSweepsTheProfile(t *testing.T) {
	t.Parallel()
	dir := sharedTemp(t)
	victim := exec.Command(os.Args[0])
	victim.Env = append(os.Environ(), victimDir+"="+dir)
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal("the victim did not start its browser: ", err)
	}
	if len(processes(t, dir, "")) == 0 {
		t.Fatal("no browser to lose")
	}
	if err := victim.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = victim.Wait()
	eventually(t, "no process left", func() bool { return len(processes(t, dir, "")) == 0 })

	orphans, _ := filepath.Glob(dir + "/*")
	if len(orphans) == 0 {
		t.Fatal("expected a profile without an owner")
	}
	count(t, newPool(t, func(o *Options) { o.TempDir = dir }))
	for _, name := range orphans {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s was not swept", name)
		}
	}
}

func TestBrokenBrowserIsNotStartedForEveryRequest(t *testing.T) {
	t.Parallel()
	dir := sharedTemp(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	broken, starts := filepath.Join(dir, "chrome"), filepath.Join(dir, "starts")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\necho x >>"+starts+"\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPool(t, func(o *Options) { o.Path = broken })
	counts := make([]int, 4)
	for i := range counts {
		if err := p.Do(t.Context(), Interactive, nil); !errors.Is(err, ErrUnavailable) {
			t.Fatalf("error = %v", err)
		}
		log, err := os.ReadFile(starts)
		if err != nil {
			t.Fatal(err)
		}
		counts[i] = len(log)
	}
	if counts[1] == counts[0] {
		t.Error("the second request did not try again")
	}
	if counts[3] != counts[1] {
		t.Error("the third and fourth request started the browser again")
	}
}
