package printtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Folder is a temporary folder that another user can enter, for Chrome.
func Folder(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "printtest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil { //nolint:gosec // G302: Chrome runs as another user
		t.Fatal(err)
	}
	return folder
}

// Processes returns the IDs of all processes of a kind that descend from one with the folder in its command line.
func Processes(folder, kind string) []int {
	parents, lines := map[int]int{}, map[int]string{}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		stat, err := os.ReadFile(name) //nolint:gosec // G304: a name that the system gave
		if err != nil {
			continue
		}
		var state string
		var parent int
		_, rest, _ := strings.Cut(string(stat), ") ")
		if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		parents[pid], lines[pid] = parent, string(line)
	}
	var found []int
	for pid, line := range lines {
		for up := pid; up > 1; up = parents[up] {
			if strings.Contains(lines[up], folder) && strings.Contains(line, kind) {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}

// Memory returns the memory of the processes in MiB. Shared memory counts once.
func Memory(folder string) float64 {
	kib := 0
	for _, pid := range Processes(folder, "") {
		rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		_, rest, _ := strings.Cut(string(rollup), "\nPss:")
		if words := strings.Fields(rest); len(words) > 0 {
			n, _ := strconv.Atoi(words[0])
			kib += n
		}
	}
	return float64(kib) / 1024
}
