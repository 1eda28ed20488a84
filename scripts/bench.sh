#!/usr/bin/env bash
# Measures the editor in a real browser, with the Node that the set-up found or fetched.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"
node web/e2e/bench.mjs
