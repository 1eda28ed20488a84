#!/usr/bin/env bash
# Checks that the contract of the API passes two linters, and that three independent generators make clients of it that compile.
# What is generated is thrown away; the packages are kept under .tools/contract.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

HERE=scripts/contract
WORK=$ROOT/.tools/contract
API=$ROOT/internal/edges/openapi
BUNDLE=$WORK/bundle
BIN=$WORK/node_modules/.bin
OUT=$WORK/generated

install_packages() {
  mkdir -p "$WORK" && cp "$HERE"/package.json "$HERE"/package-lock.json "$WORK" &&
    npm --prefix "$WORK" ci --ignore-scripts --no-audit --no-fund --loglevel=error
}

# quietly COMMAND…: shows what the command said only when it fails.
quietly() {
  local said
  if ! said=$("$@" 2>&1); then
    printf '%s\n' "$said"
    return 1
  fi
}

lint() {
  quietly env REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true "$BIN/redocly" lint --config "$HERE/redocly.yaml" "$BUNDLE/v1.yaml" "$BUNDLE/v2.yaml" &&
    quietly "$BIN/spectral" lint --ruleset "$HERE/spectral.yaml" --fail-severity=warn "$BUNDLE/v1.yaml" "$BUNDLE/v2.yaml"
}

typescript() {
  local version
  for version in v1 v2; do
    quietly "$BIN/openapi-typescript" "$BUNDLE/$version.yaml" --output "$OUT/types/$version.ts" &&
      quietly "$BIN/openapi-ts" --input "$BUNDLE/$version.yaml" --output "$OUT/client/$version" --plugins @hey-api/typescript @hey-api/sdk @hey-api/client-fetch --no-log-file ||
      return 1
  done
  cp "$HERE"/tsconfig.json "$HERE"/uses.ts "$OUT" && "$BIN/tsc" --project "$OUT"
}

# go_client generates a client of the version with oapi-codegen in the module beside this script, and compiles it.
go_client() {
  local version
  cp "$HERE"/go.mod "$HERE"/go.sum "$OUT"
  for version in v1 v2; do
    mkdir -p "$OUT/generated/$version"
    (cd "$OUT" && quietly go tool oapi-codegen -config "$ROOT/$HERE/oapi-$version.yaml" -o "generated/$version/client.gen.go" "$BUNDLE/$version.yaml") || return 1
  done
  (cd "$OUT" && go build ./generated/...)
}

lock=$(node --version)-$(digest "$HERE/package-lock.json")
if ! fresh contract "$lock" || [ ! -d "$WORK/node_modules" ]; then
  step "installing linters and generators of the contract" install_packages
  stamp contract "$lock"
fi
sum=$(digest "$API/v1" "$API/v2.yaml" "$API/bundle.go" "$HERE")
if fresh contract-checked "$sum"; then exit; fi
rm -rf "$OUT" && mkdir -p "$OUT"
step "bundling the contract" go run ./internal/edges/openapi/internal/bundle "$BUNDLE"
step "linting the contract with Redocly and Spectral" lint
step "generating and compiling a Go client with oapi-codegen" go_client
step "generating and checking TypeScript with openapi-typescript and openapi-ts" typescript
stamp contract-checked "$sum"
