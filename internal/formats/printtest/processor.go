package printtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of times in /proc/PID/stat, which Linux fixes at a hundredth of a second (USER_HZ).
const tick = 10 * time.Millisecond

// Processor returns the CPU time of processes in user and system mode, including that of children that have ended. Processes that have
// ended count as 0.
func Processor(pids []int) time.Duration {
	var all time.Duration
	for _, pid := range pids {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		for i := 11; i < 15 && i < len(fields); i++ { // utime, stime, cutime, cstime; see proc(5)
			var ticks time.Duration
			if _, err := fmt.Sscan(fields[i], &ticks); err == nil {
				all += ticks * tick
			}
		}
	}
	return all
}

// Own returns the CPU time of the running process without children.
func Own() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Named returns the IDs of all processes with a name of at most 15 letters.
func Named(name string) []int {
	var found []int
	files, _ := filepath.Glob("/proc/[0-9]*/comm")
	for _, file := range files {
		var pid int
		called, _ := os.ReadFile(file) //nolint:gosec // G304: a name that the system gave
		if _, err := fmt.Sscan(filepath.Base(filepath.Dir(file)), &pid); err == nil && strings.TrimSpace(string(called)) == name {
			found = append(found, pid)
		}
	}
	return found
}
