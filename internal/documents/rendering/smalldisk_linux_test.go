package rendering

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
)

// disk is the storage that Chrome writes to. It can be filled and freed while Chrome runs.
type disk interface {
	// chrome returns the program to start and its folder.
	chrome() (path, folder string)
	// fill leaves some bytes free and, optionally, no inode for another file.
	fill(leave int64, names bool) error
	free() error
	// refuses reports whether documents may wait for free space when the disk is full.
	refuses(names bool) bool
}

// ownMounts marks the process in which the test may mount: its mounts end with the process.
const ownMounts = "LAUREL_TEST_OWN_MOUNTS"

// withOwnMounts reruns the test in its own mount namespace, as root or with a user namespace, and passes it a value. It reports
// why when the system forbids that.
func withOwnMounts(t *testing.T, value string) error {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=20m")
	cmd.Env = append(os.Environ(), ownMounts+"="+value)
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		const mount = 21 // CAP_SYS_ADMIN
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		cmd.SysProcAttr.AmbientCaps = []uintptr{mount}
	}
	runtime.LockOSThread() // it would die with the thread that created it
	defer runtime.UnlockOSThread()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err // it never ran
	}
	if t.Log(string(out)); err != nil {
		t.Error(err)
	}
	return nil
}

// small is a real disk of a few MiB.
type small struct{ folder, ballast string }

func (d small) chrome() (path, folder string) { return "", d.folder }

// mounted mounts such a disk for the duration of the test.
func mounted(t *testing.T) (disk, error) {
	t.Helper()
	folder := printtest.Folder(t)
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=16m,nr_inodes=1000,mode=711"); err != nil {
		return nil, fmt.Errorf("mount a small disk: %w", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return small{folder, filepath.Join(folder, "ballast")}, nil
}

func (d small) fill(leave int64, names bool) error {
	if err := os.Mkdir(d.ballast, 0o700); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(d.ballast, "bytes"))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	size := int64(0)
	for block := make([]byte, 4096); err == nil; {
		var n int
		n, err = file.Write(block)
		size += int64(n)
	}
	for i := 0; names && errors.Is(err, syscall.ENOSPC); i++ {
		if err = os.WriteFile(filepath.Join(d.ballast, strconv.Itoa(i)), nil, 0o600); err == nil {
			err = syscall.ENOSPC // there was space for this one
		} else {
			names = false
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return file.Truncate(max(size-leave, 0))
}

func (d small) free() error { return os.RemoveAll(d.ballast) }

// refuses: only a Chrome that cannot create its profile has to wait; other failures are retried at once.
func (d small) refuses(names bool) bool { return names }

// limited is a disk on which no file of Chrome can grow while it is full, including shared memory. It needs no privilege beyond
// those of Chrome's owner.
type limited struct{ folder, path, full string }

func newLimited(t *testing.T) limited {
	t.Helper()
	program, err := browser.Find("")
	if err != nil {
		t.Fatal(err)
	}
	folder := printtest.Folder(t)
	d := limited{folder, filepath.Join(folder, "chrome"), filepath.Join(folder, "full")}
	script := "#!/bin/sh\ntrap '' XFSZ\nif [ -e " + d.full + " ]; then ulimit -S -f 0; fi\nexec " + program + ` "$@"` + "\n"
	if err := os.WriteFile(d.path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(d.path, 0o755); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d limited) chrome() (path, folder string) { return d.path, d.folder }

func (d limited) fill(int64, bool) error {
	if err := os.WriteFile(d.full, nil, 0o600); err != nil {
		return err
	}
	return d.limit("0:")
}

func (d limited) free() error {
	if err := os.Remove(d.full); err != nil {
		return err
	}
	return d.limit("unlimited:")
}

func (d limited) refuses(bool) bool { return true }

// limit sets RLIMIT_FSIZE of the running Chrome processes. A process allows that to its own user, but not always to root. A
// process that ended meanwhile is ignored.
func (d limited) limit(size string) error {
	for _, pid := range printtest.Processes(d.folder, "") {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		var user, group uint32
		_, rest, _ := strings.Cut(string(status), "\nUid:")
		_, _ = fmt.Sscan(rest, &user)
		_, rest, _ = strings.Cut(rest, "\nGid:")
		_, _ = fmt.Sscan(rest, &group)
		cmd := exec.Command("prlimit", "--fsize="+size, "--pid", strconv.Itoa(pid))
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: group}}
		}
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			return err
		}
	}
	return nil
}
