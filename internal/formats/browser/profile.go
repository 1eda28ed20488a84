package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	profilePrefix = "kept-chrome-"
	lockSuffix    = ".lock"
)

// profile is a temporary user data folder. The lock file beside it is held
// for as long as we live, so that a later start can tell a folder in use from
// one that a killed process left behind.
type profile struct {
	dir  string
	lock *os.File
}

func newProfile(parent string) (*profile, error) {
	dir, err := os.MkdirTemp(parent, profilePrefix)
	if err != nil {
		return nil, fmt.Errorf("make browser profile: %w", err)
	}
	file, err := os.OpenFile(dir+lockSuffix, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // G304: our own temporary folder
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("lock browser profile: %w", err)
	}
	lock(file)
	p := &profile{dir: dir, lock: file}
	if err := own(dir); err != nil {
		p.remove()
		return nil, fmt.Errorf("hand over browser profile: %w", err)
	}
	return p, nil
}

// remove deletes the folder. Chrome's last children may still write into it
// for a moment after they were killed, so it tries again for a while.
func (p *profile) remove() {
	for range 100 {
		if os.RemoveAll(p.dir) == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = os.Remove(p.lock.Name())
	_ = p.lock.Close()
}

// sweep removes the profiles whose owners are gone without a goodbye.
func sweep(parent string) {
	locks, _ := filepath.Glob(filepath.Join(parent, profilePrefix+"*"+lockSuffix))
	for _, name := range locks {
		file, err := os.OpenFile(name, os.O_RDWR, 0) //nolint:gosec // G304: our own temporary folder
		if err != nil {
			continue
		}
		if lock(file) {
			dir := name[:len(name)-len(lockSuffix)]
			if os.RemoveAll(dir) == nil {
				_ = os.Remove(name)
			}
		}
		_ = file.Close()
	}
}
