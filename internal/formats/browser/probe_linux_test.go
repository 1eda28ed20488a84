package browser

import (
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// asUnprivileged marks the copy of this test that runs without CAP_SYS_ADMIN.
const asUnprivileged = "LAUREL_TEST_UNPRIVILEGED"

func TestWithoutPrivilegesChromeHasNoNetworkWhereUserNamespacesAreAllowed(t *testing.T) {
	t.Parallel()
	if os.Getenv(asUnprivileged) == "" {
		runUnprivileged(t)
		return
	}
	path, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	version, offline, err := Probe(t.Context(), path)
	if err != nil || version == "" {
		t.Fatalf("probing says %q, %v", version, err)
	}
	p, err := start(t.Context(), Options{Path: path, TempDir: sharedTemp(t), AllowNoSandbox: true, Log: slog.New(slog.DiscardHandler)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	if p.way.offline != offline {
		t.Errorf("probing says offline %t, but Chrome runs with %q", offline, p.way.name)
	}
	if allowed := userNamespaces(); p.way.offline != allowed {
		t.Errorf("Chrome runs with %q; user namespaces are allowed: %t", p.way.name, allowed)
	}
	if _, err := openTab(t.Context(), p.conn, plainAssets); err != nil {
		t.Error(err)
	}
}

// userNamespaces reports whether this process may make one.
func userNamespaces() bool {
	cmd := exec.Command("true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
	return cmd.Run() == nil
}

// runUnprivileged runs the calling test again in a process that cannot get CAP_SYS_ADMIN, as in an ordinary container.
func runUnprivileged(t *testing.T) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), asUnprivileged+"=1")
	done := make(chan error)
	var out []byte
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine, as its capabilities are gone
		if os.Geteuid() == 0 {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, unix.CAP_SYS_ADMIN, 0, 0, 0); err != nil {
				done <- err
				return
			}
		}
		var err error
		out, err = cmd.CombinedOutput()
		done <- err
	}()
	if err := <-done; err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
