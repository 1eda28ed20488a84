package archtest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The maximum number of lines of a package's own code: without tests and generated files.
const (
	maxHandlers = 1500 // of a package of handlers
	maxPackage  = 2500
)

const handlers = "internal/edges/httpapi/v1/"

func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		most := maxPackage
		if strings.HasPrefix(p.path()+"/", handlers) {
			most = maxHandlers
		}
		if lines := linesOf(t, p); lines > most {
			t.Errorf("%s has %d lines, at most %d are allowed: split it by area", p.path(), lines, most)
		}
	}
}

// linesOf counts the lines of the files that are not generated.
func linesOf(t *testing.T, p pkg) (n int) {
	t.Helper()
	for _, name := range p.GoFiles {
		source, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if first, _, _ := bytes.Cut(source, []byte("\n")); !bytes.HasPrefix(first, []byte("// Code generated ")) {
			n += bytes.Count(source, []byte("\n"))
		}
	}
	return n
}
