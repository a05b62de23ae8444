#!/usr/bin/env bash
# test.sh: everything, as `make test` runs it. It goes on after a failed step, so that one run shows all
# that is wrong, and closes with a table of the steps.
set -uo pipefail
cd "$(dirname "$0")/.."

export REARVIEW_PYTHON=$PWD/.cache/venv/bin/python
summary=() failed=0 began=$SECONDS

# step NAME COMMAND...: runs a step, shows that it lives when it takes long, and notes how it ended.
step() {
	local name=$1 start=$SECONDS rc=0 beat
	shift
	echo "==> $name"
	(while sleep 30; do echo "    ... $name: $((SECONDS - start))s"; done) &
	beat=$!
	"$@" </dev/null || rc=$?
	kill "$beat" 2>/dev/null
	wait "$beat" 2>/dev/null
	if [ "$rc" -eq 0 ]; then
		summary+=("$(printf '%-18s ok    %4ds' "$name" $((SECONDS - start)))")
	else
		summary+=("$(printf '%-18s FAIL  %4ds' "$name" $((SECONDS - start)))")
		failed=1
	fi
	return "$rc"
}

# The race detector links C code.
compiler() {
	command -v gcc >/dev/null && return
	echo "installing gcc, which go test -race needs"
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev >/dev/null
}

formatted() {
	local files
	files=$(git ls-files --cached --others --exclude-standard '*.go' 2>/dev/null | xargs -r gofmt -l 2>/dev/null)
	[ -z "$files" ] && return
	echo "not formatted by gofmt:"
	echo "$files"
	return 1
}

# Half the tests run real servers, so packages run two at a time at most.
tests() {
	go test -race -p 2 -timeout 25m -json ./... | go run ./hack/tools/testsummary
	return "${PIPESTATUS[1]}"
}

report() {
	echo
	printf '%s\n' "${summary[@]}"
	echo "total              $((SECONDS - began))s"
	[ "$failed" -eq 0 ] && echo "OK" || echo "FAILED"
	exit "$failed"
}

step "C compiler" compiler || report
# downloads and builds side by side: each waits for something else
step "prepare" make --no-print-directory -j3 k8s model python tools || report
step "gofmt" formatted
step "build" make --no-print-directory build
# the same flags as the build, so that vet reuses what it compiled
step "vet" env CGO_ENABLED=0 go vet -trimpath ./...
step "check-generated" hack/check-generated.sh
step "tests" tests
report
