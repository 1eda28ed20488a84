#!/usr/bin/env bash
# Runs Laurel. The first time it fills a demo department and prints how to sign in.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

data=${LAUREL_DATA_DIR:-$ROOT/data}
mkdir -p "$data"
if [ ! -f "$data/.demo" ] && [ -z "${DATABASE_URL:-}" ]; then
  step "filling the demo department" bin/laurel demo
  touch "$data/.demo"
fi
exec bin/laurel serve
