#!/usr/bin/env bash
# test.sh: everything, as `make test` runs it. It goes on after a failed step, so that one run shows all
# that is wrong, and closes with a table of the steps.
set -uo pipefail
cd "$(dirname "$0")/.."

summary=() counts="no test ran" failed=0 began=$SECONDS

# step NAME COMMAND...: runs a step and notes how it ended.
step() {
	local name=$1 start=$SECONDS rc=0 verdict=ok
	shift
	echo "==> $name"
	"$@" </dev/null || rc=$?
	if [ "$rc" -ne 0 ]; then
		verdict=FAIL
		failed=1
	fi
	summary+=("$(printf '%-18s %-4s %5ds' "$name" "$verdict" $((SECONDS - start)))")
	return "$rc"
}

# alive COMMAND...: runs a command and says now and then that it still does.
alive() {
	local start=$SECONDS rc=0 beat
	# the sleep may outlive its loop by a while, and must not keep our output open
	(while sleep 30 >/dev/null 2>&1; do echo "    ... $((SECONDS - start))s"; done) &
	beat=$!
	"$@" || rc=$?
	kill "$beat"
	wait "$beat" 2>/dev/null
	return "$rc"
}

# The race detector links C code.
compiler() {
	command -v gcc >/dev/null && return
	echo "installing gcc, which go test -race needs"
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq gcc libc6-dev >/dev/null && return
	echo "could not install gcc: install a C compiler by hand" >&2
	return 1
}

formatted() {
	local files
	files=$(find . -name '*.go' -not -path './.*' -not -path './bin/*' -print0 | xargs -0 gofmt -l) || return
	[ -z "$files" ] && return
	echo "not formatted by gofmt:"
	echo "$files"
	return 1
}

# Half the packages run real servers in their tests, so two at a time are enough for two cores.
tests() {
	mkdir -p .cache/log
	go test -race -p 2 -timeout 25m -json ./... | tee .cache/log/test.json |
		go run ./hack/tools/testsummary | tee .cache/log/test.txt
	local rc=("${PIPESTATUS[@]}")
	counts=$(tail -n 1 .cache/log/test.txt)
	return $((rc[0] | rc[2]))
}

report() {
	echo
	printf '%s\n' "${summary[@]}"
	echo "total                   $((SECONDS - began))s"
	[ "$failed" -eq 0 ] && echo OK || echo "FAILED; everything that the tests said is in .cache/log/test.json"
	echo "$counts"
	exit "$failed"
}

step "C compiler" compiler || report
# downloads and builds side by side: each waits for something else
step "prepare" alive make --no-print-directory -j3 k8s model python tools || report
step "gofmt" formatted
step "build" alive make --no-print-directory build
# the same flags as the build, so that vet reuses what it compiled
step "vet" alive env CGO_ENABLED=0 go vet -trimpath ./...
step "check-generated" alive hack/check-generated.sh
step "tests" tests
report
