package exitkit

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laurel/internal/issuing/credentials"
)

// public is the folder that can be hosted on a web server unchanged.
const public = "site/"

// private is the folder with private credentials, each in a subfolder named by the key in its link. The web server has to check that
// key.
const private = "private/"

// rootOf returns the folder of the kit that contains a credential.
func rootOf(c credentials.Credential) string {
	if c.Private {
		return private + c.PrivateKey + "/"
	}
	return public
}

// pathOf returns the path of a URL's file, relative to its root folder.
func pathOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(at.Path, "/")
}

// outputDir is the folder of a kit. It has a temporary name until the kit is complete.
type outputDir struct {
	root              *os.Root
	unfinished, final string
}

// begin creates the folder of a kit and deletes what an interrupted export left behind. It returns ErrNotEmpty if the target is not
// empty.
func begin(to string) (*outputDir, error) {
	final, err := filepath.Abs(to)
	if err != nil {
		return nil, err
	}
	there, err := os.ReadDir(final)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(there) > 0 {
		return nil, ErrNotEmpty
	}
	f := &outputDir{unfinished: final + ".unfinished", final: final}
	if err := os.RemoveAll(f.unfinished); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(f.unfinished, 0o755); err != nil { //nolint:gosec // a web server of another user reads it
		return nil, err
	}
	if f.root, err = os.OpenRoot(f.unfinished); err != nil {
		return nil, err
	}
	for _, closed := range []string{private, restricted, records} {
		if err := f.root.Mkdir(strings.TrimSuffix(closed, "/"), 0o700); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// write writes a file. Names outside the folder return an error.
func (f *outputDir) write(name string, data []byte) error {
	err := f.root.MkdirAll(path.Dir(name), 0o755)
	if err == nil {
		err = f.root.WriteFile(name, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// finish renames the folder to its final name.
func (f *outputDir) finish() error {
	if err := f.root.Close(); err != nil {
		return err
	}
	if err := os.Remove(f.final); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(f.unfinished, f.final)
}

// abandon deletes the incomplete kit.
func (f *outputDir) abandon() error { return errors.Join(f.root.Close(), os.RemoveAll(f.unfinished)) }

// list is a CSV file for the operator.
type list struct {
	file  *os.File
	lines *csv.Writer
}

func (f *outputDir) list(name string, columns ...string) (*list, error) {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600) // it holds the keys of private links
	if err != nil {
		return nil, err
	}
	l := &list{file, csv.NewWriter(file)}
	l.add(columns...)
	return l, nil
}

func (l *list) add(values ...string) { _ = l.lines.Write(values) } // close tells

func (l *list) close() error {
	l.lines.Flush()
	return errors.Join(l.lines.Error(), l.file.Close())
}

// missing lists the files of a credential that could not be created.
type missing []string

func (m missing) String() string { return strings.Join(m, ", ") }
