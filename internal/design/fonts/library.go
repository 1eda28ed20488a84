package fonts

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"time"

	"laurel/internal/platform/objects"
)

// folder is where all font files are, in the addresses as in the store.
const folder = "fonts/"

// maxFile bounds what is read of one file; an upload may have half of it.
const maxFile = 20 << 20

// fetchTimeout bounds reading one file from the store.
const fetchTimeout = 15 * time.Second

// Files keeps font files.
type Files interface {
	Get(ctx context.Context, key string, limit int64) ([]byte, objects.Info, error)
	Put(ctx context.Context, key, contentType string, body []byte) error
}

// Library is the built web application with all other fonts beside the bundled ones, so that pages and the printer load every
// font by the same address. It is a file system.
type Library struct {
	base  fs.FS
	files Files
	added Installed
}

// NewLibrary puts the fonts of the store and of the data folder beside those of the built application.
func NewLibrary(built fs.FS, files Files, added Installed) *Library {
	return &Library{built, files, added}
}

// ownFile is a file that the store or the data folder holds. Bundled files have shorter names.
var ownFile = regexp.MustCompile(`^fonts/([0-9a-f]{64}\.(?:ttf|otf|woff2))$`)

// Open opens a file.
func (l *Library) Open(name string) (fs.File, error) {
	m := ownFile.FindStringSubmatch(name)
	if m == nil {
		return l.base.Open(name)
	}
	data, err := l.read(m[1])
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{bytes.NewReader(data), path.Base(name)}, nil
}

// ReadDir lists a folder of the built application.
func (l *Library) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(l.base, name) }

func (l *Library) read(name string) ([]byte, error) {
	if data, err := l.added.read(name); !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	data, _, err := l.files.Get(ctx, folder+name, maxFile)
	if errors.Is(err, objects.ErrNotFound) {
		return nil, fs.ErrNotExist
	}
	return data, err
}

// openFile is a file in memory.
type openFile struct {
	*bytes.Reader
	name string
}

func (f *openFile) Stat() (fs.FileInfo, error) { return fileInfo{f.name, f.Size()}, nil }
func (f *openFile) Close() error               { return nil }

type fileInfo struct {
	name string
	size int64
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return 0o444 }
func (i fileInfo) ModTime() time.Time { return time.Time{} }
func (i fileInfo) IsDir() bool        { return false }
func (i fileInfo) Sys() any           { return nil }

// bundledFont is a line of the catalogue that the build writes.
type bundledFont struct {
	Name     string   `json:"name"`
	Type     Kind     `json:"type"`
	Weights  []any    `json:"weights"`
	Fallback string   `json:"fallback"`
	Scripts  []string `json:"scripts"`
}

// Bundled lists the fonts that came with the program; before the first build there are none.
func Bundled(built fs.FS) ([]Font, error) {
	data, err := fs.ReadFile(built, folder+"catalogue.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var lines []bundledFont
	if err == nil {
		err = json.Unmarshal(data, &lines)
	}
	if err != nil {
		return nil, fmt.Errorf("read the bundled fonts: %w", err)
	}
	all := make([]Font, len(lines))
	for i, line := range lines {
		all[i] = Font{Name: line.Name, Kind: line.Type, bundled: &lines[i]}
	}
	return all, nil
}
