package pdf

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

func TestMain(m *testing.M) {
	api.DisableConfigDir() // the checking library would write into the home folder
	os.Exit(m.Run())
}

// person is a recipient of the printed file in testdata.
type person struct{ Lang, Name, Course string }

func people(t testing.TB) []person {
	t.Helper()
	var all []person
	if err := json.Unmarshal(file(t, "people.json"), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func languages(t testing.TB) *Document {
	t.Helper()
	p, err := Read(file(t, "languages.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// trim is that of an a4 page with 5 mm of bleed.
var trim = Box{14.173, 14.173, 856.063, 609.449}

func setting() Setting {
	return Setting{
		Metadata: Metadata{
			Title: "Certificate – Ana", Author: "Oak & Co", Subject: "Weaving (basic)", Keywords: []string{"loom", "wool"},
			Address: "https://oak.example/c/1?a=1&b=2", Language: "pt-br", Issued: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC),
		},
		Trim: trim,
	}
}

func document(t testing.TB, p *Document, index int, s Setting) []byte {
	t.Helper()
	page, err := p.Page(index, Crop{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := page.Document(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// valid has an independent library check the file.
func valid(t *testing.T, data []byte) *model.Context {
	t.Helper()
	ctx, err := api.ReadAndValidate(bytes.NewReader(data), model.NewDefaultConfiguration())
	if err != nil {
		t.Fatalf("not a valid PDF: %v", err)
	}
	if err := ctx.EnsurePageCount(); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// poppler runs one of the tools of an independent reader on a file.
func poppler(t *testing.T, data []byte, tool string, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append(args, name)
	if tool == "pdftotext" {
		args = append(args, "-") // the others write to their output anyway
	}
	out, err := exec.Command(tool, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v (set-up installs poppler-utils)", tool, err)
	}
	return string(out)
}

// bare is text without spaces and marks of direction.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}
