#!/usr/bin/env bash
# build.sh OUTDIR: builds the real etcd, kube-apiserver and kube-controller-manager that the
# tests run, from their Go modules as pinned in go.mod beside this file. Does nothing when
# OUTDIR already holds binaries of this go.sum.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"
stamp=$(sha256sum go.mod go.sum build.sh | sha256sum | cut -d' ' -f1)
[ "$(cat "$out/.stamp" 2>/dev/null || true)" = "$stamp" ] && exit 0

version=$(go list -m -f '{{.Version}}' k8s.io/kubernetes)
minor=$(echo "$version" | cut -d. -f2)
pkg=k8s.io/component-base/version
ldflags="-s -w -X $pkg.gitVersion=$version -X $pkg.gitMajor=1 -X $pkg.gitMinor=$minor -X $pkg.gitTreeState=clean"
echo "building etcd, kube-apiserver and kube-controller-manager $version (once; 6 to 10 minutes on two cores)" >&2
export CGO_ENABLED=0
go build -trimpath -ldflags "$ldflags" -o "$out/" k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager
# etcd's main package is named "server", so its file is named here
go build -trimpath -ldflags "-s -w" -o "$out/etcd" go.etcd.io/etcd/server/v3
echo "$stamp" >"$out/.stamp"
