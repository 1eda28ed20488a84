# Sourced by the other scripts: where tools are, and steps that say what they do and how long they took.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT=$PWD
STAMPS=$ROOT/.tools/stamps
mkdir -p "$STAMPS" "$ROOT/.tools/bin"

for dir in "$ROOT/.tools/pg/bin" "$ROOT"/.tools/node/node_modules/node-*/bin "$ROOT/.tools/bin"; do
  if [ -d "$dir" ]; then PATH=$dir:$PATH; fi
done
export PATH

note() { printf '    %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# step "what" command...: runs the command between two lines that say what and how long. The command runs as a condition, so
# a function must chain what has to succeed with &&.
step() {
  local what=$1 begin=$SECONDS
  shift
  printf '==> %s\n' "$what"
  if ! "$@"; then
    printf 'error: %s: failed after %d s\n' "$what" $((SECONDS - begin)) >&2
    return 1
  fi
  printf '    %s: %d s\n' "$what" $((SECONDS - begin))
}

# digest path...: a checksum over the content of all files below the paths.
digest() {
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

# fresh stamp value: true when the stamp holds the value already.
fresh() { [ "$(cat "$STAMPS/$1" 2>/dev/null)" = "$2" ]; }

stamp() { printf '%s\n' "$2" >"$STAMPS/$1"; }

# tool name module version: installs a Go tool under .tools/bin, once for each version.
tool() {
  if go version -m ".tools/bin/$1" 2>/dev/null | awk '$1 == "mod" { print $3 }' | grep -qxF "$3"; then return; fi
  step "building $1 $3 (once)" env GOBIN="$ROOT/.tools/bin" GOFLAGS= go install "$2@$3"
}
