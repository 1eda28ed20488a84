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

// oversized are the packages that are larger, with the number of lines that they may have. The list only gets shorter, and its numbers
// smaller.
var oversized = map[string]int{
	"internal/operations/imports": 3900,
}

func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, p := range packages(t) {
		most := maxPackage
		if strings.HasPrefix(p.path()+"/", handlers) {
			most = maxHandlers
		}
		lines := linesOf(t, p)
		exception, excepted := oversized[p.path()]
		switch found[p.path()] = true; {
		case excepted && lines <= most:
			t.Errorf("%s has %d lines: remove it from the exceptions", p.path(), lines)
		case excepted && lines > exception:
			t.Errorf("%s grew to %d lines; at most %d are excepted", p.path(), lines, exception)
		case !excepted && lines > most:
			t.Errorf("%s has %d lines, at most %d are allowed: split it by area", p.path(), lines, most)
		}
	}
	for path := range oversized {
		if !found[path] {
			t.Errorf("%s is excepted and does not exist", path)
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
