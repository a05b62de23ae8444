package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

const (
	// dataRoot holds the data directories of namespaces that were given none.
	dataRoot = ".rearview"
	// namespaceFile in a data directory is the effective namespace that was obeyed last, so that people's
	// commands obey the same policy when no server runs.
	namespaceFile = "namespace.json"
	// tokensFile in a data directory holds the agents' tokens.
	tokensFile = "tokens.json"
)

// dataDirOf is the data directory of a namespace: the flag's, or one below the working directory.
func dataDirOf(flag string, ns *namespace.Effective) string {
	if flag != "" {
		return flag
	}
	return filepath.Join(dataRoot, ns.Namespace, ns.Name)
}

// existingDataDir is the data directory that a person means: the flag's, or the only one there is below the
// working directory.
func existingDataDir(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	found, err := filepath.Glob(filepath.Join(dataRoot, "*", "*", namespaceFile))
	if err != nil {
		return "", err
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("there is no memory below %s: name its directory with --data-dir", dataRoot)
	case 1:
		return filepath.Dir(found[0]), nil
	}
	for i, path := range found {
		found[i] = filepath.Dir(path)
	}
	return "", fmt.Errorf("there are several memories: choose one with --data-dir: %s", strings.Join(found, ", "))
}

// saveNamespace keeps the effective namespace in the data directory, replacing the last one in one step,
// unless it is the same.
func saveNamespace(dir string, ns *namespace.Effective) error {
	data, err := namespace.Encode(ns)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, namespaceFile)
	if last, err := os.ReadFile(path); err == nil && bytes.Equal(last, data) {
		return nil
	}
	f, err := os.CreateTemp(dir, ".namespace-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// savedNamespace reads what saveNamespace kept.
func savedNamespace(dir string) (*namespace.Effective, error) {
	data, err := os.ReadFile(filepath.Join(dir, namespaceFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no memory: `rearview up` and `rearview serve` make one", dir)
	}
	if err != nil {
		return nil, err
	}
	ns, _, err := namespace.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, namespaceFile), err)
	}
	return ns, nil
}

// parseEffective reads the configuration that the operator writes for a server.
func parseEffective(data []byte) (*namespace.Effective, error) {
	ns, _, err := namespace.Decode(data)
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "the configuration can not be read")
	}
	if err := resolve.Check(ns); err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "the configuration can not be obeyed")
	}
	return ns, nil
}
