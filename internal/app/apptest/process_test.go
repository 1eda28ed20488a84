package apptest_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// program is the real program: the one that was built for all tests, or else built once for these.
var program = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("LAUREL_BINARY"); path != "" {
		return path, nil
	}
	path := filepath.Join(scratch, "laurel")
	build := exec.CommandContext(context.Background(), "go", "build", "-o", path, "laurel/cmd/laurel")
	if out, err := build.CombinedOutput(); err != nil {
		return "", errors.Join(err, errors.New(string(out)))
	}
	return path, nil
})

// process is a running program.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	url string // where it serves; empty when it only works queues
	log *apptest.Log
}

// serve starts `laurel serve` and waits until it listens.
func serve(t *testing.T, settings map[string]string, flags ...string) *process {
	t.Helper()
	return run(t, settings, append([]string{"serve"}, flags...)...)
}

// run starts the program with a command and waits until it says that it is ready. It is killed when the test ends, if it lives that long.
func run(t *testing.T, settings map[string]string, command ...string) *process {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatalf("build the program: %v", err)
	}
	p := &process{t: t, cmd: exec.CommandContext(context.Background(), path, command...), log: &apptest.Log{}}
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH")} // where Chrome is looked for
	for name, value := range settings {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	deadline := time.AfterFunc(time.Minute, p.kill)
	defer deadline.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "listening on "); found {
			p.url = "http://" + address
			return p
		}
		if strings.Contains(lines.Text(), "is working the queues") {
			return p
		}
	}
	t.Fatalf("the program ended without being ready: %s", p.log)
	return nil
}

// textOf fetches an address of the process, whatever the status.
func textOf(t *testing.T, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// kill ends the process as kill -9 does and waits until it is gone.
func (p *process) kill() {
	if p.cmd.ProcessState != nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	_ = p.cmd.Wait()
}

// stop asks the process to end and waits for it.
func (p *process) stop() error {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}
