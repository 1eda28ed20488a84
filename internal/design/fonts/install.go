package fonts

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/formats/fontfile"
)

// maxPackage is the maximum unpacked size of a font archive. Packages of CJK fonts have about 100 MB.
const maxPackage = 512 << 20

// Errors for files that the operator cannot install.
var (
	errNoFonts = errors.New("there are no .ttf, .otf or .woff2 files in it")
	errBundled = errors.New("a font of that name comes with the program")
	errArchive = errors.New("the archive is too large")
	errUnnamed = errors.New("the file does not say what the font is called")
)

// Install adds fonts for all departments and returns them. The path is that of a font file, a folder of font files, or a @fontsource
// package, unpacked or as an archive. The names of bundled fonts cannot be used.
func (i Installed) Install(place string, bundled []Font) ([]Font, error) {
	info, err := os.Stat(place)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return i.installFrom(os.DirFS(place), bundled)
	case strings.HasSuffix(place, ".tgz") || strings.HasSuffix(place, ".tar.gz"):
		dir, err := os.MkdirTemp("", "laurel-fonts-")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if err := unpack(place, dir); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", place, err)
		}
		return i.installFrom(os.DirFS(dir), bundled)
	default:
		return i.installFiles(os.DirFS(filepath.Dir(place)), []string{filepath.Base(place)}, bundled)
	}
}

func (i Installed) installFrom(dir fs.FS, bundled []Font) ([]Font, error) {
	if inner, err := fs.Sub(dir, "package"); err == nil { // archives of npm hold everything in a folder of this name
		if _, err := fs.Stat(inner, "metadata.json"); err == nil {
			dir = inner
		}
	}
	if _, err := fs.Stat(dir, "metadata.json"); err == nil {
		return i.installPackage(dir, bundled)
	}
	var names []string
	for _, ending := range []string{"ttf", "otf", "woff2"} {
		found, err := fs.Glob(dir, "*."+ending)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	return i.installFiles(dir, names, bundled)
}

// installFiles installs font files. Files of the same family become one font.
func (i Installed) installFiles(dir fs.FS, names []string, bundled []Font) ([]Font, error) {
	var all []Font
	files := map[string][]byte{}
	for _, name := range names {
		read, err := readFont(dir, name)
		if err != nil {
			return nil, err
		}
		if read.Family == "" {
			return nil, fmt.Errorf("%s: %w", name, errUnnamed)
		}
		at := slices.IndexFunc(all, func(f Font) bool { return f.Name == read.Family })
		if at < 0 {
			at = len(all)
			all = append(all, Font{Name: read.Family, Kind: Custom, Style: read.Style})
		}
		file := fileOf(read, name)
		all[at].Files = append(all[at].Files, file)
		files[file.Hash] = read.Data
	}
	return all, i.addAll(all, files, bundled)
}

func (i Installed) addAll(all []Font, files map[string][]byte, bundled []Font) error {
	if len(all) == 0 {
		return errNoFonts
	}
	for _, f := range all {
		if err := mayBeNamed(f.Name, bundled); err != nil {
			return err
		}
	}
	for _, f := range all {
		slices.SortStableFunc(f.Files, lighterFirst)
		if err := i.add(f, files); err != nil {
			return fmt.Errorf("keep %s: %w", f.Name, err)
		}
	}
	return nil
}

// lighterFirst compares files by weight, with upright before italic.
func lighterFirst(a, b File) int {
	if a.Weight != b.Weight || a.Italic == b.Italic {
		return a.Weight - b.Weight
	}
	if a.Italic {
		return 1
	}
	return -1
}

func mayBeNamed(name string, bundled []Font) error {
	if err := checkName(name); err != nil {
		return fmt.Errorf("%q is no name that a design can use: %w", name, err)
	}
	if slices.ContainsFunc(bundled, func(f Font) bool { return keyOf(f.Name) == keyOf(name) }) {
		return fmt.Errorf("%s: %w", name, errBundled)
	}
	return nil
}

func readFont(dir fs.FS, name string) (fontfile.Font, error) {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return fontfile.Font{}, err
	}
	read, err := fontfile.Read(data)
	if err != nil {
		return read, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// fontPackage is the metadata of a @fontsource package.
type fontPackage struct {
	ID       string `json:"id"`
	Family   string `json:"family"`
	Category string `json:"category"`
	Type     string `json:"type"`
}

var packageStyles = map[string]fontfile.Style{
	"serif": fontfile.Serif, "sans-serif": fontfile.Sans, "monospace": fontfile.Mono, "handwriting": fontfile.Script, "display": fontfile.Display,
}

var packageFile = regexp.MustCompile(`^(.+)-([1-9]00)-(normal|italic)\.woff2$`)

// installPackage installs all weights and subsets of a package.
func (i Installed) installPackage(dir fs.FS, bundled []Font) ([]Font, error) {
	var about fontPackage
	var slicesOf map[string]string
	if err := errors.Join(readJSON(dir, "metadata.json", &about), readJSON(dir, "unicode.json", &slicesOf)); err != nil {
		return nil, err
	}
	f := Font{Name: about.Family, Kind: Custom, Style: packageStyles[about.Category]}
	if about.Type == string(Google) {
		f.Kind = Google
	}
	if f.Style == "" {
		f.Style = fontfile.Sans
	}
	names, err := fs.Glob(dir, "files/*.woff2")
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errNoFonts, err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		m := packageFile.FindStringSubmatch(strings.TrimPrefix(path.Base(name), about.ID+"-"))
		if m == nil || slicesOf[m[1]] == "" && slicesOf["["+m[1]+"]"] == "" {
			continue // a whole script once more, beside its slices
		}
		read, err := readFont(dir, name)
		if errors.Is(err, fontfile.ErrNoLetters) {
			continue // a slice of a script that this family does not have
		}
		if err != nil {
			return nil, err
		}
		read.Weight, _ = strconv.Atoi(m[2])
		read.Italic = m[3] == "italic"
		file := fileOf(read, path.Base(name))
		f.Files = append(f.Files, file)
		files[file.Hash] = read.Data
	}
	return []Font{f}, i.addAll([]Font{f}, files, bundled)
}

func readJSON(dir fs.FS, name string, into any) error {
	data, err := fs.ReadFile(dir, name)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// unpack extracts the files of an archive into dir. It cannot write outside of dir.
func unpack(archive, dir string) error {
	file, err := os.Open(archive) //nolint:gosec // the operator names files of their own
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	left := int64(maxPackage)
	for entries := tar.NewReader(packed); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if entry.Typeflag != tar.TypeReg {
			continue
		}
		if left -= entry.Size; left < 0 {
			return errArchive
		}
		if err := unpackFile(root, path.Clean(entry.Name), entries); err != nil {
			return err
		}
	}
}

func unpackFile(root *os.Root, name string, from io.Reader) error {
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}
