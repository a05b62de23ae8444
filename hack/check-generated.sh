#!/usr/bin/env bash
# check-generated.sh: fails when a generated file is not what `make generate` makes of the sources. It
# generates in a copy, so it needs no clean work tree and changes nothing in it.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=$PWD/.cache
work=$cache/check-generated
rm -rf "$work"
mkdir -p "$work/committed"
trap 'rm -rf "$work"' EXIT
tar --exclude=./.cache --exclude=./.git --exclude=./bin --exclude=./data --exclude=./.rearview -cf - . | tar -xf - -C "$work/committed"
cp -a "$work/committed" "$work/generated"

make --no-print-directory --silent -C "$work/generated" generate CACHE="$cache"
cd "$work"
if ! diff -r -N -u committed generated >drift; then
	head -80 drift
	echo "check-generated: generated files are out of date; run 'make generate' and commit what it changes" >&2
	exit 1
fi
