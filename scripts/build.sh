#!/usr/bin/env bash
# Builds the web app, when its sources changed, and the program that carries it.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

build_web() { (cd web && npm run --silent build -- --logLevel warn); }

build_program() {
  local version
  version=$(git describe --tags --always --dirty 2>/dev/null || echo unknown)
  go build -ldflags "-s -w -X main.version=$version" -o bin/laurel ./cmd/laurel
}

sources=(web/src web/public web/scripts locales web/package-lock.json web/tsconfig.json web/vite.config.ts internal/design/designs/document.schema.json internal/edges/openapi docs/api-changelog.md)
for page in web/*.html web/*.cjs; do sources+=("$page"); done
sum=$(digest "${sources[@]}")
if ! fresh web "$sum" || [ ! -d web/dist/assets ]; then
  step "building the web app" build_web
  stamp web "$sum"
fi
step "building bin/laurel" build_program
