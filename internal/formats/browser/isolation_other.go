//go:build !linux

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// isolation is one way to shut Chrome in.
type isolation struct {
	name    string
	offline bool
	attr    func() *syscall.SysProcAttr
}

// isolations knows only Chrome's own sandbox outside Linux.
func isolations() []isolation {
	return []isolation{{"same user", false, func() *syscall.SysProcAttr { return nil }}}
}

func own(string) error { return nil }

func kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}

func reap(*exec.Cmd) {}

// lock never succeeds: a profile left behind stays until the system tidies up.
func lock(*os.File) bool { return false }
