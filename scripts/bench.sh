#!/usr/bin/env bash
# Measures everything: the program beside bare handlers, signing, the editor in a real browser, and printing beside Typst.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

TYPST_VERSION=0.7.0

fetch_typst() {
  mkdir -p .tools/typst && (cd .tools/typst && { [ -f package.json ] || echo '{"private":true}' >package.json; } &&
    npm install --ignore-scripts --no-audit --no-fund --loglevel=error "@myriaddreamin/typst-ts-node-compiler@$TYPST_VERSION")
}

bench() { go test -run '^$' -bench "^Benchmark($1)\$" -benchtime 1x -timeout 15m "$2"; }

if ! fresh typst "$TYPST_VERSION"; then
  step "fetching Typst $TYPST_VERSION to compare with" fetch_typst
  stamp typst "$TYPST_VERSION"
fi
bench 'FirstFigures|Integrators|FairMail|Prerequisites|Webhooks|Verifiers|Imports|Export|XLSX|CredentialList|ScopedMember|Wallet|Analytics|Home' ./internal/app/apptest
bench Signing ./internal/formats/dataintegrity
bench Baking ./internal/trust/badges
node web/e2e/bench.mjs
# LAUREL_BENCH_DOCUMENTS=10000 has Chrome print so many before its memory is weighed, which takes a minute more.
LAUREL_TYPST=$ROOT/.tools/typst bench 'Documents|Publication' ./internal/app/apptest
