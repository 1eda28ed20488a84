package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// process is one running Chrome with the pipe to it.
type process struct {
	conn    *conn
	cmd     *exec.Cmd
	profile *profile
	way     way
	exited  chan struct{} // closed once Chrome is gone and its profile removed
	stderr  tail
}

// way is how a Chrome is shut in.
type way struct {
	isolation
	sandbox bool
}

// start runs Chrome in the tightest way that this system allows. Once a way is proven there is no other: a full disk that
// fails the tightest way for a moment must not leave Chrome open for as long as it runs.
func start(ctx context.Context, opts Options, proven *way) (*process, error) {
	path, err := Find(opts.Path)
	if err != nil {
		return nil, err
	}
	parent := opts.TempDir
	if parent == "" {
		parent = os.TempDir()
	}
	sweep(parent)

	var failures []error
	forbidden := ""
	for _, w := range ways(proven) {
		if w.name == forbidden {
			continue
		}
		if !w.sandbox && !w.offline && !opts.AllowNoSandbox {
			failures = append(failures, ErrNoSandbox)
			continue
		}
		p, err := launch(ctx, path, parent, w.isolation, w.sandbox)
		if err == nil {
			p.way = w
			opts.Log.Info("browser started", "path", path, "isolation", w.name, "sandbox", w.sandbox)
			if !w.offline {
				opts.Log.Warn("browser shares the network of this machine; flags and interception alone keep pages off it", "mend", "allow user namespaces; see laurel doctor")
			}
			return p, nil
		}
		failures = append(failures, fmt.Errorf("%s, sandbox %t: %w", w.name, w.sandbox, err))
		if ctx.Err() != nil {
			break
		}
		if errors.Is(err, errForbidden) {
			forbidden = w.name // the system refuses the namespaces: nothing to do with the sandbox
		}
	}
	return nil, errors.Join(failures...)
}

// ways lists what to try, the tightest first; the proven way twice.
func ways(proven *way) []way {
	if proven != nil {
		return []way{*proven, *proven}
	}
	var all []way
	for _, i := range isolations() {
		all = append(all, way{i, true}, way{i, false})
	}
	return all
}

// errForbidden says that the process could not even be made.
var errForbidden = errors.New("start process")

func launch(ctx context.Context, path, parent string, way isolation, sandbox bool) (*process, error) {
	profile, err := newProfile(parent)
	if err != nil {
		return nil, err
	}
	p := &process{profile: profile, exited: make(chan struct{})}
	cmd := exec.Command(path, flags(profile.dir, sandbox)...) //nolint:gosec,noctx // the operator names it (G204), and it outlives the request that starts it
	cmd.Dir = "/"
	cmd.Env = environment(profile.dir)
	cmd.SysProcAttr = way.attr()
	p.cmd = cmd

	pipes, err := newPipes()
	if err != nil {
		profile.remove()
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{pipes.childIn, pipes.childOut} // descriptors 3 and 4
	cmd.Stderr = &p.stderr
	// A child that outlives Chrome must not hold Wait by keeping stderr open.
	cmd.WaitDelay = stderrGrace

	started := make(chan error)
	go p.run(started)
	err = <-started
	pipes.closeChild()
	if err != nil {
		pipes.closeParent()
		return nil, fmt.Errorf("%w: %w", errForbidden, err)
	}
	p.conn = newConn(chromedp.NewPipeConn(pipes.parentIn, pipes.parentOut))
	if _, err := call(ctx, p.conn.root(), browser.GetVersion, cdp.Empty{}); err != nil {
		p.stop()
		return nil, fmt.Errorf("%w: %s", err, p.stderr.String())
	}
	return p, nil
}

// run starts Chrome, waits for its end and tidies up. The thread is held
// because the kernel kills the child when the thread that made it ends.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(p.exited)
	err := p.cmd.Start()
	if err != nil {
		p.profile.remove()
		started <- err
		return
	}
	started <- nil
	_ = p.cmd.Wait()
	kill(p.cmd) // children that Chrome may have left in its group
	reap(p.cmd)
	p.profile.remove()
}

// stop ends Chrome and returns when nothing of it is left.
func (p *process) stop() {
	select {
	case <-p.exited:
	default:
		kill(p.cmd)
		<-p.exited
	}
	p.conn.close()
}

// pipes are the two one-way pipes between us and Chrome.
type pipes struct {
	childIn, parentOut *os.File
	parentIn, childOut *os.File
}

func newPipes() (*pipes, error) {
	childIn, parentOut, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open browser pipe: %w", err)
	}
	parentIn, childOut, err := os.Pipe()
	if err != nil {
		_ = childIn.Close()
		_ = parentOut.Close()
		return nil, fmt.Errorf("open browser pipe: %w", err)
	}
	return &pipes{childIn, parentOut, parentIn, childOut}, nil
}

func (p *pipes) closeChild() {
	_ = p.childIn.Close()
	_ = p.childOut.Close()
}

func (p *pipes) closeParent() {
	_ = p.parentIn.Close()
	_ = p.parentOut.Close()
}

// tail keeps the last of what Chrome says, for the error of a failed start.
const stderrGrace = time.Second

type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 2 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, data...)
	if extra := len(t.buf) - tailSize; extra > 0 {
		t.buf = append(t.buf[:0], t.buf[extra:]...)
	}
	return len(data), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(bytes.ToValidUTF8(t.buf, nil)))
}
