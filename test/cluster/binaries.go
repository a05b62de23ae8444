package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// BinariesEnv names a directory that holds etcd, kube-apiserver and kube-controller-manager. Without it,
// .cache/k8s under the module's root is used.
const BinariesEnv = "REARVIEW_K8S_BIN"

type binaries struct {
	etcd, apiServer, controllerManager string
}

func findBinaries() (binaries, error) {
	dir := os.Getenv(BinariesEnv)
	if dir == "" {
		root, err := moduleRoot()
		if err != nil {
			return binaries{}, err
		}
		dir = filepath.Join(root, ".cache", "k8s")
	}
	// processes run with a working directory of their own, so a relative path would not do
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, err
	}
	b := binaries{
		etcd:              filepath.Join(dir, "etcd"),
		apiServer:         filepath.Join(dir, "kube-apiserver"),
		controllerManager: filepath.Join(dir, "kube-controller-manager"),
	}
	for _, path := range []string{b.etcd, b.apiServer, b.controllerManager} {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return binaries{}, fmt.Errorf("%s is missing: run `make k8s` once to build it, or set %s to a directory that has it", path, BinariesEnv)
		}
	}
	return b, nil
}

// moduleRoot is the nearest directory upwards with a go.mod; tests start in their package's directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod upwards of the working directory")
		}
		dir = parent
	}
}
