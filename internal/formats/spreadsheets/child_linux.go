package spreadsheets

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// ownUser is a user ID that nobody on the machine has.
const ownUser = 64998

// isolations lists what to try on this system, strongest first: no network, no privileges, and the child dies with its parent.
func isolations() []*syscall.SysProcAttr {
	plain := func() *syscall.SysProcAttr {
		return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	}
	offline, stranger := plain(), plain()
	offline.Cloneflags = syscall.CLONE_NEWNET
	if os.Geteuid() == 0 {
		stranger.Cloneflags, stranger.Credential = syscall.CLONE_NEWNET, &syscall.Credential{Uid: ownUser, Gid: ownUser}
		return []*syscall.SysProcAttr{stranger, offline, plain()}
	}
	offline.Cloneflags |= syscall.CLONE_NEWUSER
	offline.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	offline.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	return []*syscall.SysProcAttr{offline, plain()}
}

// confine limits the memory, time and files of this process.
func confine() error {
	size, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return fmt.Errorf("see how much memory there is: %w", err)
	}
	pages, err := strconv.ParseUint(strings.Fields(string(size))[0], 10, 64)
	if err != nil {
		return fmt.Errorf("see how much memory there is: %w", err)
	}
	for what, most := range map[int]uint64{
		syscall.RLIMIT_AS:    pages*uint64(os.Getpagesize()) + childMemory, //nolint:gosec // a page has a size
		syscall.RLIMIT_CPU:   uint64(childTime.Seconds()),
		syscall.RLIMIT_FSIZE: 0,
		syscall.RLIMIT_CORE:  0,
	} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the reading of a spreadsheet: %w", err)
		}
	}
	return nil
}

// kill kills the child and its descendants.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
