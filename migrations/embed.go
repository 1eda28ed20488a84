// Package migrations holds the database schema as golang-migrate files: one migration, one transaction.
package migrations

import "embed"

// Files are the migrations.
//
//go:embed *.sql
var Files embed.FS
