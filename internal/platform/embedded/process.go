package embedded

import (
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a child that ends with us.
type process struct {
	cmd  *exec.Cmd
	gone chan struct{}
}

// startProcess starts cmd as the owner, in a process group of its own, so that Ctrl-C in a terminal reaches us alone and we
// end the child after everything that needs it.
func startProcess(cmd *exec.Cmd, o owner) (*process, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if o.switches() {
		cmd.SysProcAttr.Credential = o.credential()
	}
	endWithParent(cmd.SysProcAttr)
	p := &process{cmd: cmd, gone: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ends the child when the thread that started it ends, not the program: keep that thread.
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

// end asks the child to stop and waits; after patience it is killed and end answers false.
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
