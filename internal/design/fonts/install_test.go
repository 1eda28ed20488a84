package fonts_test

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"laurel/internal/design/fonts"
)

func write(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// listed writes fonts as "name: weights".
func listed(t *testing.T, all []fonts.Font, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range all {
		lines = append(lines, fmt.Sprintf("%s: %v", f.Name, f.Weights()))
	}
	return strings.Join(lines, "; ")
}

func TestAFolderOfFilesBecomesFamilies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a-strong.ttf"), gobold.TTF)
	write(t, filepath.Join(dir, "b-slanted.ttf"), gobolditalic.TTF)
	write(t, filepath.Join(dir, "c-plain.ttf"), goregular.TTF)
	write(t, filepath.Join(dir, "mono.ttf"), gomono.TTF)
	write(t, filepath.Join(dir, "LICENSE.txt"), []byte("do as you like"))
	installed := fonts.In(t.TempDir())
	if _, err := installed.Install(dir, nil); err != nil {
		t.Fatal(err)
	}
	all, err := installed.All()
	if got := listed(t, all, err); got != "Go: [400 600 600i]; Go Mono: [400]" {
		t.Error(got)
	}
	if all[1].Fallback() != "monospace" || all[0].Kind != fonts.Custom {
		t.Errorf("%+v", all[1])
	}
}

func TestAPackageIsInstalledFromItsFolderAndFromItsArchive(t *testing.T) {
	t.Parallel()
	graduate, err := os.ReadFile("../../formats/fontfile/testdata/graduate.woff2")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{
		"metadata.json":                         []byte(`{"id":"graduate","family":"Graduate","category":"serif","type":"google"}`),
		"unicode.json":                          []byte(`{"latin":"U+0000-00FF"}`),
		"files/graduate-latin-400-normal.woff2": graduate,
		"files/graduate-all-400-normal.woff2":   graduate, // the whole once more: it has no range
		"files/graduate-latin-400-normal.woff":  []byte("an older form"),
	}
	dir := t.TempDir()
	for name, data := range files {
		write(t, filepath.Join(dir, "unpacked", name), data)
	}
	for _, place := range []string{filepath.Join(dir, "unpacked"), archive(t, filepath.Join(dir, "graduate.tgz"), files)} {
		installed := fonts.In(t.TempDir())
		added, err := installed.Install(place, nil)
		if got := listed(t, added, err); got != "Graduate: [400]" || added[0].Kind != fonts.Google || len(added[0].Files) != 1 {
			t.Errorf("%s gives %s of %d files", place, got, len(added[0].Files))
		}
	}
}

func archive(t *testing.T, path string, files map[string][]byte) string {
	t.Helper()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	packed := gzip.NewWriter(out)
	entries := tar.NewWriter(packed)
	for name, data := range files {
		_ = entries.WriteHeader(&tar.Header{Name: "package/" + name, Mode: 0o600, Size: int64(len(data))})
		_, _ = entries.Write(data)
	}
	for _, err := range []error{entries.Close(), packed.Close(), out.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestAnArchiveWritesNothingOutsideOfItsFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	place := archive(t, filepath.Join(dir, "x.tgz"), map[string][]byte{"../../../escaped.ttf": goregular.TTF})
	if _, err := fonts.In(filepath.Join(dir, "data")).Install(place, nil); err == nil {
		t.Error("it was taken")
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "*escaped*")); len(found) > 0 {
		t.Error(found)
	}
}

func TestWhatCannotBeInstalledLeavesTheListAsItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "mixed", "good.ttf"), gomono.TTF)
	write(t, filepath.Join(dir, "mixed", "page.ttf"), []byte("<html>"))
	bundled := []fonts.Font{{Name: "GO"}}
	for name, place := range map[string]string{
		"a page":          write(t, filepath.Join(dir, "page.ttf"), []byte("<html>")),
		"a bundled name":  write(t, filepath.Join(dir, "go.ttf"), goregular.TTF),
		"nothing":         filepath.Join(dir, "nowhere"),
		"an empty folder": t.TempDir(),
		"one bad of two":  filepath.Join(dir, "mixed"),
	} {
		installed := fonts.In(t.TempDir())
		if _, err := installed.Install(place, bundled); err == nil {
			t.Errorf("%s was taken", name)
		}
		all, err := installed.All()
		if got := listed(t, all, err); got != "" {
			t.Errorf("%s left %s", name, got)
		}
	}
}

func TestTheLibraryHoldsBundledInstalledAndStoredFonts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	installed := fonts.In(dir)
	added, err := installed.Install(write(t, filepath.Join(dir, "m.ttf"), gomono.TTF), nil)
	if err != nil {
		t.Fatal(err)
	}
	stored := "fonts/" + strings.Repeat("a", 64) + ".otf"
	built := fstest.MapFS{"index.html": {Data: []byte("page")}, "fonts/0123456789abcdef.woff2": {Data: []byte("bundled")}}
	library := fonts.NewLibrary(built, bucket{stored: []byte("stored")}, installed)
	for name, want := range map[string]string{
		"index.html": "page", "fonts/0123456789abcdef.woff2": "bundled", stored: "stored",
		strings.TrimPrefix(added[0].Files[0].Address(), "/"): string(gomono.TTF[:4]),
	} {
		data, err := fs.ReadFile(library, name)
		if err != nil || !strings.HasPrefix(string(data), want) {
			t.Errorf("%s: %.20q, %v", name, data, err)
		}
	}
	for _, name := range []string{"fonts/" + strings.Repeat("b", 64) + ".ttf", "fonts/" + strings.Repeat("a", 64) + ".html", "fonts/../m.ttf", "fonts/installed.json"} {
		if _, err := fs.ReadFile(library, name); err == nil {
			t.Errorf("%s can be read", name)
		}
	}
}
