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

// folder is the prefix of all font files, in URLs and in the file store.
const folder = "fonts/"

// maxFile is the maximum size of a font file that is read. Uploads are limited to half of it.
const maxFile = 20 << 20

// fetchTimeout limits how long reading a file from the store takes.
const fetchTimeout = 15 * time.Second

// Files stores font files.
type Files interface {
	Get(ctx context.Context, key string, limit int64) ([]byte, objects.Info, error)
	Put(ctx context.Context, key, contentType string, body []byte) error
}

// Library is a file system with the files of the built web application and all other fonts, so that pages and the printer load all
// fonts from the same URLs.
type Library struct {
	base  fs.FS
	files Files
	added Installed
}

// NewLibrary returns a Library with the fonts of the built application, the file store and the data directory.
func NewLibrary(built fs.FS, files Files, added Installed) *Library {
	return &Library{built, files, added}
}

// ownFile matches files in the store or the data directory. The names of bundled files are shorter.
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

// ReadDir lists a folder of the built application. It does not include other fonts.
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

// openFile is an fs.File in memory.
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

// bundledFont is an entry of the catalogue that the build generates.
type bundledFont struct {
	Name     string   `json:"name"`
	Type     Kind     `json:"type"`
	Weights  []any    `json:"weights"`
	Fallback string   `json:"fallback"`
	Scripts  []string `json:"scripts"`
}

// Bundled returns the bundled fonts. Before the first build there are none.
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
