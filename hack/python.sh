#!/usr/bin/env bash
# python.sh VENVDIR: makes a Python environment with the packages pinned in tools/python/requirements.txt,
# among them the official MCP client that the end-to-end tests speak through. Does nothing when VENVDIR
# already holds that.
set -euo pipefail

fail() {
	echo "python: $*" >&2
	exit 1
}

[ $# -eq 1 ] || fail "usage: $0 VENVDIR"
venv=$1
requirements=$(cd "$(dirname "$0")" && pwd)/tools/python/requirements.txt
stamp=$(cksum <"$requirements")
[ "$(cat "$venv/.stamp" 2>/dev/null || true)" = "$stamp" ] && "$venv/bin/python" -c '' 2>/dev/null && exit 0

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || fail "Python 3.10 or newer is needed as python3"
rm -rf "$venv"
# Debian keeps ensurepip in a package of its own; virtualenv brings its own pip
if ! python3 -m venv "$venv" >/dev/null 2>&1; then
	rm -rf "$venv" "$venv.virtualenv"
	python3 -m pip install --quiet --disable-pip-version-check --no-input --target "$venv.virtualenv" virtualenv==20.31.2 ||
		fail "neither python3 -m venv nor virtualenv works; install venv (Debian: apt-get install python3-venv)"
	PYTHONPATH=$venv.virtualenv python3 -m virtualenv --quiet "$venv"
	rm -rf "$venv.virtualenv"
fi
echo "python: installing the MCP client into $venv (once)" >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --only-binary=:all: --requirement "$requirements" ||
	fail "pip could not install $requirements (its message stands above)"
echo "$stamp" >"$venv/.stamp"
