package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// ownUser is a number nobody else on the machine has, not even "nobody",
// under whom a private database may be running.
const ownUser = 64999

// isolation is one way to shut Chrome in.
type isolation struct {
	name    string
	offline bool // the network namespace is empty
	attr    func() *syscall.SysProcAttr
}

// isolations lists what to try on this system, the tightest first. Chrome
// dies with its parent in all of them; with its own process namespace all of
// its children do so at once.
func isolations() []isolation {
	const apart = syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC
	plain := func() *syscall.SysProcAttr {
		return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	}
	if os.Geteuid() == 0 {
		drop := func() *syscall.SysProcAttr {
			attr := plain()
			attr.Credential = &syscall.Credential{Uid: ownUser, Gid: ownUser}
			return attr
		}
		mapped := []syscall.SysProcIDMap{{ContainerID: ownUser, HostID: ownUser, Size: 1}}
		return []isolation{
			{"empty network, own user", true, func() *syscall.SysProcAttr {
				attr := drop()
				attr.Cloneflags = apart
				return attr
			}},
			{"empty network, own user, user namespace", true, func() *syscall.SysProcAttr { // without CAP_SYS_ADMIN
				attr := drop()
				attr.Cloneflags = apart | syscall.CLONE_NEWUSER
				attr.UidMappings, attr.GidMappings, attr.GidMappingsEnableSetgroups = mapped, mapped, true
				return attr
			}},
			{"own user", false, drop},
		}
	}
	return []isolation{
		{"empty network, user namespace", true, func() *syscall.SysProcAttr {
			attr := plain()
			attr.Cloneflags = apart | syscall.CLONE_NEWUSER
			// Mapped to itself: an unmapped user may not build Chrome's sandbox.
			attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
			attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
			return attr
		}},
		{"same user", false, plain},
	}
}

// own gives the profile to the user that Chrome will run as.
func own(profile string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	return os.Chown(profile, ownUser, ownUser)
}

// kill ends the browser's whole process group.
func kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// reap takes in what is left of the browser's group when we are process 1, as
// in many containers: orphans become our children and would stay as zombies.
func reap(cmd *exec.Cmd) {
	for {
		if _, err := syscall.Wait4(-cmd.Process.Pid, nil, 0, nil); err != nil && err != syscall.EINTR {
			return
		}
	}
}

// lock takes the file for this process only; false when another holds it.
func lock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
