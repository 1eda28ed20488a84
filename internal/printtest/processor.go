package printtest

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of times in /proc/PID/stat, which Linux fixes for all programs at a hundredth of a second (USER_HZ).
const tick = 10 * time.Millisecond

// Processor is the processor time, in user and system mode, of a folder's processes so far, with that of children that have ended.
func Processor(folder string) time.Duration {
	var all time.Duration
	for _, pid := range Processes(folder, "") {
		all += Used(pid)
	}
	return all
}

// Used is the processor time of one process so far, with that of its children that have ended. It is zero once the process has ended.
func Used(pid int) time.Duration {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	var skip string
	var user, system, childUser, childSystem int64
	targets := make([]any, 0, 15)
	for range 11 {
		targets = append(targets, &skip)
	}
	targets = append(targets, &user, &system, &childUser, &childSystem)
	if _, err := fmt.Sscan(rest, targets...); err != nil {
		return 0
	}
	return time.Duration(user+system+childUser+childSystem) * tick
}

// Own is the processor time of the running process so far, without children.
func Own() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
