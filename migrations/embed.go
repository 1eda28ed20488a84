// Package migrations holds the database schema as golang-migrate files. "-- next step" divides a migration into transactions. ADR 65 says how
// to write one that blocks nobody, and rules_test.go refuses others.
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.sql
var Files embed.FS
