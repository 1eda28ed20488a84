package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// All tests of one user share the scratch cluster. A copy of the test program that started it guards the cluster and stops it when no
// test has used it for a while, so a test run starts one cluster and leaves nothing behind.
const (
	scratchIdle    = 30 * time.Second
	scratchTimeout = 60 * time.Second
)

type scratch struct {
	root  string // parent folder of the three below, in memory where the machine allows
	users string // lock: shared by users, held alone by the guard while it ends the cluster
	guard string // lock: held as long as the guard lives
	dir   string // the cluster
}

func newScratch() scratch {
	root := os.TempDir()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		root = "/dev/shm"
	}
	base := filepath.Join(root, "laurel-test-"+strconv.Itoa(os.Geteuid()))
	return scratch{root: root, users: base + ".users", guard: base + ".guard", dir: base}
}

func (s scratch) cluster(ctx context.Context) (*cluster, error) {
	c, err := newCluster(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	c.scratch = true
	c.settings = []string{
		"fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=400", "shared_buffers=64MB",
		"wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "log_min_messages=error",
	}
	return c, nil
}

// joined keeps our shared lock until the program ends. Without a reference, the runtime would close the file.
var joined []*fileLock

// JoinScratch returns the URL of the first database of the scratch cluster, which it starts if necessary. The cluster runs at least as
// long as this program. Call it once per program.
func JoinScratch(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, scratchTimeout)
	defer cancel()
	s := newScratch()
	c, err := s.cluster(ctx)
	if err != nil {
		return "", err
	}
	share, err := waitLock(ctx, tryShare, s.users)
	if err != nil {
		return "", err
	}
	joined = append(joined, share)
	for !c.answers(ctx) {
		if err := s.ensureGuard(ctx); err != nil {
			return "", err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return "", fmt.Errorf("the test database does not answer: %w: %s", err, c.lastLog())
		}
	}
	return c.url("postgres"), nil
}

// ensureGuard starts a guard unless one is running, and waits until its cluster accepts connections or it reports an error.
func (s scratch) ensureGuard(ctx context.Context) error {
	lock, err := tryLock(s.guard)
	if err != nil || lock == nil {
		return err
	}
	cmd, err := childCommand(scratchChild)
	if err != nil {
		lock.release()
		return err
	}
	order, err := json.Marshal(scratchIdle)
	if err != nil {
		lock.release()
		return err
	}
	ready, readyEnd, err := os.Pipe()
	if err != nil {
		lock.release()
		return fmt.Errorf("make pipe: %w", err)
	}
	defer func() { _ = ready.Close() }()
	// The guard inherits the lock and outlives this process, because go test waits for every process that holds the test's output.
	cmd.Stdin, cmd.ExtraFiles = bytes.NewReader(order), []*os.File{lock.f, readyEnd}
	cmd.Dir = s.root
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	lock.release()
	_ = readyEnd.Close()
	if err != nil {
		return fmt.Errorf("start guard of the test database: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	if deadline, ok := ctx.Deadline(); ok {
		_ = ready.SetReadDeadline(deadline)
	}
	report, err := io.ReadAll(ready)
	if err != nil {
		return fmt.Errorf("wait for the test database: %w", err)
	}
	if len(report) > 0 {
		return errors.New(string(report))
	}
	return nil
}

// scratchMain is the guard. It inherits its lock and a pipe on which it reports errors of the start.
func scratchMain(stdin io.Reader) error {
	const lock, reportTo = 3, 4
	syscall.CloseOnExec(lock) // the database must not hold them
	syscall.CloseOnExec(reportTo)
	report := os.NewFile(reportTo, "report")
	c, s, idle, err := startScratch(stdin)
	if err != nil {
		_, _ = report.WriteString(err.Error())
		return err
	}
	_ = report.Close()
	alone, err := s.waitIdle(idle)
	if err != nil {
		return err
	}
	defer alone.release()
	_ = c.stop(context.Background())
	return errors.Join(os.RemoveAll(c.dir), os.RemoveAll(c.socket))
}

func startScratch(stdin io.Reader) (*cluster, scratch, time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), scratchTimeout)
	defer cancel()
	s := newScratch()
	var idle time.Duration
	if err := decodeOrder(json.NewDecoder(stdin), &idle); err != nil {
		return nil, s, 0, err
	}
	c, err := s.cluster(ctx)
	if err != nil {
		return nil, s, 0, err
	}
	// These files were left by a guard that was killed: stop its server and start again.
	if err := c.endOrphan(ctx); err != nil {
		return nil, s, 0, err
	}
	if err := os.RemoveAll(c.dir); err != nil {
		return nil, s, 0, fmt.Errorf("clear old test database: %w", err)
	}
	return c, s, idle, c.start(ctx)
}

// waitIdle returns, holding the users' lock exclusively, once nobody has shared it for that long.
func (s scratch) waitIdle(idle time.Duration) (*fileLock, error) {
	const look = 500 * time.Millisecond
	for unused := time.Duration(0); ; unused += look {
		lock, err := tryLock(s.users)
		switch {
		case err != nil:
			return nil, err
		case lock == nil:
			unused = 0
		case unused >= idle:
			return lock, nil
		default:
			lock.release()
		}
		time.Sleep(look)
	}
}
