#!/usr/bin/env bash
# Works on the sources without running tests:
#   code.sh format   formats all files
#   code.sh fmt      all files are formatted
#   code.sh lint     linters of both languages
#   code.sh verify   generated files are what their sources generate, and the contract of the API is sound
#   code.sh generate makes them anew
#   code.sh tools    builds what the others need
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

SQLC_VERSION=v1.31.1
GOLANGCI_VERSION=v2.15.0

# Without cgo sqlc parses SQL in WebAssembly: the same parser, without minutes of compiling C.
sqlc_tool() { CGO_ENABLED=0 tool sqlc github.com/sqlc-dev/sqlc/cmd/sqlc "$SQLC_VERSION"; }
lint_tool() { tool golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint "$GOLANGCI_VERSION"; }

go_files() { git ls-files -co --exclude-standard '*.go'; }

check_fmt() {
  local files
  files=$(go_files | xargs gofmt -l) || return 1
  if [ -n "$files" ]; then
    printf 'not formatted (make fmt):\n%s\n' "$files"
    return 1
  fi
  (cd web && npx --no-install biome format .)
}

# What is made of the contract: the types of the screens and the clients for programs of others.
CONTRACTED=(web/src/api web/src/client internal/edges/client/laurel)

generate_types() { (cd web && npm run --silent generate); }

# same_types compares before and after, so that it works on a tree with changes of one's own too.
same_types() {
  local before
  before=$(digest "${CONTRACTED[@]}")
  generate_types >/dev/null || return 1
  if [ "$before" != "$(digest "${CONTRACTED[@]}")" ]; then
    echo "${CONTRACTED[*]} were out of date and are generated anew: commit them"
    return 1
  fi
}

generate_fonts() { (cd web && npm run --silent fonts); }

# same_fonts compares in the same way the list of fonts with the installed packages.
same_fonts() {
  local before
  before=$(digest web/src/editor/core/fonts)
  generate_fonts >/dev/null || return 1
  if [ "$before" != "$(digest web/src/editor/core/fonts)" ]; then
    echo "web/src/editor/core/fonts was out of date and is generated anew: commit it"
    return 1
  fi
}

generate_dates() { (cd web && node scripts/build-dates.mjs); }

# same_dates compares the server's forms of dates with those of Intl.
same_dates() {
  local before
  before=$(digest internal/platform/i18n)
  generate_dates || return 1
  if [ "$before" != "$(digest internal/platform/i18n)" ]; then
    echo "internal/platform/i18n/dates.json was out of date and is generated anew: commit it"
    return 1
  fi
}

# The schema after all migrations, for readers. Needs PostgreSQL.
check_schema() { go test -count=1 -run '^TestSchemaFile' ./migrations "$@"; }

format() {
  go_files | xargs gofmt -w &&
    (cd web && npm run --silent fmt)
}

case ${1:-} in
format) step "formatting" format ;;
fmt) step "looking for unformatted files" check_fmt ;;
lint)
  lint_tool
  step "linting Go" golangci-lint run ./...
  step "linting the web" npm --prefix web run --silent lint
  ;;
verify)
  sqlc_tool
  step "comparing generated queries" sqlc diff
  step "comparing the schema with the migrations" check_schema
  step "comparing generated types and clients" same_types
  step "comparing the list of fonts" same_fonts
  step "comparing forms of dates" same_dates
  step "comparing go.mod" go mod tidy -diff
  step "looking for missing translations" node web/scripts/missing-texts.ts
  scripts/contract/check.sh
  ;;
generate)
  sqlc_tool
  step "generating queries" sqlc generate
  step "generating the schema" check_schema -args -update
  step "generating types and clients" generate_types
  step "generating the list of fonts" generate_fonts
  step "generating forms of dates" generate_dates
  ;;
tools) sqlc_tool && lint_tool ;;
*) fail "usage: code.sh format|fmt|lint|verify|generate|tools" ;;
esac
