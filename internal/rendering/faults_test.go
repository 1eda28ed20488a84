package rendering

import (
	"bytes"
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

// chromes are the ids of the processes whose command line names the folder and the kind.
func chromes(folder, kind string) []int {
	var found []int
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		line, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(line, []byte(folder)) || !bytes.Contains(line, []byte(kind)) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			found = append(found, pid)
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
	jobs := recipients(60)
	var killed [2]atomic.Int64
	again := 0
	for round := range 8 {
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
