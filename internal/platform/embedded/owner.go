package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// owner is the system user that runs PostgreSQL. It is the current user, or an unprivileged one when that is root, because PostgreSQL
// refuses to run as root.
type owner struct{ uid, gid uint32 }

// ownerFor picks the current owner of dataDir, or else the user postgres, or else nobody.
func ownerFor(dataDir string) (owner, error) {
	if os.Geteuid() != 0 {
		return owner{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}, nil //nolint:gosec // G115: the system gives both as 32 bits
	}
	if info, err := os.Stat(dataDir); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			return owner{uid: st.Uid, gid: st.Gid}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uerr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gerr := strconv.ParseUint(u.Gid, 10, 32)
		if uerr == nil && gerr == nil {
			return owner{uid: uint32(uid), gid: uint32(gid)}, nil
		}
	}
	return owner{}, errors.New("PostgreSQL refuses to run as root and there is neither a user postgres nor nobody: run as another user, or set DATABASE_URL")
}

// switches reports whether a child process must change its user.
func (o owner) switches() bool { return os.Geteuid() == 0 && o.uid != 0 }

func (o owner) credential() *syscall.Credential {
	return &syscall.Credential{Uid: o.uid, Gid: o.gid}
}

// mayEnter reports whether the owner can traverse every folder on the way to dir.
func (o owner) mayEnter(dir string) bool {
	for {
		if info, err := os.Stat(dir); err == nil && !o.mayPass(info) {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}

func (o owner) mayPass(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !o.switches() {
		return true
	}
	switch {
	case st.Uid == o.uid:
		return info.Mode()&0o100 != 0
	case st.Gid == o.gid:
		return info.Mode()&0o010 != 0
	}
	return info.Mode()&0o001 != 0
}

// makeDir creates a folder that only the owner can read. It refuses an existing folder in a shared place such as /tmp that belongs to
// another user.
func (o owner) makeDir(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o711); err != nil { //nolint:gosec // G301: the owner has to pass through
		return fmt.Errorf("make folder: %w", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("make folder: %w", err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("look at folder: %w", err)
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || (ok && st.Uid != o.uid && st.Uid != uint32(os.Geteuid())) { //nolint:gosec // G115: as above
		return fmt.Errorf("%s belongs to somebody else: remove it", dir)
	}
	if o.switches() {
		if err := os.Chown(dir, int(o.uid), int(o.gid)); err != nil {
			return fmt.Errorf("give folder to the database's user: %w", err)
		}
	}
	return os.Chmod(dir, 0o700) //nolint:gosec // G302: a folder
}
