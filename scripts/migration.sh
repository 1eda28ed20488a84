#!/usr/bin/env bash
# Begins a migration: migration.sh add_group_colour
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

name=${1:-}
[[ $name =~ ^[a-z][a-z0-9_]*$ ]] || fail "usage: make migration name=add_group_colour"
last=$(ls migrations | sed -n 's/^\([0-9]\{6\}\)_.*\.up\.sql$/\1/p' | sort | tail -1)
next=$(printf '%06d' $((10#${last:-0} + 1)))
for direction in up down; do
  file=migrations/${next}_$name.$direction.sql
  printf -- '-- What is changed, and why. Steps are divided by "-- next step"; docs/adr/0065 says what a step may do.\n' >"$file"
  echo "$file"
done
