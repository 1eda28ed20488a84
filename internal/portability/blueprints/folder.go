package blueprints

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"laurel/internal/accounts/access"
)

// maxFileSize is the maximum size of a file, and most the maximum number of files in a folder.
const (
	maxFileSize = 8 << 20
	maxFiles    = 20_000
)

// Write exports the configuration of a department to a folder. The folder must be missing or empty, or contain a blueprint, which is
// replaced. The same configuration always gives the same bytes.
func (s *Service) Write(ctx context.Context, by access.Actor, to string) (objects int, err error) {
	now, err := s.read(ctx, by)
	if err != nil {
		return 0, err
	}
	files, err := now.files()
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(to, 0o750); err != nil {
		return 0, err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return len(now.attributes) + len(now.designs) + len(now.groups), replaceFiles(root, files)
}

// files returns all files of a blueprint.
func (now state) files() (map[string][]byte, error) {
	out := map[string][]byte{}
	put := func(file string, value any) (err error) {
		out[file], err = encode(value)
		return err
	}
	err := put(markerFile, map[string]int{"format": format})
	for _, a := range now.attributes {
		err = errors.Join(err, put(a.file, a.value))
	}
	for _, d := range now.designs {
		err = errors.Join(err, put(d.file, d.value))
	}
	for _, g := range now.groups {
		err = errors.Join(err, put(g.file, g.value))
	}
	for file, p := range now.pictures {
		out[file] = p.data
	}
	return out, err
}

// encode returns the file of a value.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // people read it
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return nil, fmt.Errorf("write a file of the blueprint: %w", err)
	}
	return out.Bytes(), nil
}

// replaceFiles writes the files to a folder and deletes other files of an earlier blueprint.
func replaceFiles(root *os.Root, files map[string][]byte) error {
	there, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	_, err = root.Stat(markerFile)
	if len(there) > 0 && err != nil {
		return ErrNotEmpty
	}
	for _, folder := range []string{attributeFolder, designFolder, groupFolder, pictureFolder} {
		old, err := listFiles(root.FS(), folder)
		if err != nil {
			return err
		}
		for _, file := range old {
			if files[file] == nil {
				if err := root.Remove(file); err != nil {
					return err
				}
			}
		}
		if err := root.Mkdir(folder, 0o750); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for file, content := range files {
		if err := root.WriteFile(file, content, 0o640); err != nil {
			return err
		}
	}
	return nil
}

// listFiles returns the sorted files of a folder that belong to a blueprint.
func listFiles(root fs.FS, folder string) ([]string, error) {
	entries, err := fs.ReadDir(root, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(entries) > maxFiles {
		return nil, refuse(folder, "", "more than %d files", maxFiles)
	}
	var files []string
	for _, entry := range entries {
		ours := strings.HasSuffix(entry.Name(), ".json") != (folder == pictureFolder)
		if entry.Type().IsRegular() && ours && !strings.HasPrefix(entry.Name(), ".") {
			files = append(files, path.Join(folder, entry.Name()))
		}
	}
	slices.Sort(files)
	return files, nil
}

// readFile reads a file up to the maximum size.
func readFile(root fs.FS, file string) ([]byte, error) {
	f, err := root.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refuse(file, "", "is not there")
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(data) > maxFileSize {
		return nil, refuse(file, "", "is larger than %d MB", maxFileSize>>20)
	}
	return data, nil
}

// check returns an error unless the folder is a blueprint in this format.
func check(root fs.FS) error {
	var told struct {
		Format int `json:"format"`
	}
	data, err := readFile(root, markerFile)
	if err != nil {
		return ErrNoBlueprint
	}
	if json.Unmarshal(data, &told) != nil || told.Format != format {
		return ErrNoBlueprint
	}
	return nil
}

// decodeStrict decodes a file into an existing value. Missing fields stay unchanged, and unknown ones are errors.
func decodeStrict(file string, data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		return refuse(file, "", "holds more than one value")
	}
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return refuse(file, kind.Field, "cannot be a %s", kind.Value)
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return refuse(file, strings.Trim(field, `"`), "is no field of this file")
	}
	return refuse(file, "", "is no JSON: %s", err)
}
