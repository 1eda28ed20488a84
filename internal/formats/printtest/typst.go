package printtest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// Typst is a typesetting engine without CSS, as an upper bound for comparison: one process per CPU. LAUREL_TYPST names the folder where
// it is installed. Without it there are no processes.
type Typst []typstProcess

type typstProcess struct {
	in  io.Writer
	out *bufio.Reader
	pid int
}

// StartTypst starts the processes with the root folder of the sources. They stop when the benchmark ends.
func StartTypst(b *testing.B, root string, background, logo []byte) Typst {
	b.Helper()
	packages := os.Getenv("LAUREL_TYPST")
	if packages == "" {
		return nil
	}
	folder := b.TempDir()
	for name, data := range map[string][]byte{"background.jpg": background, "logo.png": logo} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	all := make(Typst, runtime.NumCPU())
	for i := range all {
		command := exec.CommandContext(b.Context(), "node", filepath.Join(root, "web/e2e/bench/typst.mjs"), packages, folder) //nolint:gosec // G204: the operator names the folder
		command.Stderr = os.Stderr
		in, err := command.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := command.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := command.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _, _ = in.Close(), command.Wait() })
		all[i] = typstProcess{in, bufio.NewReader(out), command.Process.Pid}
	}
	return all
}

// Make distributes n documents over all processes.
func (t Typst) Make(n int) error {
	for i, p := range t {
		share := n / len(t)
		if i == 0 {
			share += n % len(t)
		}
		if _, err := fmt.Fprintln(p.in, share); err != nil {
			return err
		}
	}
	for _, p := range t {
		if _, err := p.out.ReadString('\n'); err != nil {
			return err
		}
	}
	return nil
}

// Processor returns the CPU time of the processes so far.
func (t Typst) Processor() time.Duration {
	pids := make([]int, len(t))
	for i, p := range t {
		pids[i] = p.pid
	}
	return Processor(pids)
}
