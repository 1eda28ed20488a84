// Package client packs the clients of the API, as a server hands them out: each fits the server that it came from.
package client

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

//go:embed laurel/*.go files/*
var files embed.FS

// goVersion is what the client for Go needs.
const goVersion = "1.24"

// Go is the client for Go as a module, in a ZIP.
func Go(version string) ([]byte, error) {
	p := newParcel(version)
	p.text("go.mod", "module laurel\n\ngo "+goVersion+"\n")
	p.page("README.md", "files/go.md")
	p.page("LICENSE", "files/LICENSE")
	p.folder(files, "laurel", func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
	return p.close()
}

// TypeScript is the client for TypeScript as a package, in a ZIP. built is the web application, which holds it when it was
// built.
func TypeScript(version string, built fs.FS) ([]byte, error) {
	p := newParcel(version)
	about, err := json.MarshalIndent(map[string]any{
		"name": "laurel-client", "version": semantic(version), "description": "A client of the API of Laurel", "license": "MIT",
		"type": "module", "exports": map[string]any{".": map[string]any{"types": "./index.d.ts", "default": "./index.js"}},
		"types": "./index.d.ts", "sideEffects": false, "engines": map[string]any{"node": ">=20"},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	p.text("package.json", string(about)+"\n")
	p.page("README.md", "files/typescript.md")
	p.page("LICENSE", "files/LICENSE")
	p.folder(built, "client", func(string) bool { return true })
	return p.close()
}

var (
	release   = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(-[0-9A-Za-z.-]+)?$`)
	forbidden = regexp.MustCompile(`[^0-9A-Za-z-]+`)
)

// semantic is a version as npm wants it: three numbers, and what comes before them is told behind.
func semantic(version string) string {
	if parts := release.FindStringSubmatch(version); parts != nil {
		return parts[1] + parts[2]
	}
	return "0.0.0-build-" + forbidden.ReplaceAllString(version, "-")
}

// parcel is a ZIP on its way, in a folder of its own. The first thing that goes wrong is what close tells.
type parcel struct {
	version string
	out     bytes.Buffer
	zip     *zip.Writer
	err     error
}

func newParcel(version string) *parcel {
	p := &parcel{version: version}
	p.zip = zip.NewWriter(&p.out)
	return p
}

func (p *parcel) text(name, content string) {
	if p.err != nil {
		return
	}
	w, err := p.zip.Create("laurel/" + name)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	p.err = err
}

func (p *parcel) page(name, from string) {
	content, err := files.ReadFile(from)
	if err != nil {
		p.err = err
		return
	}
	p.text(name, strings.ReplaceAll(string(content), "{version}", p.version))
}

func (p *parcel) folder(from fs.FS, folder string, takes func(name string) bool) {
	entries, err := fs.ReadDir(from, folder)
	if err != nil {
		p.err = fmt.Errorf("pack the client: %w", err)
		return
	}
	for _, entry := range entries {
		content, err := fs.ReadFile(from, path.Join(folder, entry.Name()))
		if err != nil {
			p.err = fmt.Errorf("pack the client: %w", err)
			return
		}
		if takes(entry.Name()) {
			p.text(entry.Name(), string(content))
		}
	}
}

func (p *parcel) close() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	if err := p.zip.Close(); err != nil {
		return nil, fmt.Errorf("pack the client: %w", err)
	}
	return p.out.Bytes(), nil
}
