package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"laurel/internal/design/fonts"
	"laurel/web"
)

var errFontsUsage = errors.New("usage: laurel fonts list | laurel fonts install PLACE|FAMILY …")

// fontsCommand lists the fonts of the installation, or adds fonts for all departments. It needs neither database nor store.
func fontsCommand(ctx context.Context, dataDir string, args []string, out io.Writer) error {
	bundled, err := fonts.Bundled(web.Dist())
	if err != nil {
		return err
	}
	installed := fonts.In(dataDir)
	switch {
	case len(args) == 1 && args[0] == "list":
		added, err := installed.All()
		if err != nil {
			return err
		}
		return listFonts(out, bundled, added)
	case len(args) > 1 && args[0] == "install":
		for _, what := range args[1:] {
			if err := installFonts(ctx, installed, what, bundled, out); err != nil {
				return fmt.Errorf("install %s: %w", what, err)
			}
		}
		return nil
	default:
		return errFontsUsage
	}
}

func listFonts(out io.Writer, bundled, added []fonts.Font) error {
	for _, part := range []struct {
		from  string
		fonts []fonts.Font
	}{{"bundled", bundled}, {"installed", added}} {
		for _, f := range part.fonts {
			if _, err := fmt.Fprintf(out, "%-28s %-9s %s\n", f.Name, part.from, strings.Trim(fmt.Sprint(f.Weights()), "[]")); err != nil {
				return err
			}
		}
	}
	return nil
}

// installFonts installs fonts from a path, or those of a family by its name.
func installFonts(ctx context.Context, installed fonts.Installed, what string, bundled []fonts.Font, out io.Writer) error {
	place := what
	if _, err := os.Stat(what); errors.Is(err, fs.ErrNotExist) {
		dir, err := os.MkdirTemp("", "laurel-fonts-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if place, err = fetchFamily(ctx, what, dir); err != nil {
			return err
		}
	}
	added, err := installed.Install(place, bundled)
	if err != nil {
		return err
	}
	for _, f := range added {
		if _, err := fmt.Fprintf(out, "installed %s, weights %s\n", f.Name, strings.Trim(fmt.Sprint(f.Weights()), "[]")); err != nil {
			return err
		}
	}
	return nil
}

// packageVersion is the supported major version of @fontsource packages, which the bundled fonts use too.
const packageVersion = "5"

var (
	familyName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ]{0,99}$`)

	errNoPlace = errors.New("there is no such file or folder, and it is no name of a family either")
	errNoNPM   = errors.New("there is no such file or folder, and fetching the family of that name needs npm")
)

// fetchFamily lets npm download the package of a family into dir.
func fetchFamily(ctx context.Context, name, dir string) (archive string, err error) {
	if !familyName.MatchString(name) {
		return "", errNoPlace
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", errNoNPM
	}
	family := strings.ToLower(strings.Join(strings.Fields(name), "-"))
	pack := exec.CommandContext(ctx, npm, "pack", "--silent", "--pack-destination", dir, "@fontsource/"+family+"@"+packageVersion) //nolint:gosec // letters, digits and hyphens
	pack.Stderr = os.Stderr
	if err := pack.Run(); err != nil {
		return "", fmt.Errorf("fetch it with npm: %w", err)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(found) != 1 {
		return "", errors.Join(errNoPlace, err)
	}
	return found[0], nil
}
