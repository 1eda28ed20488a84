// Package migrations holds the database schema as golang-migrate files. The first ten are the baseline, one per area; each later one
// changes the schema of the release before it. "-- next step" divides a migration into transactions. ADR 65 describes how to write a
// migration that blocks nobody, and rules_test.go refuses others. schema.sql shows the result of all migrations.
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.up.sql *.down.sql
var Files embed.FS
