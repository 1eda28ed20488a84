package embedded

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// embeddedRegion is the region that the store answers for.
const embeddedRegion = "us-east-1"

// gatewayOrder is passed to the store's process on standard input, where no other user can read the keys.
type gatewayOrder struct {
	Root, IAM, Sidecar   string
	Address, Health      string
	AccessKey, SecretKey string
}

// StartS3 makes sure that a private S3 store runs on a loopback port over dir, and returns its address. The port is chosen once and
// kept, because URLs of public files contain it. Processes share the store in the same way as in StartPostgres.
func StartS3(ctx context.Context, dir, accessKey, secretKey string, log *slog.Logger) (endpoint string, stop func(context.Context) error, err error) {
	if err := makeDataDir(dir); err != nil {
		return "", nil, err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", nil, err
	}
	g := &gateway{dir: filepath.Join(dir, "objects"), accessKey: accessKey, secretKey: secretKey, log: log}
	stop, err = keep(ctx, g, filepath.Join(dir, "objects.lock"), log)
	if err != nil {
		return "", nil, err
	}
	place, err := g.place()
	if err != nil {
		return "", nil, joinStop(ctx, err, stop)
	}
	return "http://" + place.address(), stop, nil
}

type gateway struct {
	dir                  string
	accessKey, secretKey string
	log                  *slog.Logger
	process              *process
	stdin                io.Closer
}

// place is the address of a store. Its health path changes with every start and is recorded only in the data folder, so a response on
// it proves that the store is ours and not another program on the same port.
type place struct {
	Port   int
	Health string
}

func (p place) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Port)) }

func (g *gateway) name() string { return "file store" }

func (g *gateway) placeFile() string { return filepath.Join(g.dir, "place.json") }

func (g *gateway) place() (place, error) {
	var p place
	b, err := os.ReadFile(g.placeFile())
	if err != nil {
		return p, fmt.Errorf("read the store's place: %w", err)
	}
	if err := json.Unmarshal(b, &p); err != nil {
		return p, fmt.Errorf("read the store's place: %w", err)
	}
	return p, nil
}

func (g *gateway) running() bool { return g.process != nil && g.process.alive() }

var healthClient = http.Client{Timeout: time.Second, Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}

func (g *gateway) answers(ctx context.Context) bool {
	p, err := g.place()
	if err != nil {
		return false
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.address()+p.Health, nil)
	if err != nil {
		return false
	}
	res, err := healthClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// start runs the store on its recorded port, or on a new one when there is none or another program uses it.
func (g *gateway) start(ctx context.Context) error {
	for _, sub := range []string{"files", "iam"} {
		if err := os.MkdirAll(filepath.Join(g.dir, sub), 0o700); err != nil {
			return fmt.Errorf("make store folder: %w", err)
		}
	}
	if p, err := g.place(); err == nil {
		if err = g.startAgain(ctx, p.Port); err == nil || ctx.Err() != nil {
			return err
		}
		g.log.Warn("the file store's port is not to be had, so it moves: addresses of files that were given out before do not work any more",
			"port", p.Port, "error", err)
	}
	var failures []error
	for range 10 {
		err := g.startAt(ctx, newPlace(randomPort()))
		if err == nil || ctx.Err() != nil {
			return err
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// startAgain uses the previous port. A store whose parent was killed may hold it for another moment.
func (g *gateway) startAgain(ctx context.Context, port int) error {
	patience, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for {
		err := g.startAt(ctx, newPlace(port))
		if err == nil || pause(patience, 100*time.Millisecond) != nil {
			return err
		}
	}
}

func newPlace(port int) place {
	return place{Port: port, Health: "/health-" + strings.ToLower(rand.Text())}
}

// randomPort picks a port below the range that systems use for outgoing connections, so that it stays free between starts.
func randomPort() int {
	const lowest, count = 20000, 12000
	n, err := rand.Int(rand.Reader, big.NewInt(count))
	if err != nil {
		panic(err) // never: crypto/rand ends the program by itself
	}
	return lowest + int(n.Int64())
}

func (g *gateway) startAt(ctx context.Context, p place) error {
	cmd, err := childCommand(gatewayChild)
	if err != nil {
		return err
	}
	order, err := json.Marshal(gatewayOrder{
		Root: filepath.Join(g.dir, "files"), IAM: filepath.Join(g.dir, "iam"), Sidecar: filepath.Join(g.dir, "attributes"),
		Address: p.address(), Health: p.Health, AccessKey: g.accessKey, SecretKey: g.secretKey,
	})
	if err != nil {
		return err
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("prepare store process: %w", err)
	}
	var complaint bytes.Buffer
	cmd.Dir, cmd.Stderr = g.dir, &complaint
	if g.process, err = startProcess(cmd, owner{}); err != nil {
		return fmt.Errorf("start store process: %w", err)
	}
	g.stdin = stdin
	if _, err := stdin.Write(order); err != nil {
		return fmt.Errorf("tell store process: %w", err)
	}
	content, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(g.placeFile(), content, 0o600); err != nil {
		return fmt.Errorf("remember the store's place: %w", err)
	}
	for !g.answers(ctx) {
		if !g.process.alive() {
			return fmt.Errorf("the store ended at once: %s", strings.TrimSpace(complaint.String()))
		}
		if err := pause(ctx, 5*time.Millisecond); err != nil {
			_ = g.stop(context.WithoutCancel(ctx))
			return fmt.Errorf("the store does not answer: %w", err)
		}
	}
	return nil
}

// stop lets the store finish its requests.
func (g *gateway) stop(context.Context) error {
	if !g.running() {
		return nil
	}
	_ = g.stdin.Close()
	if !g.process.end(syscall.SIGCONT, 10*time.Second) { // the end of its input is the signal
		return errors.New("the file store did not stop and was ended")
	}
	return nil
}
