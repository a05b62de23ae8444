#!/usr/bin/env bash
# tool.sh BINDIR PACKAGE VERSION: installs a Go command of exactly that version into BINDIR. Does nothing
# when it is already there.
set -euo pipefail

[ $# -eq 3 ] || { echo "usage: $0 BINDIR PACKAGE VERSION" >&2; exit 1; }
package=$2 version=$3
mkdir -p "$1"
bin=$(cd "$1" && pwd)
# the last element of the path that is not a major version names the command
name=$(basename "$(echo "$package" | sed -E 's,/v[0-9]+$,,')")

if [ -x "$bin/$name" ]; then
	have=$(go version -m "$bin/$name" | awk '$1 == "path" { path = $2 } $1 == "mod" { print path "@" $3; exit }')
	[ "$have" = "$package@$version" ] && exit 0
fi
echo "tools: installing $name $version" >&2
GOBIN=$bin GOFLAGS= go install "$package@$version" ||
	{ echo "tools: could not install $package@$version (the go command's message stands above)" >&2; exit 1; }
