package rendering

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"laurel/internal/browser"
)

// chromes are the ids of all processes of a kind that stem from one whose command line names the folder.
func chromes(folder, kind string) []int {
	parents, lines := map[int]int{}, map[int]string{}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		stat, err := os.ReadFile(name)
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

func TestEveryDocumentIsMadeThoughChromeIsKilledAtRandom(t *testing.T) {
	t.Parallel()
	folder, err := os.MkdirTemp("", "rendering-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil { // Chrome may run as another user
		t.Fatal(err)
	}
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 2, TempDir: folder})
	random := rand.New(rand.NewPCG(7, 7))
	jobs := recipients(40)
	var killed [2]atomic.Int64
	again := 0
	for round := range 6 {
		kinds := []string{"--type=renderer", "--remote-debugging-pipe"}
		kind := kinds[round%2]
		kill := time.AfterFunc(time.Duration(random.IntN(120))*time.Millisecond, func() {
			for _, pid := range chromes(folder, kind) {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed[round%2].Add(1)
				}
			}
		})
		wanted := jobs
		for try := 0; len(wanted) > 0; try++ { // as the queue of jobs does
			if try == 4 {
				t.Fatalf("round %d: %d documents are not made", round, len(wanted))
			}
			var failed []Job
			for i, printed := range r.PDFs(t.Context(), wanted) {
				if printed.Err != nil {
					failed = append(failed, wanted[i])
					again++
				} else if !bytes.Contains(printed.Document, []byte("/Title ("+wanted[i].Title+")")) {
					t.Fatalf("round %d: the document of %s is another's", round, wanted[i].Title)
				}
			}
			wanted = failed
		}
		kill.Stop()
	}
	if killed[0].Load() == 0 || killed[1].Load() == 0 {
		t.Errorf("killed %d renderers and %d browsers: the test shows nothing", killed[0].Load(), killed[1].Load())
	}
	t.Logf("%d documents asked for again", again)
	r.Close()
	if left := chromes(folder, ""); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	if left, _ := filepath.Glob(folder + "/*"); len(left) > 0 {
		t.Errorf("files left: %s", strings.Join(left, ", "))
	}
}
