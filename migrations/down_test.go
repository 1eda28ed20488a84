package migrations_test

import (
	"io"
	"slices"
	"testing"

	"github.com/golang-migrate/migrate/v4/source/iofs"

	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/pg"
	"laurel/migrations"
)

func TestEveryMigrationCanBeUndoneWithRowsInItsTables(t *testing.T) {
	t.Parallel()
	files, err := iofs.New(migrations.Files, ".")
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, dbtest.EmptyURL(t))
	run := func(version uint, read func(uint) (io.ReadCloser, string, error)) {
		t.Helper()
		file, name, err := read(version)
		if err != nil {
			t.Fatal(err)
		}
		sql, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := pg.RunSteps(t.Context(), conn, string(sql)); err != nil {
			t.Fatalf("%d, %s: %v", version, name, err)
		}
	}
	previous, fill := previousRelease(t)
	var filled map[string][]string
	var versions []uint
	schemas := []string{schemaOf(t, conn)}
	for v, err := files.First(); err == nil; v, err = files.Next(v) {
		run(v, files.ReadUp)
		if v == previous {
			exec(t, conn, fill)
			filled = rowsOf(t, conn)
		}
		versions, schemas = append(versions, v), append(schemas, schemaOf(t, conn))
	}
	for i, v := range slices.Backward(versions) {
		if v == previous {
			for _, lost := range lostRows(filled, rowsOf(t, conn)) {
				t.Error("undoing all migrations since the previous release: ", lost)
			}
		}
		run(v, files.ReadDown)
		if diff := difference(schemas[i], schemaOf(t, conn)); diff != "" {
			t.Errorf("undoing %d leaves another schema than there was before it:%s", v, diff)
		}
	}
	for _, v := range versions {
		run(v, files.ReadUp)
	}
	if diff := difference(schemas[len(versions)], schemaOf(t, conn)); diff != "" {
		t.Errorf("undoing all and doing it again makes another schema:%s", diff)
	}
}
