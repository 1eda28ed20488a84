package openapi

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// rootFile is the only file of a contract with members other than paths and components: info, security and tags.
const rootFile = "root.yaml"

// folder contains the files of the contract.
const folder = "v1"

// bundle merges the YAML files in the folder v1 into one OpenAPI document: the members of root.yaml, then the paths and components
// of all files in the order of the file names. It returns an error if a member, path or component is defined twice.
//
// It copies lines instead of parsing YAML, so it costs next to nothing at startup. In block style with an indentation of two
// spaces, which the tests enforce, the indentation of a line shows which section it belongs to.
func bundle(files fs.FS) ([]byte, error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil, fmt.Errorf("bundle the contract: %w", err)
	}
	b := bundler{components: map[string]*bytes.Buffer{}, definedIn: map[string]string{}}
	for _, entry := range entries {
		data, err := fs.ReadFile(files, path.Join(folder, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("bundle the contract: %w", err)
		}
		if err := b.add(entry.Name(), data); err != nil {
			return nil, fmt.Errorf("bundle the contract: %w", err)
		}
	}
	return b.document(), nil
}

type bundler struct {
	root, paths bytes.Buffer
	components  map[string]*bytes.Buffer // by kind, such as schemas
	definedIn   map[string]string        // the file of each member, path and component
}

// add appends the lines of a file to their sections. Comments outside the sections are left out.
func (b *bundler) add(file string, data []byte) error {
	section, kind := "", ""
	for number, line := range bytes.Split(bytes.TrimRight(data, "\n"), []byte("\n")) {
		text := strings.TrimSpace(string(line))
		if section == "" && (text == "" || text[0] == '#') {
			continue
		}
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		isKey := text != "" && text[0] != '#' && text[0] != '-'
		key := strings.TrimSuffix(text, ":")
		switch {
		case isKey && indent == 0:
			section, kind = key, ""
			if key == "paths" || key == "components" {
				continue
			}
			section, _, _ = strings.Cut(text, ":")
			if file != rootFile {
				return fmt.Errorf("%s:%d: %s belongs into %s", file, number+1, section, rootFile)
			}
			if err := b.define(file, section); err != nil {
				return err
			}
		case isKey && indent == 2 && section == "components":
			kind = key
			if b.components[kind] == nil {
				b.components[kind] = &bytes.Buffer{}
			}
			continue
		case isKey && indent == 2 && section == "paths":
			if err := b.define(file, key); err != nil {
				return err
			}
		case isKey && indent == 4 && section == "components":
			if err := b.define(file, kind+"/"+key); err != nil {
				return err
			}
		}
		out := &b.root
		switch section {
		case "paths":
			out = &b.paths
		case "components":
			if out = b.components[kind]; out == nil {
				continue // a comment before the first kind
			}
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	return nil
}

// define records that a file defines a member, path or component.
func (b *bundler) define(file, name string) error {
	if other, found := b.definedIn[name]; found {
		return fmt.Errorf("%s is defined in %s and in %s", name, other, file)
	}
	b.definedIn[name] = file
	return nil
}

func (b *bundler) document() []byte {
	var out bytes.Buffer
	out.Write(b.root.Bytes())
	out.WriteString("paths:\n")
	out.Write(b.paths.Bytes())
	out.WriteString("components:\n")
	for _, kind := range slices.Sorted(maps.Keys(b.components)) {
		out.WriteString("  " + kind + ":\n")
		out.Write(b.components[kind].Bytes())
	}
	return out.Bytes()
}
