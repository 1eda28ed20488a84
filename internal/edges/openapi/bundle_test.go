package openapi

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestABundleNamesTheFilesOfADuplicate(t *testing.T) {
	t.Parallel()
	const (
		path   = "paths:\n  /groups:\n    get:\n      summary: List groups\n"
		schema = "components:\n  schemas:\n    Group:\n      type: object\n"
	)
	for name, c := range map[string]struct{ a, b, want string }{
		"path":      {path, path, "/groups is defined in a.yaml and in b.yaml"},
		"component": {path + schema, schema, "schemas/Group is defined in a.yaml and in b.yaml"},
		"member":    {path, "info:\n  title: API\n", "b.yaml:1: info belongs into root.yaml"},
	} {
		files := fstest.MapFS{"v1/a.yaml": {Data: []byte(c.a)}, "v1/b.yaml": {Data: []byte(c.b)}}
		if _, err := bundle(files); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestABundleHasItsPathsAndComponentsInTheOrderOfTheFiles(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"v1/root.yaml":   {Data: []byte("openapi: 3.0.3\ninfo:\n  title: API\n")},
		"v1/groups.yaml": {Data: []byte("# Groups\npaths:\n  # all\n  /groups:\n    get: {}\ncomponents:\n  schemas:\n    Group:\n      type: object")},
		"v1/common.yaml": {Data: []byte("components:\n  schemas:\n    Meta:\n      type: object\n  responses:\n    Done:\n      description: Done\n")},
	}
	const want = "openapi: 3.0.3\ninfo:\n  title: API\npaths:\n  # all\n  /groups:\n    get: {}\ncomponents:\n  responses:\n" +
		"    Done:\n      description: Done\n  schemas:\n    Meta:\n      type: object\n    Group:\n      type: object\n"
	got, err := bundle(files)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// BenchmarkLoad measures what parsing the contract costs before the server is ready.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := load("v1.yaml"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBundle(b *testing.B) {
	for b.Loop() {
		if _, err := bundle(v1Files); err != nil {
			b.Fatal(err)
		}
	}
}
