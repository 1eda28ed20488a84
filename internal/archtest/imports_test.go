package archtest

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "laurel"
	root   = "../.."
)

type pkg struct {
	ImportPath, Dir  string
	GoFiles, Imports []string
}

func (p pkg) path() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

// packages lists the module's packages; what npm brought along is no code of ours.
func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(p.ImportPath, "/node_modules/") {
			all = append(all, p)
		}
	}
}

func TestImportsPointDownwards(t *testing.T) {
	t.Parallel()
	at := positions()
	for _, p := range packages(t) {
		from, ok := at[owner(p.path())]
		if !ok {
			t.Errorf("%s is in no area: list it", p.path())
			continue
		}
		for _, imported := range p.Imports {
			target, ours := strings.CutPrefix(imported, module+"/")
			if !ours || owner(target) == owner(p.path()) {
				continue
			}
			if to, ok := at[owner(target)]; ok && to.rank >= from.rank {
				t.Errorf("%s imports %s, which is not below it", p.path(), target)
			}
			if slices.Contains(testOnly, target) && !slices.Contains(testOnly, p.path()) {
				t.Errorf("%s imports %s, which is for tests", p.path(), target)
			}
		}
	}
}

func TestDomainsKnowNothingOfHTTP(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if !slices.Contains(domainAreas, positions()[owner(p.path())].area) {
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "github.com/go-chi/") || imported == module+"/internal/platform/httpx" {
				t.Errorf("%s imports %s", p.path(), imported)
			}
		}
		if !slices.Contains(p.Imports, "net/http") {
			continue
		}
		eachFile(t, p, func(name string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				use, ok := n.(*ast.SelectorExpr)
				// Telling an image by its first bytes is in net/http only by history.
				if ok && isIdent(use.X, "http") && use.Sel.Name != "DetectContentType" {
					t.Errorf("%s/%s uses http.%s", p.path(), name, use.Sel.Name)
				}
				return true
			})
		})
	}
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// mayInit are the files that have to act before main, and why.
var mayInit = map[string]string{
	"internal/platform/embedded/child.go":    "a copy of the running program takes over for a child process, in test binaries too",
	"internal/formats/spreadsheets/child.go": "a copy of the running program takes over for a child process, in test binaries too",
}

func TestNoPackageActsWhenItIsLoaded(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		eachFile(t, p, func(name string, file *ast.File) {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if ok && f.Recv == nil && f.Name.Name == "init" && mayInit[p.path()+"/"+name] == "" {
					t.Errorf("%s/%s has an init(): say it in the constructor", p.path(), name)
				}
			}
		})
	}
}

func eachFile(t *testing.T, p pkg, check func(name string, file *ast.File)) {
	t.Helper()
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("parse: %v", err)
			continue
		}
		check(name, file)
	}
}

func TestPasswordsOfTheProgramAreHashedAtFullCost(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.path() == "internal/platform/secrets" || p.path() == "internal/app/apptest" {
			continue
		}
		for _, name := range p.GoFiles {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(source), "QuickPasswords") {
				t.Errorf("%s/%s hashes passwords as tests do", p.path(), name)
			}
		}
	}
}
