package fonts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laurel/internal/formats/fontfile"
)

// Installed is the store of the fonts that the operator added for all departments. It is a local folder.
type Installed struct{ dir string }

// In returns the installed fonts of a data directory.
func In(dataDir string) Installed { return Installed{filepath.Join(dataDir, "fonts")} }

// installedFont is an entry in the folder's index file.
type installedFont struct {
	Name  string         `json:"name"`
	Kind  Kind           `json:"kind"`
	Style fontfile.Style `json:"style"`
	Files []File         `json:"files"`
}

func (i Installed) list() string { return filepath.Join(i.dir, "installed.json") }

// All returns the installed fonts, sorted by name.
func (i Installed) All() ([]Font, error) {
	data, err := os.ReadFile(i.list())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var kept []installedFont
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("read the installed fonts: %w", err)
	}
	all := make([]Font, len(kept))
	for n, k := range kept {
		all[n] = Font{Name: k.Name, Kind: k.Kind, Style: k.Style, Files: k.Files}
		for m := range k.Files {
			if k.Files[m].points, err = fontfile.ParseRanges(k.Files[m].Characters); err != nil {
				return nil, fmt.Errorf("read the installed fonts: %s: %w", k.Name, err)
			}
		}
	}
	return all, nil
}

// read returns a file of the folder. Its name is the hash and the extension.
func (i Installed) read(name string) ([]byte, error) {
	if i.dir == "" {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(filepath.Join(i.dir, name)) //nolint:gosec // the library lets nothing but hashes through
}

// add writes the files of a font and then adds it to the index. It replaces a font with the same name.
func (i Installed) add(f Font, files map[string][]byte) error {
	if err := os.MkdirAll(i.dir, 0o755); err != nil { //nolint:gosec // fonts are no secret
		return err
	}
	for _, file := range f.Files {
		if err := replace(filepath.Join(i.dir, file.Hash+"."+file.Ending), files[file.Hash]); err != nil {
			return err
		}
	}
	all, err := i.All()
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(all, func(other Font) bool { return keyOf(other.Name) == keyOf(f.Name) })
	return i.write(append(rest, f))
}

func (i Installed) write(all []Font) error {
	slices.SortFunc(all, func(a, b Font) int { return strings.Compare(keyOf(a.Name), keyOf(b.Name)) })
	kept := make([]installedFont, len(all))
	for n, f := range all {
		kept[n] = installedFont{f.Name, f.Kind, f.Style, f.Files}
	}
	data, err := json.MarshalIndent(kept, "", "\t")
	if err != nil {
		return err
	}
	return replace(i.list(), data)
}

// replace writes a file atomically, because a running process may be reading it.
func replace(path string, data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
