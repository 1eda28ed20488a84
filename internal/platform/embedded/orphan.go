package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// endOrphan stops a server that outlived the process that started it, and removes its leftover files. The caller holds the lock of the
// data folder, so no other process of the product can be using that server.
func (c *cluster) endOrphan(ctx context.Context) error {
	pidFile := filepath.Join(c.data(), "postmaster.pid")
	pid, ok := readPid(pidFile)
	if !ok {
		return nil
	}
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL}
	for _, signal := range signals {
		if !c.isServer(ctx, pid) {
			break
		}
		_ = syscall.Kill(pid, signal)
		patience, cancel := context.WithTimeout(ctx, 5*time.Second)
		for c.isServer(ctx, pid) && pause(patience, 10*time.Millisecond) == nil {
			continue
		}
		cancel()
	}
	if c.isServer(ctx, pid) {
		return fmt.Errorf("an older database server (process %d) still runs in %s and cannot be ended", pid, c.data())
	}
	if err := os.Remove(pidFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove stale %s: %w", pidFile, err)
	}
	return nil
}

func readPid(file string) (int, bool) {
	b, err := os.ReadFile(file) //nolint:gosec // G304: a file of our own cluster
	if err != nil {
		return 0, false
	}
	line, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	return pid, err == nil && pid > 1
}

// isServer reports whether pid is a running server of this cluster, rather than a process that was given the same number later.
func (c *cluster) isServer(ctx context.Context, pid int) bool {
	cmdline, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat("/proc/self"); err == nil {
			return false
		}
		cmdline, err = exec.CommandContext(ctx, "ps", "-o", "args=", "-p", strconv.Itoa(pid)).Output() //nolint:gosec // G204: a number
		if err != nil {
			return false
		}
	}
	return strings.Contains(string(cmdline), c.data())
}
