package rendering

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// typst is an engine that knows no CSS, the limit to compare with: one process for each processor. LAUREL_TYPST names the folder
// where it is installed; without, there are none.
type typst []typstProcess

type typstProcess struct {
	in  io.Writer
	out *bufio.Reader
}

func startTypst(b *testing.B, images map[string][]byte) typst {
	b.Helper()
	packages := os.Getenv("LAUREL_TYPST")
	if packages == "" {
		return nil
	}
	folder := b.TempDir()
	for name, url := range map[string]string{"background.jpg": backgroundURL, "logo.png": logoURL} {
		if err := os.WriteFile(filepath.Join(folder, name), images[url], 0o600); err != nil {
			b.Fatal(err)
		}
	}
	all := make(typst, runtime.NumCPU())
	for i := range all {
		command := exec.CommandContext(b.Context(), "node", "../../web/e2e/bench/typst.mjs", packages, folder)
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
		all[i] = typstProcess{in, bufio.NewReader(out)}
	}
	return all
}

// make has all processes make documents, n together.
func (t typst) make(n int) error {
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
