package embedded

import (
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a child process that ends with this one.
type process struct {
	cmd  *exec.Cmd
	gone chan struct{}
}

// startProcess starts cmd as the owner, in its own process group. Ctrl-C in a terminal then reaches only this process, which stops the
// child after everything that depends on it.
func startProcess(cmd *exec.Cmd, o owner) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if o.switches() {
		cmd.SysProcAttr.Credential = o.credential()
	}
	endWithParent(cmd.SysProcAttr)
	p := &process{cmd: cmd, gone: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ends the child when the thread that started it ends, not when the program does, so that thread is kept.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(p.gone)
		}
	}()
	return p, <-started
}

func (p *process) alive() bool {
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

// end asks the child to stop and waits. After patience it kills the child and returns false.
func (p *process) end(signal syscall.Signal, patience time.Duration) bool {
	_ = p.cmd.Process.Signal(signal)
	select {
	case <-p.gone:
		return true
	case <-time.After(patience):
	}
	_ = p.cmd.Process.Signal(syscall.SIGQUIT) // PostgreSQL's immediate stop; ends any other program too
	select {
	case <-p.gone:
	case <-time.After(time.Second):
		_ = p.cmd.Process.Kill()
		<-p.gone
	}
	return false
}
