#!/usr/bin/env bash
# Renders the pictures of templates that changed, with a running installation of this version:
# scripts/template-pictures.sh http://127.0.0.1:8080
set -euo pipefail
cd "$(dirname "$0")/../internal/design/designs"
url=$1
for template in templates/*.json; do
  slug=$(basename "$template" .json)
  type=$(curl -fsS -o pictures/new -w '%{content_type}' "$url/v1/frontend/template_image/$slug?width=480")
  rm -f "pictures/$slug".*
  ending=${type#image/}
  mv pictures/new "pictures/$slug.${ending/jpeg/jpg}"
done
sha256sum templates/*.json > pictures/SHA256SUMS
