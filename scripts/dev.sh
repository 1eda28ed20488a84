#!/usr/bin/env bash
# Runs Laurel and, beside it, the development server of the web app, which shows changes at once. Ctrl-C ends both.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

bin/laurel serve &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server"' EXIT
cd web && npm run --silent dev
