package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// errNoPostgres says how to install PostgreSQL.
var errNoPostgres = errors.New("no PostgreSQL server programs (initdb, postgres) were found on this machine: " +
	"install them (Debian: apt-get install postgresql; macOS: brew install postgresql) or set DATABASE_URL")

// oldestMajor is the oldest supported PostgreSQL version.
const oldestMajor = 15

// findPostgres returns the folder that contains initdb and postgres: the one on PATH, or else the newest installed version. An existing
// cluster requires the same major version, which is recorded in its PG_VERSION file.
func findPostgres(ctx context.Context, clusterDir string) (string, error) {
	want := 0
	if b, err := os.ReadFile(filepath.Join(clusterDir, "PG_VERSION")); err == nil { //nolint:gosec // G304: our own folder
		want, _ = strconv.Atoi(strings.TrimSpace(string(b)))
	}
	var seen []string
	for _, dir := range postgresDirs() {
		major := majorOf(ctx, dir)
		if major >= oldestMajor && (want == 0 || major == want) {
			return dir, nil
		}
		if major > 0 {
			seen = append(seen, strconv.Itoa(major))
		}
	}
	if len(seen) == 0 {
		return "", errNoPostgres
	}
	if want > 0 {
		return "", fmt.Errorf("the database in %s was made by PostgreSQL %d, but only %s is installed: install version %d, or move the data with pg_upgrade",
			clusterDir, want, strings.Join(seen, ", "), want)
	}
	return "", fmt.Errorf("PostgreSQL %d or newer is needed, but only %s is installed", oldestMajor, strings.Join(seen, ", "))
}

func postgresDirs() []string {
	var dirs []string
	if p, err := exec.LookPath("postgres"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	if exe, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Join(filepath.Dir(exe), "..", ".tools", "pg", "bin")) // where `make setup` puts it
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
	} {
		found, _ := filepath.Glob(pattern)
		slices.SortFunc(found, func(a, b string) int { return numberIn(b) - numberIn(a) })
		dirs = append(dirs, found...)
	}
	return dirs
}

var digits = regexp.MustCompile(`\d+`)

func numberIn(s string) int {
	n, _ := strconv.Atoi(digits.FindString(s))
	return n
}

// majorOf returns the major version of the programs in dir, or 0 when dir has none.
func majorOf(ctx context.Context, dir string) int {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return 0
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output() //nolint:gosec // G204: a folder from the list above
	if err != nil {
		return 0
	}
	return numberIn(string(out))
}
