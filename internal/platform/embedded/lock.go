package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// fileLock is a lock between processes. The kernel releases it when its holder exits for any reason.
type fileLock struct{ f *os.File }

// tryLock takes the exclusive lock at path, or returns nil when another process holds it.
func tryLock(path string) (*fileLock, error) { return flock(path, syscall.LOCK_EX) }

// tryShare takes a shared lock at path, or returns nil when another process holds it exclusively.
func tryShare(path string) (*fileLock, error) { return flock(path, syscall.LOCK_SH) }

func flock(path string, how int) (*fileLock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // G304: a folder of ours
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if err == nil {
		return &fileLock{f}, nil
	}
	_ = f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, nil //nolint:nilnil // nil is "held by another", as documented
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// waitLock repeats try until it returns a lock or ctx ends.
func waitLock(ctx context.Context, try func(string) (*fileLock, error), path string) (*fileLock, error) {
	for {
		if l, err := try(path); l != nil || err != nil {
			return l, err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return nil, fmt.Errorf("wait for %s: %w", path, err)
		}
	}
}

func (l *fileLock) release() { _ = l.f.Close() }

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
