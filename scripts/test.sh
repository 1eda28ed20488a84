#!/usr/bin/env bash
# Runs every test: Go, web, the product in a real browser, and that the editor shows what is printed; or the one named:
# test.sh go|golden|code|web|browser, where code is go and golden at once.
# All of them run even when one fails. RACE=1 turns on Go's race detector, which needs a C compiler.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

GOTESTSUM_VERSION=v1.13.0

test_go() {
  # Tests wait for the database, for browsers and for processes of their own about half the time: four for each processor keep
  # those busy. What go vet would say, the linters say. Sixty programs are linked sooner without what debuggers ask for.
  local code=0 flags=(-timeout 30m -vet=off -ldflags "-s -w" -parallel "$(($(nproc) * 4))") report events
  if [ "${RACE:-0}" = 1 ]; then flags+=(-race); fi
  tool gotestsum gotest.tools/gotestsum "$GOTESTSUM_VERSION" || return 1
  report=$(mktemp) events=$(mktemp)
  # A machine that is busy for a moment fails no test; what is wrong fails twice. RERUNS=0 lets nothing fail even once.
  LAUREL_BINARY=$ROOT/bin/laurel gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --format-icons text --hide-summary skipped,output --jsonfile-timing-events "$events" \
    --rerun-fails="${RERUNS:-1}" --rerun-fails-max-failures 10 --rerun-fails-run-root-test --rerun-fails-abort-on-data-race --rerun-fails-report "$report" \
    --packages ./... -- "${flags[@]}" || code=$?
  if [ -s "$report" ]; then printf 'failed once:\n' && cat "$report"; fi
  echo "longest:" && gotestsum tool slowest --jsonfile "$events" --num 20
  rm -f "$report" "$events"
  return $code
}

test_web() { (cd web && npm run --silent test && npm run --silent test:print); }

part() { node web/e2e/run.mjs --part "$1"; }

# Two browsers with a product each: one waits where the other works.
test_browser() { beside "part job" "part editor"; }

test_golden() { node web/e2e/golden/run.mjs; }

test_code() { beside test_go test_golden; }

# beside COMMAND…: runs commands at once, shows what each said when it ends, and fails when one failed.
beside() {
  local command pids=() outputs=() failed=0
  for command in "$@"; do
    outputs+=("$(mktemp)")
    # shellcheck disable=SC2086 # its words are meant to come apart
    $command >"${outputs[-1]}" 2>&1 &
    pids+=($!)
  done
  for i in "${!pids[@]}"; do
    if ! wait "${pids[$i]}"; then failed=1; fi
    cat "${outputs[$i]}"
    rm -f "${outputs[$i]}"
  done
  return $failed
}

failed=()
run() {
  local begin=$SECONDS
  printf '==> %s\n' "$1"
  if ! "$2"; then failed+=("$1"); fi
  printf '    %s: %d s\n' "$1" $((SECONDS - begin))
}

for part in ${1:-code web browser}; do run "$part tests" "test_$part"; done
if [ ${#failed[@]} -gt 0 ]; then
  fail "failed: $(printf '%s, ' "${failed[@]}" | sed 's/, $//')"
fi
echo "all tests passed"
