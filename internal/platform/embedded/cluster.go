package embedded

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// superuser owns a private cluster. Only its own system user can reach the socket.
	superuser = "laurel"
	// socketName is the name of the file that PostgreSQL creates in its socket folder.
	socketName = ".s.PGSQL.5432"
	// socketPathMax is the longest path the kernel accepts for a Unix socket, in bytes.
	socketPathMax = 107
)

// cluster is a private PostgreSQL server that listens only on a Unix socket.
type cluster struct {
	bin      string // folder of the programs
	dir      string // parent of data and run
	socket   string // folder of the socket
	owner    owner
	settings []string // name=value
	scratch  bool     // may lose everything with the machine
	moved    bool     // dir is not the one asked for
	process  *process
}

// newCluster describes a cluster under dir. start creates and runs it.
func newCluster(ctx context.Context, dir string) (*cluster, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir}
	if c.owner, err = ownerFor(filepath.Join(dir, "data")); err != nil {
		return nil, err
	}
	if !c.owner.mayEnter(filepath.Dir(dir)) {
		// The location of the socket is recorded in the data folder, so that a new data folder never connects to an old database.
		elsewhere := filepath.Join("/var/lib/laurel", strings.ToLower(rand.Text()))
		if c.dir, _, err = loadKey(dir+".place", elsewhere); err != nil {
			return nil, err
		}
		c.moved = true
	}
	c.socket = filepath.Join(c.dir, "run")
	if len(filepath.Join(c.socket, socketName)) > socketPathMax {
		c.socket = filepath.Join(os.TempDir(), "laurel-pg-"+shortHash(c.dir))
	}
	c.bin, err = findPostgres(ctx, c.data())
	return c, err
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}

func (c *cluster) name() string { return "database" }

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

func (c *cluster) logFile() string { return filepath.Join(c.dir, "postgres.log") }

func (c *cluster) url(database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.User(superuser), Path: "/" + database,
		RawQuery: url.Values{"host": {c.socket}, "sslmode": {"disable"}}.Encode(),
	}
	return u.String()
}

func (c *cluster) running() bool { return c.process != nil && c.process.alive() }

func (c *cluster) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return false
	}
	_ = conn.Close(ctx)
	return true
}

func (c *cluster) start(ctx context.Context) error {
	for _, dir := range []string{c.dir, c.socket} {
		if err := c.owner.makeDir(dir); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(c.data(), "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		if err := c.initdb(ctx); err != nil {
			return err
		}
	}
	if err := c.endOrphan(ctx); err != nil {
		return err
	}
	args := []string{"-D", c.data(), "-k", c.socket, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700"}
	for _, s := range c.settings {
		args = append(args, "-c", s)
	}
	logs, err := os.OpenFile(c.logFile(), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("open database log: %w", err)
	}
	defer func() { _ = logs.Close() }()
	cmd := exec.Command(filepath.Join(c.bin, "postgres"), args...) //nolint:gosec,noctx // G204: our own arguments; stop ends it
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, logs, logs
	if c.process, err = startProcess(cmd, c.owner); err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	for !c.answers(ctx) {
		if !c.process.alive() {
			return fmt.Errorf("postgres ended at once: %s", c.lastLog())
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			c.process.end(syscall.SIGQUIT, 0)
			return fmt.Errorf("postgres does not answer: %w: %s", err, c.lastLog())
		}
	}
	return nil
}

// initdb creates the cluster next to its final location and then renames it, so that an interrupted start leaves no partial cluster.
func (c *cluster) initdb(ctx context.Context) error {
	fresh := c.data() + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clear half made database: %w", err)
	}
	args := []string{"-D", fresh, "-U", superuser, "--auth-local=trust", "--auth-host=reject", "-E", "UTF8", "--locale=" + locale()}
	if c.scratch {
		args = append(args, "--no-sync")
	} else {
		args = append(args, "--data-checksums")
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"), args...) //nolint:gosec // G204: our own arguments
	if c.owner.switches() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.owner.credential()}
	}
	cmd.Dir = c.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, bytes.TrimSpace(out))
	}
	if err := os.Rename(fresh, c.data()); err != nil {
		return fmt.Errorf("put new database in place: %w", err)
	}
	return nil
}

// The locale C sorts by code point: the product sorts by language itself, and the order must not change with the system's library.
func locale() string {
	if runtime.GOOS == "linux" {
		return "C.UTF-8"
	}
	return "C"
}

// stop shuts the cluster down cleanly, or immediately once ctx ends.
func (c *cluster) stop(ctx context.Context) error {
	if !c.running() {
		return nil
	}
	wait := 20 * time.Second
	if deadline, ok := ctx.Deadline(); ok {
		wait = time.Until(deadline)
	}
	if !c.process.end(syscall.SIGINT, wait) {
		return fmt.Errorf("postgres did not stop in %s and was ended", wait)
	}
	if filepath.Dir(c.socket) != c.dir {
		_ = os.Remove(c.socket) // nothing stays behind outside our folder
	}
	return nil
}

func (c *cluster) lastLog() string {
	b, err := os.ReadFile(c.logFile())
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], " | ")
}
